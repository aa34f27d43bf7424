/** Motions by rows: the lines into which the displayed text is wrapped. */
import { type Direction, directionOf, writtenLine } from "#base/bidi.ts";
import type { LineRange } from "#base/line-breaks.ts";
import { nextEdge, previousEdge } from "./boundaries.ts";
import { type Extends, moveTo } from "./edit.ts";
import type { Editor } from "./editor.ts";

export type Rows = {
  /** The rows of the whole text, at least one. Blanks at which a row was broken belong to none. */
  readonly ranges: readonly LineRange[];
  /** The width of a part of the text in cells. */
  readonly width: (text: string) => number;
  /** Whether rows from right to left are in the order of the screen; absent: no. */
  readonly reorders?: boolean | undefined;
};

export type RowMotion = "row up" | "row down" | "row start" | "row end";

/** Moves up or down in the same column; from the first or last row, to the start or end of the text. */
export function moveByRow(
  editor: Editor,
  rows: Rows,
  motion: RowMotion,
  extending?: Extends,
): Editor {
  const { text, cursor } = editor;
  const at = rowAt(rows.ranges, cursor);
  const row = rows.ranges[at];
  if (row === undefined) return editor;
  if (motion === "row start") return moveTo(editor, row.start, extending);
  if (motion === "row end") return moveTo(editor, lastPlace(text, rows.ranges, at), extending);
  const by = motion === "row up" ? -1 : 1;
  if (rows.ranges[at + by] === undefined)
    return moveTo(editor, by < 0 ? 0 : text.length, extending);
  const goal = editor.goal ?? columnIn(text, rows, at, cursor);
  const moved = moveTo(editor, placeIn(text, rows, at + by, goal), extending);
  return { ...moved, goal };
}

/** The position in the row that is nearest to a column, at most the row's end. */
export function placeIn(text: string, rows: Rows, at: number, column: number): number {
  const { ranges, width } = rows;
  const start = ranges[at]?.start ?? 0;
  const end = lastPlace(text, ranges, at);
  const written = writtenRow(text, rows, at);
  if (written !== undefined) return Math.min(end, start + written.placeAt(column));
  let [place, cells] = [start, 0];
  while (place < end) {
    const next = nextEdge(text, place);
    cells += width(text.slice(place, next));
    if (cells > column) break;
    place = next;
  }
  return Math.min(place, end);
}

/** The column of a cursor position in the row. */
export function columnIn(text: string, rows: Rows, at: number, place: number): number {
  const start = rows.ranges[at]?.start ?? 0;
  const written = writtenRow(text, rows, at);
  return written?.columnOf(place - start) ?? rows.width(text.slice(start, place));
}

/** The direction of the paragraph of a row. */
export function rowDirection(text: string, { start }: LineRange): Direction {
  const end = text.indexOf("\n", start);
  const from = start === 0 ? 0 : text.lastIndexOf("\n", start - 1) + 1;
  return directionOf(text.slice(from, end < 0 ? text.length : end));
}

function writtenRow(text: string, { ranges, width, reorders }: Rows, at: number) {
  const range = ranges[at];
  if (!reorders || range === undefined) return undefined;
  return writtenLine(text.slice(range.start, range.end), rowDirection(text, range), width);
}

/** The last cursor position on the row: after a row that is broken within a word, the cursor is on the next row. */
function lastPlace(text: string, ranges: readonly LineRange[], at: number): number {
  const { start = 0, end = 0 } = ranges[at] ?? {};
  const next = ranges[at + 1];
  return next === undefined || end < next.start ? end : Math.max(start, previousEdge(text, end));
}

/** The row that shows this position of the text. */
export function rowAt(ranges: readonly LineRange[], place: number): number {
  return Math.max(0, firstFrom(ranges, place + 1) - 1);
}

/** The first row that begins at or after this position. */
export function firstFrom(ranges: readonly LineRange[], place: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle]?.start ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
