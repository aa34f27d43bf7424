/** Lays out tables: the widest columns are narrowed and their cells wrapped; tables that are still too wide scroll. */
import type { Cells } from "#base/cells.ts";
import { graphemes, partOf, type SafeText } from "#base/safe-text.ts";
import { type Alignment, type Block, type Span, stress } from "./document.ts";
import type { RowOptions } from "./reader-context.ts";
import { clipped, type Row, wrapped } from "./wrap.ts";

type Table = Extract<Block, { kind: "table" }>;
type CellSpans = readonly Span[];

const between = 3;
const minColumn = 3;
/** In tables that scroll, the minimum width of a column, and the maximum of one that does not fit. */
const minReadable = 8;
const maxNeeded = 40;

export function tableRows(table: Table, options: RowOptions): readonly Row[] {
  const count = table.header.length;
  const room = options.columns - between * (count - 1);
  const scrolls = options.scrolledColumns !== undefined;
  if (room < minColumn * count && !scrolls) return stacked(table, options);
  const header = table.header.map((cell) => cell.map(strong));
  const lines = [header, ...table.rows];
  const needed = header.map((_, column) =>
    lines.reduce((most, line) => Math.max(most, widthOf(line[column] ?? [], options.cells)), 1),
  );
  const narrowed = shared(needed, room);
  const isReadable = narrowed.every((width, at) => width >= Math.min(minReadable, needed[at] ?? 0));
  const widths =
    scrolls && !isReadable ? needed.map((width) => Math.min(width, maxNeeded)) : narrowed;
  const drawn = lines.map((line) => lineRows(line, widths, table.alignments, options));
  const [first = [], ...rest] = drawn;
  const rows = [...first, ruleRow(widths, options), ...rest.flat()];
  return scrolls ? scrolledRows(rows, options.columns, options) : rows;
}

function widthOf(cell: CellSpans, cells: Cells): number {
  const text = cell.map((span) => cells.show(span.text)).join("");
  return text.split("\n").reduce((most, line) => Math.max(most, cells.width(line)), 0);
}

/** Distributes `room`: small needs are met in full, the others share the rest evenly. */
function shared(needed: readonly number[], room: number): readonly number[] {
  const widths = new Array<number>(needed.length).fill(0);
  const byNeed = needed.map((need, column) => ({ need, column })).sort((a, b) => a.need - b.need);
  let left = room;
  byNeed.forEach(({ need, column }, place) => {
    const share = Math.floor(left / (byNeed.length - place));
    widths[column] = Math.max(1, Math.min(need, share));
    left -= widths[column];
  });
  return widths;
}

function lineRows(
  line: readonly CellSpans[],
  widths: readonly number[],
  alignments: readonly Alignment[],
  options: RowOptions,
): readonly Row[] {
  const columns = widths.map((width, column) => wrapped(line[column] ?? [], width, options.cells));
  const height = Math.max(...columns.map((rows) => rows.length));
  return Array.from({ length: height }, (_, y) => {
    const spans: Span[] = [];
    let cells = 0;
    widths.forEach((width, column) => {
      const row = columns[column]?.[y] ?? { spans: [], cells: 0 };
      const [before, after] = padding(width - row.cells, alignments[column] ?? "left");
      if (column > 0) spans.push(ornament(` ${options.glyphs.ruleVertical} `));
      spans.push(blanks(before), ...row.spans, blanks(after));
      cells += (column > 0 ? between : 0) + before + row.cells + after;
    });
    return { spans: spans.filter(({ text }) => text !== ""), cells };
  });
}

function padding(free: number, alignment: Alignment): readonly [before: number, after: number] {
  const room = Math.max(0, free);
  if (alignment === "right") return [room, 0];
  if (alignment === "left") return [0, room];
  return [Math.floor(room / 2), Math.ceil(room / 2)];
}

function ruleRow(widths: readonly number[], { glyphs }: RowOptions): Row {
  const line = glyphs.ruleHorizontal;
  const text = widths.map((width) => line.repeat(width)).join(`${line}${glyphs.ruleCross}${line}`);
  const cells = widths.reduce((sum, width) => sum + width, between * (widths.length - 1));
  return { spans: [ornament(text)], cells };
}

function blanks(count: number): Span {
  return { text: partOf(" ".repeat(count)), role: "text", stress: 0 };
}

function ornament(text: string): Span {
  return { text: partOf(text), role: "ornament", stress: 0 };
}

/** The maximum length of the heading before a cell. */
const maxHeadingLength = 40;

/** A table with too many columns for its room: each row becomes a list of cells with their headings. */
function stacked(table: Table, options: RowOptions): readonly Row[] {
  const colon: Span = { ...ornament(": "), role: "hint" };
  const headings = table.header.map((heading) => {
    const row = { spans: heading.map(strong), cells: widthOf(heading, options.cells) };
    return [...clipped(row, maxHeadingLength, options.cells).spans, colon];
  });
  return table.rows.flatMap((line) =>
    line.flatMap((cell, column) =>
      wrapped([...(headings[column] ?? []), ...cell], options.columns, options.cells),
    ),
  );
}

function strong(span: Span): Span {
  return { ...span, stress: span.stress | stress.strong };
}

// Horizontal scrolling: shows some of the columns of rows that are too wide.

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
  const spans = spansBetween(row, first, last, cells.width);
  const left = cutsLeft ? [hint(mark)] : [];
  const right = cutsRight ? [hint(mark)] : [];
  const all = [...left, ...spans, ...right];
  return { spans: all, cells: all.reduce((sum, { text }) => sum + cells.width(text), 0) };
}

/** The columns [first, last) of a row; half a wide character is a blank. */
function spansBetween(
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
