/** Reads the parameters of a request as its declaration says, with the complaints of real servers. */
import type { z } from "zod";
import {
  type Endpoint,
  encodingAt,
  isKnownAt,
  type Parameter,
  type Parameters,
} from "#wire/endpoint.ts";
import { since as levels } from "#wire/levels.ts";
import { Refusal } from "./failures.ts";

/** What a request carries: the form first, then the query. */
export type Carried = {
  readonly form: URLSearchParams;
  readonly query: URLSearchParams;
};

/** The form's value of a name, else the query's; undefined when neither has it. */
export function carriedValue({ form, query }: Carried, name: string): string | undefined {
  return form.get(name) ?? query.get(name) ?? undefined;
}

export type Reading = {
  /** By declared name; absent parameters are absent. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Names that the endpoint does not know; undefined below the level that tells them. */
  readonly ignored: readonly string[] | undefined;
};

/** How an endpoint's parameters are read where its declaration is not enough. */
export type ReadingRules = {
  /** Handed over as the text that came: the route reads them itself. */
  readonly raw?: readonly string[];
  /** Declared as required, and yet its absence is for the route to complain about. */
  readonly mayLack?: readonly string[];
  /** The older wording of complaints about JSON. */
  readonly older?: boolean;
  /** Says nothing of parameters that it does not know. */
  readonly silent?: boolean;
};

export function readParameters(
  { parameters }: Pick<Endpoint, "parameters">,
  carried: Carried,
  level: number,
  { raw = [], mayLack = [], older = false, silent = false }: ReadingRules = {},
): Reading {
  const known = Object.entries(parameters).filter(([, parameter]) => isKnownAt(parameter, level));
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of known) {
    const text = textOf(name, parameter, carried);
    if (text === undefined && parameter.required && !mayLack.includes(name)) throw missing(name);
    if (text === undefined) continue;
    values[name] = raw.includes(name) ? text : readValue(name, parameter, text, { level, older });
  }
  return { values, ignored: silent ? undefined : ignoredNames(known, carried, level) };
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

function readValue(
  name: string,
  parameter: Parameter,
  text: string,
  { level, older }: { readonly level: number; readonly older: boolean },
): unknown {
  const isJson = encodingAt(parameter, level) === "json";
  const value = isJson ? parsed(name, text, older) : text;
  const result = parameter.schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Refusal(issue === undefined ? `Invalid ${name}` : complaint(name, issue, value, older));
}

/** Parses JSON text; an integer larger than any ID stays what it is. */
export function parsed(name: string, text: string, older = false): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const what = older ? `Argument "${name}"` : name;
    const full = older ? `${what} is not valid JSON.` : `${what} is not valid JSON`;
    throw new Refusal(full);
  }
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

function complaint(name: string, issue: z.core.$ZodIssue, value: unknown, older: boolean): string {
  const place = issue.path.map((step) =>
    typeof step === "number" ? `[${step}]` : `["${String(step)}"]`,
  );
  const where = `${name}${place.join("")}`;
  switch (issue.code) {
    case "too_small":
      return `${where} is too small`;
    case "too_big":
      return `${where} is too large`;
    case "invalid_type":
      if (at(value, issue.path) === undefined && issue.path.length > 0) {
        return older
          ? `${String(issue.path.at(-1))} key is missing from ${name}`
          : `${where} field is missing: Field required`;
      }
      return `${where} is not ${articles[issue.expected] ?? issue.expected}`;
    default:
      return `Invalid ${where}`;
  }
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, step) =>
      typeof inner === "object" && inner !== null
        ? (inner as Record<PropertyKey, unknown>)[step]
        : undefined,
    value,
  );
}

function ignoredNames(
  known: readonly (readonly [string, Parameter])[],
  { form, query }: Carried,
  level: number,
): readonly string[] | undefined {
  if (level < levels.ignoredParameters) return undefined;
  const names = new Set(known.flatMap(([name, { aliases = [] }]) => [name, ...aliases]));
  // `client` names the program of a request; it is understood everywhere and declared nowhere.
  names.add("client");
  return [...new Set([...form.keys(), ...query.keys()])].filter((name) => !names.has(name)).sort();
}

export type ReadValues<P extends Parameters> = {
  readonly [K in keyof P]: P[K]["required"] extends true
    ? z.output<P[K]["schema"]>
    : z.output<P[K]["schema"]> | undefined;
};
