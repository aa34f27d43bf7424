/** Motions by rows: the lines into which a text is wrapped where it is shown. */
import type { LineRange } from "#base/line-breaks.ts";
import { nextEdge, previousEdge } from "./boundaries.ts";
import { type Extends, moveTo } from "./edit.ts";
import type { Editor } from "./editor.ts";

export type Rows = {
  /** Rows of the whole text, at least one. Blanks where a row was broken belong to none. */
  readonly ranges: readonly LineRange[];
  /** Cells that a part of the text takes. */
  readonly width: (text: string) => number;
};

export type RowMotion = "row up" | "row down" | "row start" | "row end";

/** Up and down stay in the column where they began; from the first and the last row they lead to the text's ends. */
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
  const goal = editor.goal ?? rows.width(text.slice(row.start, cursor));
  const moved = moveTo(editor, placeIn(text, rows, at + by, goal), extending);
  return { ...moved, goal };
}

/** The place nearest to a column of a row that is not beyond its end. */
export function placeIn(text: string, { ranges, width }: Rows, at: number, column: number): number {
  const start = ranges[at]?.start ?? 0;
  const end = lastPlace(text, ranges, at);
  let [place, cells] = [start, 0];
  while (place < end) {
    const next = nextEdge(text, place);
    cells += width(text.slice(place, next));
    if (cells > column) break;
    place = next;
  }
  return Math.min(place, end);
}

/** Where the cursor still stands on the row: behind a row that is broken within a word it stands on the next one. */
function lastPlace(text: string, ranges: readonly LineRange[], at: number): number {
  const { start = 0, end = 0 } = ranges[at] ?? {};
  const next = ranges[at + 1];
  return next === undefined || end < next.start ? end : Math.max(start, previousEdge(text, end));
}

/** The row on which a place of the text is shown. */
export function rowAt(ranges: readonly LineRange[], place: number): number {
  return Math.max(0, firstFrom(ranges, place + 1) - 1);
}

/** The first row that begins at `place` or after it. */
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
