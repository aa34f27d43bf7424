/** What a verb lists: values that can be sent from the program that has the replica to the one that prints them. */
import { fieldsOf } from "#base/fields.ts";
import { type Token, tokens } from "#theme/tokens.ts";
import type { Cell, Output } from "./output.ts";

export type Listing = {
  /** Sentences for standard error, before the rows. */
  readonly notes?: readonly string[];
  /** The sentence on a terminal if there are no rows. */
  readonly none: string;
  readonly rows: readonly ListedRow[];
};

export type ListedRow = {
  /** The fields of `--json`, and what else the verb tells of them. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly cells: readonly Cell[];
  /** The place of the row among those of several accounts. */
  readonly rank?: number;
};

export function printListing(
  { output, say }: { readonly output: Output; readonly say: (sentence: string) => void },
  { notes = [], none, rows }: Listing,
): void {
  for (const note of notes) say(note);
  output.rows(rows, {
    none,
    json: ({ json }) => json,
    cells: ({ cells }) => cells,
    rank: ({ rank = 0 }) => rank,
  });
}

/** Whether a program has answered with one. */
export function isListing(value: unknown): value is Listing {
  const { notes = [], none, rows } = fieldsOf(value);
  return areTexts(notes) && typeof none === "string" && Array.isArray(rows) && rows.every(isRow);
}

function isRow(value: unknown): boolean {
  const { json, cells, rank = 0 } = fieldsOf(value);
  const areCells = Array.isArray(cells) && cells.every(isCell);
  return typeof json === "object" && json !== null && areCells && typeof rank === "number";
}

function isCell(value: unknown): boolean {
  if (typeof value === "string" || typeof value === "number") return true;
  const { text, token } = fieldsOf(value);
  return typeof text === "string" && tokens.includes(token as Token);
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
