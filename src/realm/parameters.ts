/** Parses the parameters of requests, and normalizes texts and topics; lengths are in code points. */
import type * as z from "zod";
import { asStored, checkError } from "#wire/checks.ts";
import {
  type Endpoint,
  encodingAt,
  isKnownAt,
  type Parameter,
  type Parameters,
} from "#wire/endpoint.ts";
import { since } from "#wire/levels.ts";
import { limits } from "#wire/limits.ts";
import { Refusal, refusalOf } from "./failures.ts";

/** The form and query of a request. */
export type Carried = {
  readonly form: URLSearchParams;
  readonly query: URLSearchParams;
};

/** The value in the form, else in the query; the last of several. Undefined if absent. */
export function carriedValue({ form, query }: Carried, name: string): string | undefined {
  return form.getAll(name).at(-1) ?? query.getAll(name).at(-1);
}

type ReadParameters = {
  /** By declared name; absent parameters are absent. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Unknown parameters; empty below the level that lists them. */
  readonly ignored: readonly string[];
};

/** Exceptions to the endpoint's declaration. */
export type ParameterRules = {
  /** Passed as raw text: the route parses them itself. */
  readonly raw?: readonly string[];
  /** Declared as required, but the route reports their absence itself. */
  readonly mayLack?: readonly string[];
  /** Declared but not implemented: responses list them as ignored. */
  readonly unsupported?: readonly string[];
};

export function readParameters(
  { parameters }: Pick<Endpoint, "parameters">,
  carried: Carried,
  level: number,
  { raw = [], mayLack = [], unsupported = [] }: ParameterRules = {},
): ReadParameters {
  const known = Object.entries(parameters).filter(
    ([name, parameter]) => isKnownAt(parameter, level) && !unsupported.includes(name),
  );
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of known) {
    const text = textOf(name, parameter, carried);
    const isNeeded = parameter.required || level <= (parameter.neededUntil ?? -1);
    if (text === undefined && isNeeded && !mayLack.includes(name)) throw missing(name);
    if (text === undefined) continue;
    values[name] = raw.includes(name) ? text : readValue(name, parameter, text, level);
  }
  return { values, ignored: ignoredNames(known, carried, level) };
}

function textOf(name: string, parameter: Parameter, carried: Carried): string | undefined {
  const given = [name, ...(parameter.aliases ?? [])].filter(
    (spelling) => carriedValue(carried, spelling) !== undefined,
  );
  const [first, second] = given;
  if (first !== undefined && second !== undefined) {
    throw new Refusal(`Can't decide between '${first}' and '${second}' arguments`, {
      code: "REQUEST_CONFUSING_VAR",
      extra: { var_name1: first, var_name2: second },
    });
  }
  return first === undefined ? undefined : carriedValue(carried, first);
}

export function missing(name: string): Refusal {
  return new Refusal(`Missing '${name}' argument`, {
    code: "REQUEST_VARIABLE_MISSING",
    extra: { var_name: name },
  });
}

function readValue(name: string, parameter: Parameter, text: string, level: number): unknown {
  const isJson = encodingAt(parameter, level) === "json";
  const parsed = isJson ? parsedJson(name, text) : text;
  const value = parameter.decode === undefined ? parsed : parameter.decode(parsed, level);
  return valid(name, parameter.schema, value);
}

export function parsedJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(`${name} is not valid JSON`);
  }
}

/** The parsed value; throws a `Refusal` that names the invalid part. */
export function valid<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue?.path.map((step) => `[${JSON.stringify(step)}]`).join("") ?? "";
  const what = issue === undefined ? undefined : complaints[issue.code]?.(issue);
  throw new Refusal(what === undefined ? `Invalid ${name}${place}` : `${name}${place} ${what}`);
}

/** A text as the server stores it; throws the declared error if it is invalid. */
export function accepted(parameter: Pick<Parameter, "checks" | "isTrimmed">, text: string): string {
  const taken = asStored(parameter, text);
  const found = checkError(parameter, taken);
  if (found === undefined) return taken;
  throw refusalOf(found.error, found.fill);
}

const articles: Readonly<Record<string, string>> = {
  int: "an integer",
  number: "an integer",
  string: "a string",
  boolean: "a boolean",
  array: "a list",
  tuple: "a list",
  object: "a dict",
  record: "a dict",
};

/** Error texts for invalid values, by issue code. */
const complaints: Readonly<Record<string, (issue: z.core.$ZodIssue) => string | undefined>> = {
  too_small: () => "is too small",
  too_big: () => "is too large",
  invalid_type: ({ code, ...issue }) =>
    "expected" in issue ? `is not ${articles[issue.expected] ?? issue.expected}` : undefined,
};

function ignoredNames(
  known: readonly (readonly [string, Parameter])[],
  { form, query }: Carried,
  level: number,
): readonly string[] {
  if (level < since.ignoredParameters) return [];
  // `client` is accepted by all endpoints without a declaration.
  const names = new Set(["client"]);
  for (const [name, { aliases = [] }] of known)
    for (const one of [name, ...aliases]) names.add(one);
  return [...new Set([...form.keys(), ...query.keys()])].filter((name) => !names.has(name)).sort();
}

export type ReadValues<P extends Parameters> = {
  readonly [K in keyof P]: P[K]["required"] extends true
    ? z.output<P[K]["schema"]>
    : z.output<P[K]["schema"]> | undefined;
};

// Validates and normalizes texts and topics. Lengths are in code points.

const cut = "\n[message truncated]";

function shortened(text: string, limit: number, ending: string): string {
  if (text.length <= limit) return text;
  const points = [...text];
  if (points.length <= limit) return text;
  return points.slice(0, limit - ending.length).join("") + ending;
}

/** Throws if the text is too long; `name` is that of the parameter. */
export function requireLength(name: string, text: string, limit: number): void {
  if (text.length <= limit || [...text].length <= limit) return;
  throw new Refusal(`${name} is too long (limit: ${limit} characters)`);
}

/** The position of the first unprintable character, from 1; 0 if there is none. */
function unprintableAt(text: string): number {
  return [...text].findIndex((point) => /[\p{Cc}\p{Cs}\p{NChar}]/u.test(point)) + 1;
}

/** A message's text as it is stored; throws if it is empty. */
export function normalContent(content: string): string {
  const trimmed = content.trimEnd().replace(/^\n+/, "");
  if (trimmed === "") throw new Refusal("Message must not be empty");
  if (trimmed.includes("\0")) throw new Refusal("Message must not contain null bytes");
  return shortened(trimmed, limits.messageLength, cut);
}

/** A topic as it is stored: truncated to the limit. */
export function normalTopic(topic: string): string {
  const trimmed = topic.trim();
  if (trimmed === "") throw new Refusal("Topic can't be empty!");
  const position = unprintableAt(trimmed);
  if (position > 0) throw new Refusal(`Invalid character in topic, at position ${position}!`);
  return cutTopic(trimmed);
}

/** Truncates a topic to the limit. */
export function cutTopic(topic: string): string {
  return shortened(topic, limits.topicLength, "...");
}
