/** The parameters of a call as the command line gives them: `-f name=value`, from a file, or from standard input. */
import type { Fields } from "./api-values.ts";
import { Exit } from "./exit-codes.ts";

export type Sources = {
  /** Rejects when the file cannot be read. */
  readonly readFile: (path: string) => Promise<string>;
  readonly readInput: () => Promise<string>;
};

/** Throws an Exit for what is no field, for a file that cannot be read, and when standard input is asked for twice. */
export async function readFields(written: readonly string[], sources: Sources): Promise<Fields> {
  const pairs = written.map(pairOf);
  if (pairs.filter(([, value]) => isInput(value)).length > 1)
    throw new Exit("usage", "Only one field can take its value from standard input.");
  const fields = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const texts = fields.get(name) ?? [];
    texts.push(await textOf(name, value, sources));
    fields.set(name, texts);
  }
  return fields;
}

function pairOf(field: string): readonly [string, string] {
  const cut = field.indexOf("=");
  if (cut < 1) throw new Exit("usage", `A field is written name=value, not "${field}".`);
  return [field.slice(0, cut), field.slice(cut + 1)];
}

function isInput(value: string): boolean {
  return value === "-" || value === "@-";
}

async function textOf(name: string, value: string, { readFile, readInput }: Sources) {
  if (isInput(value)) return readInput();
  if (!value.startsWith("@")) return value;
  const path = value.slice(1);
  try {
    return await readFile(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Exit("usage", `${name} cannot be read from ${path}: ${reason}`);
  }
}
