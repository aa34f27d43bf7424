/** Renders source code as a box: never wrapped, truncated at the edge, padded to a rectangle. */
import type { Cells } from "#base/cells.ts";
import { graphemes } from "#base/graphemes.ts";
import { partOf, plain, type SafeText } from "#base/safe-text.ts";
import type { Span, Target } from "./document.ts";
import type { RowOptions } from "./row-options.ts";
import type { Row } from "./wrap.ts";

/** The minimum width of a box, if there is room, so that short snippets look alike. */
const usualWidth = 44;

export type Code = { readonly text: SafeText; readonly language: string | undefined };

export function codeRows(code: Code, options: RowOptions): readonly Row[] {
  const { columns, cells } = options;
  const target: Target = { kind: "code", text: code.text, language: code.language };
  const lines =
    options.highlight(code.text, code.language) ??
    code.text.split("\n").map((line): Span[] => [blockSpan(partOf(line))]);
  const margin = columns > 4 ? 2 : 0;
  const rows = lines.flatMap((line) => hardRows(line, Math.max(1, columns - margin), cells));
  const widest = rows.reduce((most, row) => Math.max(most, row.cells), 0);
  const box = Math.min(columns, Math.max(widest + margin, Math.min(usualWidth, columns)));
  return rows.map((row) => framed(row, box, margin, target, options));
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

/** A line truncated at the edge, including blanks. */
function hardRows(line: readonly Span[], columns: number, cells: Cells): readonly Row[] {
  const shown = line.map((span) => ({ ...span, text: cells.show(span.text) }));
  const whole = shown.reduce((sum, { text }) => sum + cells.width(text), 0);
  if (whole <= columns) return [{ spans: shown, cells: whole }];
  const rows: Row[] = [];
  let spans: Span[] = [];
  let used = 0;
  const endRow = () => {
    rows.push({ spans, cells: used });
    spans = [];
    used = 0;
  };
  for (const span of shown) {
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
