/** Converts typed parameters to values, according to their declaration. */
import { nearest } from "#base/nearest.ts";
import { type Endpoint, isKnownAt, type Parameter, type Parameters } from "#wire/endpoint.ts";
import { typeWords } from "#wire/type-words.ts";
import { Exit } from "./exit-codes.ts";
import { orList } from "./invocation.ts";

/** All values of each name. */
export type Fields = ReadonlyMap<string, readonly string[]>;

type Values = Readonly<Record<string, unknown>>;

/** Undeclared names. */
export function undeclaredIn({ parameters }: Endpoint, fields: Fields): readonly string[] {
  return [...fields.keys()].filter((name) => !parameterOf(parameters, name));
}

/** A suggestion for a mistyped name, as a sentence; empty if none is close. */
export function nearName({ parameters }: Endpoint, typed: string): string {
  const close = nearest(typed, Object.keys(parameters));
  return close === undefined ? "" : ` Did you mean ${close}?`;
}

/** Throws an Exit for an invalid value, or a missing required one. */
export function valuesFor(endpoint: Endpoint, fields: Fields, level: number): Values {
  const values: Record<string, unknown> = {};
  const givenAs = new Map<string, string>();
  for (const [typed, texts] of fields) {
    const found = parameterOf(endpoint.parameters, typed);
    if (found === undefined) continue;
    const [name, parameter] = found;
    requireLevel(name, parameter, level);
    const earlier = givenAs.get(name);
    if (earlier !== undefined) throw new Exit("usage", `${typed} repeats ${earlier}.`);
    givenAs.set(name, typed);
    values[name] = readingOf(typed, parameter, texts);
  }
  const missing = Object.entries(endpoint.parameters).flatMap(([name, parameter]) =>
    parameter.required && isKnownAt(parameter, level) && !(name in values) ? [name] : [],
  );
  if (missing.length === 0) return listed(endpoint, values);
  throw new Exit("usage", `${callName(endpoint)} needs ${list(missing)}. ${hint(endpoint)}`);
}

/** Treats a single number as a list if the rest of the call implies one. */
function listed({ parameters }: Endpoint, values: Values): Values {
  const entries = Object.entries(values).map(([name, value]) => {
    const isList = typeof value === "number" && parameters[name]?.isList?.(values) === true;
    return [name, isList ? [value] : value];
  });
  return Object.fromEntries(entries);
}

export function callName({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

function hint(endpoint: Endpoint): string {
  return `See weir api --describe '${callName(endpoint)}'.`;
}

function list(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}

/** The parameter with that name or alias, under its canonical name. */
function parameterOf(
  parameters: Parameters,
  typed: string,
): readonly [string, Parameter] | undefined {
  return Object.entries(parameters).find(
    ([name, { aliases = [] }]) => name === typed || aliases.includes(typed),
  );
}

function requireLevel(name: string, parameter: Parameter, level: number): void {
  if (isKnownAt(parameter, level)) return;
  const { since = 0, until = 0 } = parameter;
  const when = level < since ? `from level ${since} on` : `up to level ${until}`;
  throw new Exit("usage", `${name} exists ${when}; this server has level ${level}.`);
}

/** The first interpretation that the schema accepts: JSON before plain text, a single value before a list. */
function readingOf(name: string, parameter: Parameter, texts: readonly string[]): unknown {
  const { schema, encoding } = parameter;
  const asJson = texts.map(parsed);
  const one = texts.length === 1;
  const [text, json] = [texts[0], asJson[0]];
  const single = encoding === "plain" ? [text, json] : [json, text];
  for (const reading of [...(one ? single : []), asJson, texts]) {
    if (schema.safeParse(reading).success) return reading;
  }
  const words = typeWords(schema);
  throw new Exit("usage", `${name} takes ${words}${aid(parameter, words)}, not ${orList(texts)}.`);
}

const listForms: Readonly<Record<string, string>> = {
  "list of integers": "[1, 2], or once for each",
  "list of strings": '["a", "b"], or once for each',
};

/** An example of a value of that type. */
function aid({ description }: Parameter, words: string): string {
  const hints = [description, listForms[words]].filter((hint) => hint !== undefined);
  return hints.length === 0 ? "" : ` (${hints.join("; ")})`;
}

/** The JSON value of a text, or the text itself if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
