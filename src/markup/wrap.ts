/** Wraps styled text: measured and wrapped as plain text, then split at span boundaries. */
import { directionOf, hasRightToLeft, visualPieces } from "#base/bidi.ts";
import type { Cells } from "#base/cells.ts";
import { partOf, plain } from "#base/safe-text.ts";
import type { Span } from "./document.ts";

export type Row = { readonly spans: readonly Span[]; readonly cells: number };

/** `spans` in rows of at most `columns`, as the screen shows them; at least one row. */
export function wrapped(spans: readonly Span[], columns: number, cells: Cells): readonly Row[] {
  const rows = wrappedText(spans, columns, cells);
  const text = cells.rules.reorders ? spans.map((span) => span.text).join("") : "";
  if (!hasRightToLeft(text)) return rows;
  const direction = directionOf(text);
  const most = Math.max(...rows.map((row) => row.cells));
  return rows.map((row) => {
    const shown = visualPieces(row.spans, direction, ({ role }) => role !== "text");
    // Where lines begin at the right, their beginnings stand below each other.
    const blanks = plain(" ".repeat(direction === "rtl" ? most - row.cells : 0));
    const margin: Span = { text: blanks, role: "text", stress: 0 };
    return blanks === "" ? { ...row, spans: shown } : { spans: [margin, ...shown], cells: most };
  });
}

function wrappedText(spans: readonly Span[], columns: number, cells: Cells): readonly Row[] {
  const shown = spans.map((span) => {
    const text = cells.show(span.text);
    return text === span.text ? span : { ...span, text };
  });
  const whole =
    shown.length === 1 ? (shown[0]?.text ?? "") : shown.map(({ text }) => text).join("");
  const ranges = cells.lines(whole, columns);
  const only = ranges.length === 1 ? ranges[0] : undefined;
  if (only !== undefined && only.start === 0 && only.end === whole.length) {
    return [{ spans: shown, cells: only.cells }];
  }
  let index = 0;
  let from = 0;
  return ranges.map(({ start, end, cells: size }) => {
    const parts: Span[] = [];
    while (index < shown.length) {
      const span = shown[index] as Span;
      const spanEnd = from + span.text.length;
      const text = span.text.slice(Math.max(0, start - from), end - from);
      if (text !== "" && spanEnd > start) parts.push({ ...span, text: partOf(text) });
      if (spanEnd > end) break;
      from = spanEnd;
      index += 1;
    }
    return { spans: parts, cells: size };
  });
}

/** A row truncated to `columns`, for the few places where content is too wide. */
export function clipped(row: Row, columns: number, cells: Cells): Row {
  if (row.cells <= columns) return row;
  const spans: Span[] = [];
  let left = columns;
  for (const span of row.spans) {
    if (left <= 0) break;
    const text = cells.cut(span.text, left);
    left -= cells.width(text);
    spans.push({ ...span, text });
  }
  return { spans, cells: columns - left };
}
