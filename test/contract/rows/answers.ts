/** Requirements for fields of answers and of the resources in them. */
import { proseAnswerKeys, type Section, sections } from "../document.ts";
import { isSuccess, valuesAt } from "../trace.ts";
import { callOf, described, type Requirement, words } from "./requirement.ts";

type AnswerField = {
  readonly call: string;
  /** Path in the answer, such as `messages[].reactions[]`; empty for its root. */
  readonly place: string;
};

function field({ call, place }: AnswerField, name: string, text: string): Requirement {
  const whole = place === "" ? name : `${place}.${name}`;
  return {
    kind: "answer",
    key: `${call} → ${whole}`,
    text,
    calls: [call],
    proof: (trace) =>
      trace.filter(
        (one) => one.call === call && isSuccess(one) && valuesAt(one.body, whole).length > 0,
      ),
  };
}

const message = { call: "GET /messages", place: "messages[]" };
const history = { ...message, place: "messages[].edit_history[]" };

/** The place of each resource, by the beginning of its heading. */
const places: Readonly<Record<string, AnswerField>> = {
  "Message (returned": message,
  "Reaction (inside": { ...message, place: "messages[].reactions[]" },
  Draft: { call: "GET /drafts", place: "drafts[]" },
  "Stream (returned": { call: "GET /streams", place: "streams[]" },
  "Subscription (element": { call: "GET /events", place: "events[].subscriptions[]" },
  "User (returned": { call: "GET /users", place: "members[]" },
  "User status": { call: "GET /events", place: "events[]" },
};

function resourceFields({ heading, text, rows }: Section): readonly Requirement[] {
  const place = Object.entries(places).find(([start]) => heading.startsWith(start))?.[1];
  if (place === undefined) return [];
  const tabled = rows.flatMap((row) => {
    const at = "Present when" in row ? history : place;
    return row["Field"] === undefined ? [] : [field(at, row["Field"], words(row))];
  });
  const line = /^(?:Fields|Attributes): (.*)$/m.exec(text)?.[1] ?? "";
  const listed = [...line.replace(/\([^)]*\)/g, "").matchAll(/`(\w+)`/g)].map(([, name = ""]) =>
    field(place, name, `${heading}: ${name}`),
  );
  return [...tabled, ...listed];
}

export function answers(): readonly Requirement[] {
  const own = described.flatMap((section) => {
    const top = { call: callOf(section), place: "" };
    const tabled = section.rows.flatMap((row) =>
      row["Field"] === undefined ? [] : [field(top, row["Field"], words(row))],
    );
    const inProse = proseAnswerKeys(section).map((name) =>
      field(top, name, `${top.call}: ${name}`),
    );
    return [...tabled, ...inProse];
  });
  const always = ["user_id", "timestamp"].map((name) =>
    field(history, name, `Edit history entry: always ${name}`),
  );
  const resources = sections("Resources and their fields").flatMap(resourceFields);
  const scheduled = { call: "GET /scheduled_messages", place: "scheduled_messages[]" };
  const failed = field(scheduled, "failed", "failed = true in the objects listed");
  return [...own, ...resources, ...always, failed];
}
