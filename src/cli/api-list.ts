/** Describes the API: a list of all calls, and the details of one. */

import { keyWords, typeWords } from "#wire/checks.ts";
import { type Endpoint, type ErrorRow, isKnownAt, type Parameter } from "#wire/endpoint.ts";
import { endpoints } from "#wire/endpoints/all.ts";
import { unsupportedAt } from "#wire/levels.ts";
import { callName } from "./api-fields.ts";

/** Aligned columns, two blanks apart. */
function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

type Levels = Pick<Parameter, "since" | "until">;

function levels({ since, until }: Levels): string {
  if (since !== undefined && until !== undefined) return `${since}–${until}`;
  if (until !== undefined) return `to ${until}`;
  return since === undefined ? "" : `from ${since}`;
}

/** The titles of the protocol reference's chapters. */
const subjects: Readonly<Record<string, string>> = {
  "7.1": "signing in, and your own account",
  "7.2": "reading messages, reacting, deleting",
  "7.3": "editing and moving messages",
  "7.4": "flags of messages",
  "7.5": "drafts and scheduled messages",
  "7.6": "streams, topics and subscriptions",
  "7.7": "typing and presence",
  "7.8": "groups, profile fields, emoji and link patterns",
  "7.9": "files",
  "8": "the state of the realm",
  "9.3": "queues of events",
  "13": "polls and to-do lists",
};

/** The chapter of a heading; the document's own endpoints form one. */
function chapterOf({ heading }: Endpoint): string {
  if (/^[A-Z]+ \//.test(heading)) return "API document";
  const subject = subjects[heading.split(" ").at(-1) ?? ""];
  return subject === undefined ? heading : `${heading}: ${subject}`;
}

/** An undefined level means that no server is known. */
function lacks(declared: Levels, level: number | undefined): boolean {
  return level !== undefined && !isKnownAt(declared, level);
}

/** All calls by heading, with their levels; those that a server of `level` does not support are marked. */
export function listText(level?: number): string {
  const rows = aligned(
    endpoints.map((one) => {
      const mark = lacks(one, level) ? "(not on your server) " : "";
      return [one.method, one.path, levels(one), mark + one.summary] as const;
    }),
  );
  const lines = endpoints.map((one, at) => ({ chapter: chapterOf(one), line: rows[at] ?? "" }));
  const groups = [...Map.groupBy(lines, ({ chapter }) => chapter)].sort(([a], [b]) =>
    a.localeCompare(b, "en", { numeric: true }),
  );
  return groups
    .map(([chapter, own]) => [chapter, ...own.map(({ line }) => `  ${line}`), ""].join("\n"))
    .join("\n");
}

/** `available` is null if no server is known. */
export function listJson(level?: number): unknown {
  return endpoints.map((one) => {
    const { method, path, heading, summary, since = 0, until = null } = one;
    return { method, path, heading, summary, since, until, available: availability(one, level) };
  });
}

function availability(declared: Levels, level: number | undefined): boolean | null {
  return level === undefined ? null : !lacks(declared, level);
}

function parameterRow(
  [name, parameter]: readonly [string, Parameter],
  level: number | undefined,
): readonly string[] {
  const {
    required,
    encoding,
    schema,
    default: fallback,
    aliases = [],
    deprecated,
    description,
  } = parameter;
  const notes = [
    lacks(parameter, level) ? "not on your server" : undefined,
    description,
    fallback === undefined ? undefined : `${String(fallback)} by default`,
    aliases.length === 0 ? undefined : `also ${aliases.join(", ")}`,
    deprecated === undefined ? undefined : `deprecated from ${deprecated}`,
  ];
  return [
    name,
    required ? "needed" : "",
    encoding === "json" ? "JSON" : "text",
    levels(parameter),
    typeWords(schema),
    notes.filter((note) => note !== undefined).join("; "),
  ];
}

function errorLine({
  status = 400,
  code,
  text,
  when,
  extra = [],
  until,
}: ErrorRow): readonly string[] {
  const notes = [
    when,
    ...(extra.length === 0 ? [] : [`with ${extra.join(", ")}`]),
    ...(until === undefined ? [] : [`up to level ${until}`]),
  ];
  return [String(status), code, text, notes.join("; ")];
}

function part(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];
}

function levelsSentence(endpoint: Endpoint, level: number | undefined): string {
  const levelWords = levels(endpoint);
  if (levelWords === "") return "Available at every level.";
  return lacks(endpoint, level)
    ? `Levels: ${levelWords}; your server has level ${level} and does not support it.`
    : `Levels: ${levelWords}`;
}

/** Parameters, answer, errors and limits of a call; what a server of `level` does not support is marked. */
export function describeText(endpoint: Endpoint, level?: number): string {
  const { heading, summary, parameters, answer, errors = [], limits = [] } = endpoint;
  const facts = [
    `It ${summary}.`,
    `From: ${heading}`,
    levelsSentence(endpoint, level),
    ...(endpoint.anonymous === true ? ["No account is needed."] : []),
    ...(endpoint.batches === true
      ? ["Works in batches; weir repeats the call until it is complete."]
      : []),
    ...(endpoint.upload === true ? ["Takes a file: -f file=@PATH."] : []),
  ];
  return [
    callName(endpoint),
    ...facts.map((fact) => `  ${fact}`),
    ...part(
      "Parameters",
      aligned(Object.entries(parameters).map((one) => parameterRow(one, level))),
    ),
    ...part("Answer", aligned(keyWords(answer))),
    ...part("Errors", aligned(errors.map(errorLine))),
    ...part("Limits", aligned(limits.map(({ of, value }) => [of, value.replaceAll("`", "")]))),
    "",
  ].join("\n");
}

export function describeJson(endpoint: Endpoint, level?: number): unknown {
  const {
    method,
    path,
    heading,
    summary,
    since = 0,
    until = null,
    errors = [],
    limits = [],
  } = endpoint;
  const parameters = Object.entries(endpoint.parameters).map(([name, parameter]) => ({
    name,
    required: parameter.required,
    encoding: parameter.encoding,
    type: typeWords(parameter.schema),
    since: parameter.since ?? 0,
    until: parameter.until ?? null,
    available: availability(parameter, level),
    default: parameter.default ?? null,
    aliases: parameter.aliases ?? [],
    description: parameter.description ?? null,
  }));
  const answer = Object.fromEntries(keyWords(endpoint.answer));
  const available = availability(endpoint, level);
  return {
    method,
    path,
    heading,
    summary,
    since,
    until,
    available,
    parameters,
    answer,
    errors,
    limits,
  };
}

/** Empty if the server is unknown, and if it supports everything that users would notice. */
export function unsupportedText(level: number | undefined): string {
  const lacks = level === undefined ? [] : unsupportedAt(level);
  if (lacks.length === 0) return "";
  return [`Your server has level ${level}. It`, ...lacks.map((lack) => `  ${lack}`), ""].join("\n");
}
