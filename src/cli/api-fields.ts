/** The parameters of a call: `-f name=value`, from a file or standard input, and the values that they are. */

import { chunksOf, mediaType, type Streamed } from "#api/multipart.ts";
import { nearest } from "#base/nearest.ts";
import { wordList } from "#base/word-list.ts";
import { type OpenedFile, readAtMost } from "#host/local-files.ts";
import { typeWords } from "#wire/checks.ts";
import { type Endpoint, isKnownAt, type Parameter, type Parameters } from "#wire/endpoint.ts";
import { Exit } from "./exit-codes.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The most bytes that are read of a text, and of a file whose content must be known: no server accepts as much. */
export const longestText = 10_000_000;
const longestFile = 200_000_000;

export type Sources = {
  /** Rejects with a sentence if the file cannot be read. */
  readonly openFile: (path: string) => Promise<Pick<OpenedFile, "name" | "size" | "chunks">>;
  /** Throws an Exit if there are more bytes. */
  readonly readInput: (longest: number) => Promise<Bytes>;
};

export type CallFields = {
  readonly fields: Fields;
  readonly file: Streamed | undefined;
};

/** Whether content from a file or standard input is uploaded as a file: never, always, or if it is binary. */
export type FileUse = "never" | "always" | "binary";

/**
 * The fields as texts, and the file of an upload. Throws an Exit for an invalid field, for an unreadable file, and if
 * standard input is used twice.
 */
export async function readFields(
  written: readonly string[],
  sources: Sources,
  fileUse: FileUse = "never",
): Promise<CallFields> {
  const pairs = written.map(pairOf);
  if (pairs.filter(([, value]) => isInput(value)).length > 1)
    throw new Exit("misuse", "Only one field can be read from standard input.");
  const fields = new Map<string, string[]>();
  let file: Streamed | undefined;
  for (const [name, value] of pairs) {
    const read = isSource(value)
      ? await readSource(name, value, sources, fileUse)
      : // Two at signs stand for one that is meant as it is, as in front of a mention.
        value.replace(/^@@/, "@");
    if (typeof read === "string") fields.set(name, [...(fields.get(name) ?? []), read]);
    else if (file === undefined) file = read;
    else throw new Exit("misuse", "Only one file can be sent per call.");
  }
  return { fields, file };
}

function pairOf(field: string): readonly [string, string] {
  const cut = field.indexOf("=");
  if (cut < 1) throw new Exit("misuse", `A field has the form name=value, not "${field}".`);
  return [field.slice(0, cut), field.slice(cut + 1)];
}

function isInput(value: string): boolean {
  return value === "-" || value === "@-";
}

function isSource(value: string): boolean {
  return value === "-" || /^@(?!@)/.test(value);
}

/** The text of a file or of standard input, or a file; standard input takes the name of its field. */
async function readSource(
  field: string,
  value: string,
  { openFile, readInput }: Sources,
  fileUse: FileUse,
): Promise<string | Streamed> {
  const longest = fileUse === "never" ? longestText : longestFile;
  if (isInput(value)) return contentOf(field, await readInput(longest), fileUse);
  try {
    const file = await openFile(value.slice(1));
    if (fileUse === "always") return { ...file, type: mediaType(file.name) };
    const bytes = await readAtMost(file.chunks, longest);
    if (bytes !== undefined) return contentOf(file.name, bytes, fileUse);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Exit("usage", `${field}: ${reason} Write @@ for a leading @.`);
  }
  throw new Exit("usage", `${value.slice(1)} is longer than ${longest / 1_000_000} MB.`);
}

function contentOf(name: string, bytes: Bytes, fileUse: FileUse): string | Streamed {
  const isText = fileUse === "never" || (fileUse === "binary" && isUtf8(bytes));
  if (isText) return new TextDecoder().decode(bytes);
  return { name, type: mediaType(name), ...chunksOf(bytes) };
}

function isUtf8(bytes: Bytes): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

// Converts typed parameters to values, according to their declaration.

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
    const declaration = parameterOf(endpoint.parameters, typed);
    if (declaration === undefined) continue;
    const [name, parameter] = declaration;
    requireLevel(name, parameter, level);
    const earlier = givenAs.get(name);
    if (earlier !== undefined) throw new Exit("usage", `${typed} repeats ${earlier}.`);
    givenAs.set(name, typed);
    values[name] = readingOf(typed, parameter, texts);
  }
  const missing = Object.entries(endpoint.parameters).flatMap(([name, parameter]) =>
    parameter.required && isKnownAt(parameter, level) && !(name in values) ? [name] : [],
  );
  if (missing.length === 0) return withLists(endpoint, values);
  throw new Exit(
    "usage",
    `${callName(endpoint)} needs ${wordList(missing, "and")}. ${hint(endpoint)}`,
  );
}

/** Treats a single number as a list if the rest of the call implies one. */
function withLists({ parameters }: Endpoint, values: Values): Values {
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
  throw new Exit(
    "usage",
    `${name} takes ${words}${aid(parameter, words)}, not ${wordList(texts, "or")}.`,
  );
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
