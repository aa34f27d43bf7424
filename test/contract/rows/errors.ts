/** Requirements of the errors table. */
import { documentLevel } from "../case.ts";
import { chapter, type Row } from "../document.ts";
import { callsOf } from "../operations.ts";
import type { Exchange } from "../trace.ts";
import { forEach, type Requirement, words } from "./requirement.ts";

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Matches a text such as "Stream '<name>' does not exist", whose placeholders stand for anything. */
function shape(cell: string): RegExp {
  const text = cell === "empty string" ? "" : cell;
  return new RegExp(`^${text.split(/<\w+>/).map(escaped).join(".+")}$`, "s");
}

/** Whether an answer has the text, code and extra fields of a row. */
function isError(row: Row, { level, status, body }: Exchange): boolean {
  const [word = ""] = (row["code"] ?? "").split(",");
  const isPartial = word === "REQUEST_TIMEOUT";
  const extra = [...(row["Extra fields"] ?? "").matchAll(/`(\w+)` \((\w+)\)/g)];
  return (
    level <= documentLevel &&
    body["result"] === (isPartial ? "partially_completed" : "error") &&
    isPartial === (status === 200) &&
    shape(row["msg shape"] ?? "").test(body["msg"]) &&
    body["code"] === (word === "none" ? undefined : word) &&
    extra.every(([, key = "", type]) => typeof body[key] === (type === "integer" ? "number" : type))
  );
}

export function errors(): readonly Requirement[] {
  return chapter("Errors").rows.map((row) => {
    const calls = callsOf(row["Operation"] ?? "");
    return {
      kind: "error",
      key: `error ${row["Operation"]}: ${row["Condition"]}`,
      text: words(row),
      calls,
      proof: (trace) =>
        forEach(calls, (call) => trace.filter((one) => one.call === call && isError(row, one))),
    };
  });
}
