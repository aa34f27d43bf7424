/** Requirements of the limits table: requests at the limit, and just above it. */
import { chapter } from "../document.ts";
import { callsOf } from "../operations.ts";
import { type Exchange, isSuccess, type Trace, valuesAt } from "../trace.ts";
import { forEach, type Requirement, words } from "./requirement.ts";

/** The size that a request has in terms of a limit; undefined if the limit does not apply. */
type Measure = (exchange: Exchange) => number | undefined;

function lengthOf(...names: readonly string[]): Measure {
  return ({ sent }) => {
    const text = names.map((name) => sent[name]).find((value) => typeof value === "string");
    return typeof text === "string" ? [...text].length : undefined;
  };
}

/** How a limit is measured, and its value or the key of the register answer that has it. */
const measures: Readonly<Record<string, { readonly of: Measure; readonly most: number | string }>> =
  {
    "Status text length": { of: lengthOf("status_text"), most: 60 },
    "Messages per request": {
      of: ({ sent }) => Number(sent["num_before"]) + Number(sent["num_after"]),
      most: 5000,
    },
    "Message size": { of: lengthOf("content"), most: "max_message_length" },
    "Topic length": { of: lengthOf("topic", "subject"), most: "max_topic_length" },
    "Stream name length": { of: lengthOf("new_name"), most: "max_stream_name_length" },
    "Stream description length": {
      of: lengthOf("description"),
      most: "max_stream_description_length",
    },
  };

/** Claimed requests at the limit and just above it; empty unless every call has both. */
function atLimit(name: string, calls: readonly string[], claimed: Trace): Trace {
  const measure = measures[name];
  // The case itself checks limits that cannot be measured from requests.
  if (measure === undefined)
    return forEach(calls, (call) => claimed.filter((one) => one.call === call));
  const { of, most } = measure;
  const values = claimed.flatMap(({ body }) => valuesAt(body, String(most)));
  const limit = typeof most === "number" ? most : Number(values[0]);
  return forEach(calls, (call) => {
    const own = claimed.filter((one) => one.call === call);
    const [at, beyond] = [limit, limit + 1].map((size) => own.filter((one) => of(one) === size));
    const isWhole = at?.some(isSuccess) === true && beyond !== undefined && beyond.length > 0;
    return isWhole ? [...at, ...beyond] : [];
  });
}

export function limits(): readonly Requirement[] {
  return chapter("Limits").rows.map((row) => {
    const name = row["Limit"] ?? "";
    const calls = callsOf(row["Applies to"] ?? "");
    return {
      kind: "limit",
      key: `limit ${name}`,
      text: words(row),
      calls,
      proof: (_, claimed) => atLimit(name, calls, claimed),
    };
  });
}
