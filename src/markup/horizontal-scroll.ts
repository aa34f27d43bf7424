/** Horizontal scrolling: shows some of the columns of rows that are too wide. */
import { graphemes } from "#base/graphemes.ts";
import { partOf, type SafeText } from "#base/safe-text.ts";
import type { Span } from "./document.ts";
import type { RowOptions } from "./row-options.ts";
import type { Row } from "./wrap.ts";

/** A block's rows at most `columns` wide, all moved by the same number of columns; cut edges have an ellipsis. */
export function scrolledRows(
  rows: readonly Row[],
  columns: number,
  options: RowOptions,
): readonly Row[] {
  const widest = rows.reduce((most, row) => Math.max(most, row.cells), 0);
  if (widest <= columns) return rows;
  options.onCut?.(widest - columns);
  const from = Math.min(options.scrolledColumns ?? 0, widest - columns);
  return rows.map((row) => windowed(row, from, columns, options));
}

function windowed(row: Row, from: number, columns: number, { cells }: RowOptions): Row {
  const mark = partOf(cells.rules.ellipsis);
  const size = cells.width(mark);
  const cutsLeft = from > 0 && row.spans.some(({ text }) => text.trim() !== "");
  const cutsRight = row.cells > from + columns && columns > size;
  const first = from + (cutsLeft ? size : 0);
  const last = from + columns - (cutsRight ? size : 0);
  const spans = between(row, first, last, cells.width);
  const left = cutsLeft ? [hint(mark)] : [];
  const right = cutsRight ? [hint(mark)] : [];
  const all = [...left, ...spans, ...right];
  return { spans: all, cells: all.reduce((sum, { text }) => sum + cells.width(text), 0) };
}

/** The columns [first, last) of a row; half a wide character is a blank. */
function between(
  row: Row,
  first: number,
  last: number,
  width: (text: string) => number,
): readonly Span[] {
  const visible: Span[] = [];
  let at = 0;
  for (const span of row.spans) {
    if (at >= last) break;
    const end = at + width(span.text);
    const isWhole = at >= first && end <= last;
    // Most spans are entirely inside or outside: only those at an edge are split into graphemes.
    const text =
      isWhole || end <= first ? "" : textBetween(span.text, first - at, last - at, width);
    if (isWhole) visible.push(span);
    else if (text !== "") visible.push({ ...span, text: partOf(text) });
    at = end;
  }
  return visible;
}

function textBetween(
  text: string,
  first: number,
  last: number,
  width: (text: string) => number,
): string {
  let visible = "";
  let at = 0;
  for (const cluster of graphemes(text)) {
    const end = at + width(cluster);
    const isInside = at >= first && end <= last;
    const seen = Math.min(end, last) - Math.max(at, first);
    visible += isInside ? cluster : " ".repeat(Math.max(0, seen));
    at = end;
  }
  return visible;
}

function hint(text: SafeText): Span {
  return { text, role: "hint", stress: 0 };
}
