/**
 * The output of a verb: aligned and coloured on a terminal, tab-separated in a pipe, or JSON.
 *
 * All texts from outside are made safe here, so that no verb can forget it.
 */

import type { Cells } from "#base/cells.ts";
import { safeLine, safeText } from "#base/safe-text.ts";
import type { HourStyle } from "#base/time.ts";
import { wordList } from "#base/word-list.ts";
import type { Glyphs } from "#theme/glyphs.ts";
import type { Painter } from "#theme/painter.ts";
import type { Token } from "#theme/tokens.ts";
import { Exit } from "./exit-codes.ts";
import { type Invocation, text, wholeNumber } from "./invocation.ts";

/** How to draw on the standard output. */
export type OutputStyle = {
  readonly painter: Painter;
  readonly glyphs: Glyphs;
  readonly cells: Cells;
  readonly hours: HourStyle;
};

/** Where the bytes go. */
export type Sink = {
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly write: (text: string) => void;
  readonly style: OutputStyle;
  /** Takes rows that would be lines of JSON, with what else the verb tells of them. Without it, they are written. */
  readonly take?: (row: Readonly<Record<string, unknown>>) => void;
  /** Whose output it is, if the verb runs for several accounts. */
  readonly account?: OutputAccount;
};

export type OutputAccount = {
  readonly name: string;
  /** Takes the rows of its table, to print those of all accounts as one. Without it, each prints its own. */
  readonly rows?: (rows: readonly RankedRow[]) => void;
  /** Whether the last text was this account's. */
  readonly continues: () => boolean;
};

/** Cells, or a line of JSON. Rows of several accounts are in the order of their ranks. */
export type RankedRow = { readonly rank: number; readonly row: readonly Cell[] | string };

/** One cell of a table. */
export type Cell = string | number | { readonly text: string; readonly token: Token };

export type RowShape<Row> = {
  /** The sentence on a terminal if there are no rows. */
  readonly none?: string;
  /** The values of all fields listed in the verb's row of the table; `about` is no field (`cli/place.ts`). */
  readonly json: (row: Row) => Readonly<Record<string, unknown>>;
  readonly cells: (row: Row) => readonly Cell[];
  /** The place of the row among those of several accounts, from 0; by default the accounts follow each other. */
  readonly rank?: (row: Row) => number;
};

export type Output = Sink & {
  /** The fields requested with `--json`, unless the output is for a terminal or a pipe. */
  readonly fields: readonly string[] | undefined;
  /** The first ones, if -n limits their number. */
  readonly rows: <Row>(rows: readonly Row[], shape: RowShape<Row>) => void;
  /** One line of JSON with the requested fields. */
  readonly json: (values: Readonly<Record<string, unknown>>) => void;
  /** Says what was done, and to whom: on a terminal, or with -v on standard error. */
  readonly report: (sentence: string) => void;
};

/** Throws an Exit for an unknown field. */
function requestedFields(
  invocation: Invocation,
  known: readonly string[],
): readonly string[] | undefined {
  const listed = text(invocation, "fields");
  if (listed === undefined) return invocation.options["json"] === true ? known : undefined;
  const names = listed.split(",").map((name) => name.trim());
  const strange = names.find((name) => !known.includes(name));
  if (strange === undefined) return names;
  throw new Exit("misuse", `--json has no field "${strange}". It knows ${wordList(known, "or")}.`);
}

/**
 * `say` receives everything that is not output, for standard error. `account`: the name of the account, for the field of
 * that name.
 */
export function outputFor(
  sink: Sink,
  invocation: Invocation,
  known: readonly string[],
  say: (sentence: string) => void,
  account: string | null = null,
): Output {
  const fields = requestedFields(invocation, known);
  const most = wholeNumber(invocation, "count");
  const lineOf = (values: Readonly<Record<string, unknown>>) => {
    const all: Readonly<Record<string, unknown>> = { account, ...values };
    return jsonLine(Object.fromEntries((fields ?? known).map((name) => [name, all[name]])));
  };
  const json: Output["json"] = (values) =>
    sink.take === undefined ? sink.write(`${lineOf(values)}\n`) : sink.take(values);
  const named: readonly Cell[] = sink.account ? [{ text: sink.account.name, token: "dim" }] : [];
  const print = sink.account?.rows ?? ((rows) => writeRows(sink, invocation, rows));
  const report = (sentence: string) => {
    const whose = sink.account === undefined ? "" : `${sink.account.name}: `;
    const words = safeLine(whose + sentence);
    if (sink.isTerminal && fields === undefined) sink.write(`${words}\n`);
    else if (invocation.options["verbose"] === true) say(words);
  };
  return {
    ...sink,
    fields,
    json,
    report,
    rows: (all, shape) => {
      const rows = all.slice(0, most);
      const isNone = rows.length === 0 && fields === undefined && sink.isTerminal;
      if (isNone && shape.none !== undefined) say(shape.none);
      else if (sink.take !== undefined && fields !== undefined)
        for (const row of rows) sink.take(shape.json(row));
      else
        print(
          rows.map((row) => ({
            rank: shape.rank?.(row) ?? 0,
            row: fields === undefined ? [...named, ...shape.cells(row)] : lineOf(shape.json(row)),
          })),
        );
    },
  };
}

/** The first rows, if -n limits their number. */
export function writeRows(sink: Sink, invocation: Invocation, all: readonly RankedRow[]): void {
  const ordered = all.toSorted((one, other) => one.rank - other.rank);
  const rows = ordered.slice(0, wholeNumber(invocation, "count")).map(({ row }) => row);
  const cells = rows.filter((row): row is readonly Cell[] => typeof row !== "string");
  const lines = rows.filter((row) => typeof row === "string");
  sink.write(table(sink, cells) + lines.map((line) => `${line}\n`).join(""));
}

const textOf = (cell: Cell) => safeLine(String(typeof cell === "object" ? cell.text : cell));

/** In less room, the last column says nothing. */
const leastRoom = 12;
const indent = 2;

/**
 * The last column is cut at the edge of the terminal, others at two fifths of its width; numbers are right-aligned. An empty
 * column takes no room. Where the others leave none for the last one, it is below its row.
 */
function table(sink: Sink, rows: readonly (readonly Cell[])[]): string {
  if (!sink.isTerminal) return rows.map((row) => `${row.map(textOf).join("\t")}\n`).join("");
  const { cells, painter } = sink.style;
  const most = Math.max(8, Math.floor(sink.columns * 0.4));
  const widths: number[] = [];
  for (const row of rows)
    for (const [at, cell] of row.slice(0, -1).entries())
      widths[at] = Math.min(most, Math.max(widths[at] ?? 0, cells.width(textOf(cell))));
  const taken = takenBy(widths);
  const isBelow = sink.columns - taken < leastRoom;
  if (isBelow) narrow(widths, sink.columns);
  const room = Math.max(leastRoom, sink.columns - (isBelow ? indent : taken));
  const shown = (cell: Cell, width = room) =>
    typeof cell === "number" ? cells.padStart(textOf(cell), width) : cells.cut(textOf(cell), width);
  const lineOf = (row: readonly Cell[]) => {
    // No trailing blanks.
    const last = row.findLastIndex((cell) => textOf(cell) !== "");
    const isLastBelow = isBelow && last === row.length - 1;
    const beside = isLastBelow
      ? row.findLastIndex((cell, at) => at < last && textOf(cell) !== "")
      : last;
    const drawn = row.slice(0, last + 1).map((cell, at) => {
      const words = shown(cell, widths[at]);
      const padded = at >= beside ? words : cells.pad(words, widths[at] ?? 0);
      return typeof cell === "object" ? painter.paint(cell.token, padded) : padded;
    });
    const line = drawn.slice(0, beside + 1).filter((_, at) => widths[at] !== 0);
    const below = isLastBelow ? [" ".repeat(indent) + drawn.at(-1)] : [];
    return [line.join("  "), ...below];
  };
  return rows.flatMap((row) => lineOf(row).map((line) => `${line}\n`)).join("");
}

/** Columns of all of them, with the gap after each. */
function takenBy(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + (width === 0 ? 0 : width + 2), 0);
}

/** The widest give way until all of them fit beside each other. */
function narrow(widths: number[], columns: number): void {
  while (takenBy(widths) - 2 > columns) {
    const widest = Math.max(...widths);
    if (widest <= leastRoom) return;
    widths[widths.indexOf(widest)] = widest - 1;
  }
}

/** A safe text with a token, for lines outside of tables. */
export function painted({ style }: Sink, token: Token | readonly Token[], words: string): string {
  return style.painter.paint(token, safeLine(words));
}

// Reports changes: a sentence on a terminal and with -v, and one line of JSON for each changed thing if requested.

type Deleted = {
  /** All that was there, such as `2 drafts for #dev`. */
  readonly what: string;
  /** Sentences about what was not. */
  readonly absences: readonly string[];
  /** See `wayBack`. */
  readonly undo: string;
};

/** A row for each thing that was deleted; with none, only the absences are told. */
export function tellDeleted(
  context: { readonly output: Output },
  { what, absences, undo }: Deleted,
  ...rows: readonly Readonly<Record<string, unknown>>[]
): void {
  const sentences = [...(rows.length > 0 ? [`Deleted ${what}.`] : []), ...absences];
  tellDone(context, sentences.join(" ") + undo, ...rows);
}

export function tellDone(
  { output }: { readonly output: Output },
  sentence: string,
  ...rows: readonly Readonly<Record<string, unknown>>[]
): void {
  if (output.fields !== undefined) for (const row of rows) output.json(row);
  output.report(sentence);
}

/** Reports one new thing; a pipe gets its ID, or a word that stands for it. */
export function tellCreated(
  context: { readonly output: Output },
  id: number | string | null,
  sentence: string,
  row: Readonly<Record<string, unknown>>,
): void {
  const { output } = context;
  if (!output.isTerminal && output.fields === undefined) output.write(`${id}\n`);
  tellDone(context, sentence, row);
}

/** A command of weir, to be typed. */
export type Command = {
  readonly verb: string;
  readonly args?: readonly string[];
  readonly options?: readonly string[];
};

/**
 * The end of a sentence about a change: the commands that undo it. The options by which the account was chosen are
 * added.
 */
export function wayBack(
  { invocation, output }: { readonly invocation: Invocation; readonly output: Output },
  ...commands: readonly Command[]
): string {
  const account = output.account?.name ?? text(invocation, "account");
  const chosenBy = { account, rc: text(invocation, "rc"), config: text(invocation, "config") };
  const chosen = Object.entries(chosenBy).flatMap(([name, value]) =>
    value === undefined ? [] : optionWords(name, value),
  );
  const lines = commands.map(({ verb, args = [], options = [] }) => {
    const all = [...options, ...chosen];
    // A text may look like an option.
    const isUnclear = args.some((arg) => arg.startsWith("-"));
    const words = isUnclear ? [...all, "--", ...args] : [...args, ...all];
    return ["weir", verb, ...words.map(shellWord)].join(" ");
  });
  return lines.length === 0 ? "" : ` To undo: ${lines.join("; ")}`;
}

/** An option with its value, which may look like an option itself. */
export function optionWords(name: string, value: string): readonly string[] {
  return value.startsWith("-") ? [`--${name}=${value}`] : [`--${name}`, value];
}

/** As a shell reads it back. A text that a terminal may not show as it is has escapes, as bash, zsh and ksh know them. */
function shellWord(text: string): string {
  if (/^[\w@.,:=/+-]+$/.test(text)) return text;
  if (safeLine(text) === text) return `'${text.replaceAll("'", "'\\''")}'`;
  const escaped = [...text].map((sign) => {
    if (sign === "\\" || sign === "'") return `\\${sign}`;
    if (sign === "\n") return "\\n";
    return safeLine(sign) === sign ? sign : codePoint(sign);
  });
  return `$'${escaped.join("")}'`;
}

function codePoint(sign: string): string {
  return `\\U${(sign.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`;
}

// Formats an API answer as JSON that is safe to print: control characters are escaped.

/** Control and invisible characters, except joiners, which emoji use. */
const unseen = /[[\p{Cc}\p{Cf}\u2028\u2029]--[\n\u200c\u200d]]/gv;

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/** One line; equal to the answer. */
export function jsonLine(answer: unknown): string {
  return JSON.stringify(answer).replace(unseen, escaped);
}

/** Indented. */
export function jsonPage(answer: unknown): string {
  return safeText(JSON.stringify(answer, undefined, 2).replace(unseen, escaped));
}
