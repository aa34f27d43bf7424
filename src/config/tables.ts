/** Reads lists of tables, such as `[[command]]`: each that is wrong is left out with a sentence, and the others are used. */
import { nearest } from "#base/nearest.ts";
import { isTable, mustBe, type TomlTable, wordsForValue } from "./toml-value.ts";

/** How the tables are named in the file. */
export type TableNoun = "command" | "rule";

/** About a key of the table at that place, from 0; of the whole table if the key is absent. */
export type TableComplaint = {
  readonly at: number;
  readonly key?: string;
  readonly sentence: string;
};

export type Field<Value> = {
  /** Returns undefined if it is not what it must be. */
  readonly read: (written: unknown) => Value | undefined;
  /** Completes "it must be". */
  readonly expected: string | ((written: unknown) => string);
  /** What stands for a key that is absent; undefined: it must be there. */
  readonly otherwise?: Value;
};

export type Fields<Values> = { readonly [Key in keyof Values]: Field<Values[Key]> };

/** The tables that can be used, each with its place, and what is wrong with the others and with keys that are ignored. */
export function readTables<Values>(
  noun: TableNoun,
  fields: Fields<Values>,
  written: unknown,
): {
  readonly rows: readonly (Values & { readonly at: number })[];
  readonly complaints: readonly TableComplaint[];
} {
  if (written === undefined) return { rows: [], complaints: [] };
  if (!Array.isArray(written)) {
    const sentence = `${noun} is ${wordsForValue(written)}; each ${noun} is a table [[${noun}]].`;
    return { rows: [], complaints: [{ at: 0, sentence }] };
  }
  const complaints: TableComplaint[] = [];
  const rows = written.flatMap((table, at) => {
    const complain: Complain = (key, sentence) => {
      complaints.push({ at, ...(key !== undefined && { key }), sentence });
      return undefined;
    };
    const row = isTable(table)
      ? readOne({ noun, fields, at, complain }, table)
      : complain(undefined, mustBe(`A ${noun}`, table, "a table"));
    return row === undefined ? [] : [{ ...row, at }];
  });
  return { rows, complaints };
}

/** Says what is wrong with a key, or with the whole table. */
type Complain = (key: string | undefined, sentence: string) => undefined;

type Reading<Values> = {
  readonly noun: TableNoun;
  readonly fields: Fields<Values>;
  readonly at: number;
  readonly complain: Complain;
};

function readOne<Values>(
  { noun, fields, at, complain }: Reading<Values>,
  table: TomlTable,
): Values | undefined {
  const names = Object.keys(fields);
  for (const key of Object.keys(table))
    if (!names.includes(key)) complain(key, unknown(noun, key, names));
  const which = textOf(table["title"])?.trim() || `number ${at + 1}`;
  const values: Record<string, unknown> = {};
  for (const [key, field] of Object.entries<Field<unknown>>(fields)) {
    const written = table[key];
    values[key] = written === undefined ? field.otherwise : field.read(written);
    if (values[key] !== undefined) continue;
    if (written === undefined) return complain(undefined, `The ${noun} ${which} needs ${key}.`);
    const { expected } = field;
    const words = typeof expected === "string" ? expected : expected(written);
    return complain(key, mustBe(`${key} of the ${noun} ${which}`, written, words));
  }
  return values as Values;
}

function unknown(noun: TableNoun, key: string, among: readonly string[]): string {
  const nouns = `${noun[0]?.toUpperCase()}${noun.slice(1)}s`;
  return `${nouns} have no ${key}. ${insteadOf(key, among)}`;
}

/** What is said of a name that is none of those. */
export function insteadOf(name: string, names: readonly string[]): string {
  const close = nearest(name, names);
  return close === undefined ? "It is ignored." : `Did you mean ${close}?`;
}

// What keys of several kinds of tables are.

export const titleField: Field<string> = {
  read: (written) => textOf(written)?.trim() || undefined,
  expected: "a text",
};

export function oneOf(words: readonly string[]): string {
  return `one of ${words.join(", ")}`;
}

export function among<Word extends string>(
  words: readonly Word[],
  value: unknown,
): Word | undefined {
  return words.find((word) => word === value);
}

/** One of the words, or a list of them, of which none is strange. */
export function someOf<Word extends string>(
  words: readonly Word[],
  value: unknown,
): readonly Word[] | undefined {
  const written = textsOf(value) ?? [];
  const all = written.map((word) => among(words, word)).filter((word) => word !== undefined);
  return all.length === 0 || all.length < written.length ? undefined : all;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A text, or a list of texts. */
export function textsOf(value: unknown): readonly string[] | undefined {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.every((each) => typeof each === "string") ? list : undefined;
}
