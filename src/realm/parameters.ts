/** Reads the parameters of a request as its declaration says. */
import type { z } from "zod";
import { complaintAbout, kept } from "#wire/checks.ts";
import {
  type Endpoint,
  encodingAt,
  isKnownAt,
  type Parameter,
  type Parameters,
} from "#wire/endpoint.ts";
import { since } from "#wire/levels.ts";
import { Refusal, refusalOf } from "./failures.ts";

/** What a request carries: the form first, then the query. */
export type Carried = {
  readonly form: URLSearchParams;
  readonly query: URLSearchParams;
};

/** The form's value of a name, else the query's; of several the last. Undefined when neither has it. */
export function carriedValue({ form, query }: Carried, name: string): string | undefined {
  return form.getAll(name).at(-1) ?? query.getAll(name).at(-1);
}

export type ReadParameters = {
  /** By declared name; absent parameters are absent. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Names that the endpoint does not know; empty below the level that lists them. */
  readonly ignored: readonly string[];
};

/** How an endpoint's parameters are read where its declaration is not enough. */
export type ParameterRules = {
  /** Handed over as the text that came: the route reads them itself. */
  readonly raw?: readonly string[];
  /** Declared as required, and yet its absence is for the route to showError about. */
  readonly mayLack?: readonly string[];
  /** Declared, and yet unknown here: answers list them as ignored. */
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

/** The value as the schema gives it; throws a `Refusal` that names the part that does not fit. */
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

/** A text as the server keeps it; throws what its declaration says of one that it refuses. */
export function accepted(parameter: Pick<Parameter, "checks" | "isTrimmed">, text: string): string {
  const taken = kept(parameter, text);
  const found = complaintAbout(parameter, taken);
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

/** What is wrong with a value, by the code of the issue. */
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
  // `client` names the program of a request; it is understood everywhere and declared nowhere.
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
