/** Reads the parameters of a request as its declaration says, with the complaints of real servers. */
import type { z } from "zod";
import {
  type Endpoint,
  encodingAt,
  isKnownAt,
  type Parameter,
  type Parameters,
} from "#wire/endpoint.ts";
import { documentLevel } from "#wire/error-texts.ts";
import { since as levels } from "#wire/levels.ts";
import { Refusal } from "./failures.ts";

/** What a request carries: the form first, then the query. */
export type Carried = {
  readonly form: URLSearchParams;
  readonly query: URLSearchParams;
};

/** The form's value of a name, else the query's; of several the last. Undefined when neither has it. */
export function carriedValue({ form, query }: Carried, name: string): string | undefined {
  return form.getAll(name).at(-1) ?? query.getAll(name).at(-1);
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
  /** Says nothing of parameters that it does not know, at least on servers newer than the document. */
  readonly silent?: boolean;
  /** Understood and declared nowhere: the route reads them, and nobody is told that they were ignored. */
  readonly tacit?: readonly string[];
  /** What real servers call an object of a parameter when something else stands in its place. */
  readonly models?: Readonly<Record<string, string>>;
};

export function readParameters(
  { parameters }: Pick<Endpoint, "parameters">,
  carried: Carried,
  level: number,
  rules: ReadingRules = {},
): Reading {
  const { raw = [], mayLack = [], silent = false, tacit = [] } = rules;
  const known = Object.entries(parameters).filter(([, parameter]) => isKnownAt(parameter, level));
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of known) {
    const text = textOf(name, parameter, carried);
    if (text === undefined && parameter.required && !mayLack.includes(name)) throw missing(name);
    if (text === undefined) continue;
    values[name] = raw.includes(name) ? text : readValue(name, parameter, text, level, rules);
  }
  const isSilent = silent && level > documentLevel;
  return { values, ignored: isSilent ? undefined : ignoredNames(known, tacit, carried, level) };
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
  level: number,
  rules: ReadingRules,
): unknown {
  const isJson = encodingAt(parameter, level) === "json";
  const told = isJson ? parsed(name, text, rules.older) : text;
  const value = parameter.heard === undefined ? told : parameter.heard(told, level);
  const result = parameter.schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Refusal(issue === undefined ? `Invalid ${name}` : complaint(name, issue, value, rules));
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

function complaint(
  name: string,
  issue: z.core.$ZodIssue,
  value: unknown,
  { older = false, models = {} }: ReadingRules,
): string {
  const where = `${name}${placeIn(issue.path)}`;
  if (issue.path.length > 0 && at(value, issue.path) === undefined) {
    return older
      ? `${String(issue.path.at(-1))} key is missing from ${name}`
      : `${where} field is missing: Field required`;
  }
  switch (issue.code) {
    case "too_small":
      return `${where} is too small`;
    case "too_big":
      return `${where} is too large`;
    case "invalid_union":
      return (older ? undefined : unionComplaint(where, issue)) ?? `Invalid ${where}`;
    case "invalid_type":
      return issue.expected === "object" && models[name] !== undefined
        ? `Invalid ${where}: Input should be a valid dictionary or instance of ${models[name]}`
        : `${where} is not ${articles[issue.expected] ?? issue.expected}`;
    default:
      return `Invalid ${where}`;
  }
}

function placeIn(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `["${String(step)}"]`))
    .join("");
}

/** What the first choice of several is called where a value fits none; of lists and maps with what is in them. */
const choiceNames: Readonly<Record<string, string>> = {
  int: "int",
  number: "int",
  string: "str",
  boolean: "bool",
  record: "dict[str,str]",
};

/** The first choice complains. */
function unionComplaint(where: string, issue: z.core.$ZodIssueInvalidUnion): string | undefined {
  const [first] = issue.errors[0] ?? [];
  if (first?.code !== "invalid_type") return undefined;
  const place = `["${choiceOf(first)}"]${placeIn(first.path)}`;
  return `${where}${place} is not ${articles[first.expected] ?? first.expected}`;
}

/** A list is called by what is in it, and so is a map. */
function choiceOf({ path: [step], expected }: z.core.$ZodIssueInvalidType): string {
  const own = choiceNames[expected] ?? expected;
  if (step === undefined) return own;
  return typeof step === "number" ? `list[${own}]` : (choiceNames["record"] ?? own);
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
  tacit: readonly string[],
  { form, query }: Carried,
  level: number,
): readonly string[] | undefined {
  if (level < levels.ignoredParameters) return undefined;
  const names = new Set(known.flatMap(([name, { aliases = [] }]) => [name, ...aliases]));
  // `client` names the program of a request; it is understood everywhere and declared nowhere.
  for (const name of ["client", ...tacit]) names.add(name);
  return [...new Set([...form.keys(), ...query.keys()])].filter((name) => !names.has(name)).sort();
}

export type ReadValues<P extends Parameters> = {
  readonly [K in keyof P]: P[K]["required"] extends true
    ? z.output<P[K]["schema"]>
    : z.output<P[K]["schema"]> | undefined;
};
