/** Parses the parameters of a call: `-f name=value`, from a file, or from standard input. */
import { chunksOf, mediaType, type Streamed } from "#api/multipart.ts";
import { type OpenedFile, readAtMost } from "#host/local-files.ts";
import type { Fields } from "./api-values.ts";
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
  if (isInput(value)) return readingOf(field, await readInput(longest), fileUse);
  try {
    const file = await openFile(value.slice(1));
    if (fileUse === "always") return { ...file, type: mediaType(file.name) };
    const bytes = await readAtMost(file.chunks, longest);
    if (bytes !== undefined) return readingOf(file.name, bytes, fileUse);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Exit("usage", `${field}: ${reason} Write @@ for a leading @.`);
  }
  throw new Exit("usage", `${value.slice(1)} is longer than ${longest / 1_000_000} MB.`);
}

function readingOf(name: string, bytes: Bytes, fileUse: FileUse): string | Streamed {
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
