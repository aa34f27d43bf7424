/**
 * Renders source code in a box labelled with its language; lines that are too wide are scrolled sideways or wrapped.
 */
import type { Cells } from "#base/cells.ts";
import { graphemes } from "#base/graphemes.ts";
import { partOf, plain, type SafeText } from "#base/safe-text.ts";
import type { Span, Target } from "./document.ts";
import { scrolledRows } from "./horizontal-scroll.ts";
import type { RowOptions } from "./row-options.ts";
import type { Row } from "./wrap.ts";

/** The minimum width of a box, if there is room, so that short snippets look alike. */
const usualWidth = 44;
/** The minimum gap between a line and the label next to it. */
const minGap = 2;

export type Code = { readonly text: SafeText; readonly language: string | undefined };

/** `label`: the title of the box, if any. */
export function codeRows(
  code: Code,
  options: RowOptions,
  label: string | undefined = code.language,
): readonly Row[] {
  const { columns, cells } = options;
  const target: Target = { kind: "code", text: code.text, language: code.language };
  const lines =
    options.highlight(code.text, code.language) ??
    code.text.split("\n").map((line): Span[] => [blockSpan(partOf(line))]);
  const margin = columns > 4 ? 2 : 0;
  const room = Math.max(1, columns - margin);
  const rows =
    options.scrolledColumns === undefined
      ? lines.flatMap((line) => hardRows(line, room, cells))
      : scrolledRows(
          lines.map((line) => wholeRow(line, cells)),
          room,
          options,
        );
  const widest = rows.reduce((most, row) => Math.max(most, row.cells), 0);
  const box = Math.min(columns, Math.max(widest + margin, Math.min(usualWidth, columns)));
  const labelled = label === undefined ? rows : withLabel(rows, label, box - margin, options);
  const framedRows = labelled.map((row) => framed(row, box, margin, target, options));
  const isApart = label !== undefined && !options.codeHasBackground && margin > 0;
  return isApart ? [cornerRow(label, target, options), ...framedRows] : framedRows;
}

/** The label at the right end of the first line, or above it if there is no room. */
function withLabel(
  rows: readonly Row[],
  label: string,
  room: number,
  { codeHasBackground, cells }: RowOptions,
): readonly Row[] {
  if (!codeHasBackground) return rows;
  const text = cells.cut(partOf(label), room);
  const size = cells.width(text);
  const [first = { spans: [], cells: 0 }, ...rest] = rows;
  const gap = room - first.cells - size;
  const isBeside = gap >= minGap;
  const before = blockSpan(partOf(" ".repeat(isBeside ? gap : room - size)));
  const end = [before, { text, role: "comment", stress: 0 } as const];
  if (isBeside) return [{ spans: [...first.spans, ...end], cells: room }, ...rest];
  return [{ spans: end, cells: room }, ...rows];
}

/** For code with a bar instead of a background: the label at the top of the bar. */
function cornerRow(label: string, target: Target, { columns, cells, glyphs }: RowOptions): Row {
  const text = cells.cut(partOf(` ${label}`), columns - 1);
  const corner: Span = { text: glyphs.frameTopLeft, role: "ornament", stress: 0 };
  const name: Span = { text, role: "hint", stress: 0, target };
  return { spans: [corner, name], cells: 1 + cells.width(text) };
}

function blockSpan(text: SafeText): Span {
  return { text, role: "block", stress: 0 };
}

function framed(row: Row, box: number, margin: number, target: Target, options: RowOptions): Row {
  const spans = row.spans.map((span) => ({ ...span, target }));
  if (margin === 0) return { spans, cells: row.cells };
  if (!options.codeHasBackground) {
    const bar: Span = {
      text: partOf(`${options.glyphs.quoteBar} `),
      role: "ornament",
      stress: 0,
    };
    return { spans: [bar, ...spans], cells: row.cells + margin };
  }
  const rest = partOf(" ".repeat(Math.max(0, box - row.cells - 1)));
  const before = { ...blockSpan(plain(" ")), target };
  return {
    spans: [before, ...spans, { ...blockSpan(rest), target }],
    cells: row.cells + 1 + rest.length,
  };
}

function wholeRow(line: readonly Span[], cells: Cells): Row {
  const spans = line.map((span) => ({ ...span, text: cells.show(span.text) }));
  return { spans, cells: spans.reduce((sum, { text }) => sum + cells.width(text), 0) };
}

/** A line broken exactly at the edge, keeping blanks. */
function hardRows(line: readonly Span[], columns: number, cells: Cells): readonly Row[] {
  const whole = wholeRow(line, cells);
  if (whole.cells <= columns) return [whole];
  const rows: Row[] = [];
  let spans: Span[] = [];
  let used = 0;
  const endRow = () => {
    rows.push({ spans, cells: used });
    spans = [];
    used = 0;
  };
  for (const span of whole.spans) {
    let part = "";
    for (const cluster of graphemes(span.text)) {
      const size = cells.width(cluster);
      if (used + size > columns && used > 0) {
        if (part !== "") spans.push({ ...span, text: partOf(part) });
        part = "";
        endRow();
      }
      part += cluster;
      used += size;
    }
    if (part !== "") spans.push({ ...span, text: partOf(part) });
  }
  endRow();
  return rows;
}
