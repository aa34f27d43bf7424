/** Requirements for wire conventions, state transitions and feature levels. */
import { chapter, sections } from "../document.ts";
import { type Exchange, isSuccess } from "../trace.ts";
import { type Requirement, words } from "./requirement.ts";

/** Whether an exchange proves a wire convention, by its name in the document. */
const conventions: Readonly<Record<string, (exchange: Exchange) => boolean>> = {
  "Request encoding": (one) => isSuccess(one) && Object.values(one.sent).some(Array.isArray),
  "Response encoding": isSuccess,
  Success: (one) => isSuccess(one) && one.body["msg"] === "",
  Failure: ({ body }) => body["result"] === "error" && typeof body["msg"] === "string",
  "Partial success": ({ status, body }) =>
    status === 200 &&
    body["result"] === "partially_completed" &&
    body["code"] === "REQUEST_TIMEOUT",
  "Unsupported parameters": (one) =>
    isSuccess(one) && Array.isArray(one.body["ignored_parameters_unsupported"]),
};

export function rules(): readonly Requirement[] {
  const found = sections("What the service does").find(({ heading }) => /^Wire/.test(heading));
  return (found?.rows ?? []).map((row) => {
    const name = row["Rule"] ?? "";
    return {
      kind: "convention",
      key: `convention ${name}`,
      text: words(row),
      calls: [],
      proof: (trace) => trace.filter((one) => conventions[name]?.(one)),
    };
  });
}

export function states(): readonly Requirement[] {
  return chapter("States and transitions").rows.map((row) => {
    const trigger = row["Trigger"] ?? "";
    const call = /`([A-Z]+ [^`]*)`/.exec(trigger)?.[1] ?? "";
    return {
      kind: "state",
      key: `state ${row["Subject"]}: ${trigger.replaceAll("`", "")}`,
      text: words(row),
      calls: [call],
      proof: (_, claimed) => claimed.filter((one) => one.call === call && isSuccess(one)),
    };
  });
}

export function levels(): readonly Requirement[] {
  const rows = chapter("Versioning").rows.filter((row) => "Level" in row);
  return rows.flatMap((row) =>
    [...(row["Level"] ?? "").matchAll(/\d+/g)].map(([digits]): Requirement => {
      const level = Number(digits);
      return {
        kind: "level",
        key: `level ${level}`,
        text: `${level}: ${row["Change"]}`,
        calls: [],
        proof: (_, claimed) => {
          const at = (other: number) => claimed.filter((one) => one.level === other);
          const [before, since] = [at(level - 1), at(level)];
          return before.length === 0 || since.length === 0 ? [] : [...before, ...since];
        },
      };
    }),
  );
}
