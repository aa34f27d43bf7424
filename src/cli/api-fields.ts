/** Parses the parameters of a call: `-f name=value`, from a file, or from standard input. */

import { mediaType } from "#api/media-type.ts";
import type { Attached } from "#api/multipart.ts";
import { reasonOf } from "#host/file-errors.ts";
import type { Fields } from "./api-values.ts";
import { Exit } from "./exit-codes.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export type Sources = {
  /** Rejects if the file cannot be read. */
  readonly readFile: (path: string) => Promise<Bytes>;
  readonly readInput: () => Promise<Bytes>;
};

export type CallFields = {
  readonly fields: Fields;
  readonly file: Attached | undefined;
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
    throw new Exit("usage", "Only one field can be read from standard input.");
  const fields = new Map<string, string[]>();
  let file: Attached | undefined;
  for (const [name, value] of pairs) {
    const read = isSource(value)
      ? await readSource(name, value, sources, fileUse)
      : // Two at signs stand for one that is meant as it is, as in front of a mention.
        value.replace(/^@@/, "@");
    if (typeof read === "string") fields.set(name, [...(fields.get(name) ?? []), read]);
    else if (file === undefined) file = read;
    else throw new Exit("usage", "Only one file can be sent per call.");
  }
  return { fields, file };
}

function pairOf(field: string): readonly [string, string] {
  const cut = field.indexOf("=");
  if (cut < 1) throw new Exit("usage", `A field has the form name=value, not "${field}".`);
  return [field.slice(0, cut), field.slice(cut + 1)];
}

function isInput(value: string): boolean {
  return value === "-" || value === "@-";
}

function isSource(value: string): boolean {
  return value === "-" || /^@(?!@)/.test(value);
}

async function bytesOf(name: string, value: string, { readFile, readInput }: Sources) {
  if (isInput(value)) return readInput();
  const path = value.slice(1);
  try {
    return await readFile(path);
  } catch (error) {
    const hint = "Write @@ for a leading @.";
    throw new Exit("usage", `${name} cannot be read from ${path}: ${reasonOf(error)}. ${hint}`);
  }
}

/** The text of a file or of standard input, or a file; standard input takes the name of its field. */
async function readSource(
  field: string,
  value: string,
  sources: Sources,
  fileUse: FileUse,
): Promise<string | Attached> {
  const bytes = await bytesOf(field, value, sources);
  if (fileUse === "never" || (fileUse === "binary" && isUtf8(bytes)))
    return new TextDecoder().decode(bytes);
  const name = isInput(value) ? field : (value.slice(1).split(/[/\\]/).at(-1) ?? field);
  return { name, type: mediaType(name), bytes };
}

function isUtf8(bytes: Bytes): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
