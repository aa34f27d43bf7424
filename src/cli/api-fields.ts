/** The parameters of a call as the command line gives them: `-f name=value`, from a file, or from standard input. */
import type { Attached } from "#api/multipart.ts";
import { reasonOf } from "#host/file-errors.ts";
import type { Fields } from "./api-values.ts";
import { Exit } from "./exit-codes.ts";
import { mediaType } from "./media-types.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export type Sources = {
  /** Rejects when the file cannot be read. */
  readonly readFile: (path: string) => Promise<Bytes>;
  readonly readInput: () => Promise<Bytes>;
};

export type Given = {
  readonly fields: Fields;
  /** What travels whole, as it is. */
  readonly file: Attached | undefined;
};

/**
 * Where a call takes a file, what comes from a file or from standard input is that file; elsewhere it is a text.
 * Throws an Exit for what is no field, for a file that cannot be read, and when standard input is asked for twice.
 */
export async function readFields(
  written: readonly string[],
  sources: Sources,
  takesFile = false,
): Promise<Given> {
  const pairs = written.map(pairOf);
  if (pairs.filter(([, value]) => isInput(value)).length > 1)
    throw new Exit("usage", "Only one field can take its value from standard input.");
  const fields = new Map<string, string[]>();
  let file: Attached | undefined;
  for (const [name, value] of pairs) {
    if (takesFile && isSource(value)) {
      if (file !== undefined) throw new Exit("usage", "One file travels at a time.");
      file = await fileOf(name, value, sources);
    } else {
      const texts = fields.get(name) ?? [];
      texts.push(await textOf(name, value, sources));
      fields.set(name, texts);
    }
  }
  return { fields, file };
}

function pairOf(field: string): readonly [string, string] {
  const cut = field.indexOf("=");
  if (cut < 1) throw new Exit("usage", `A field is written name=value, not "${field}".`);
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
    const hint = "A text that begins with @ is written with two.";
    throw new Exit("usage", `${name} cannot be read from ${path}: ${reasonOf(error)}. ${hint}`);
  }
}

/** Two at signs stand for one that is meant as it is, as in front of the people whom a message calls. */
async function textOf(name: string, value: string, sources: Sources): Promise<string> {
  if (isSource(value)) return new TextDecoder().decode(await bytesOf(name, value, sources));
  return value.replace(/^@@/, "@");
}

/** What comes from standard input is called as its field is. */
async function fileOf(field: string, value: string, sources: Sources): Promise<Attached> {
  const name = isInput(value) ? field : (value.slice(1).split(/[/\\]/).at(-1) ?? field);
  return { name, type: mediaType(name), bytes: await bytesOf(field, value, sources) };
}
