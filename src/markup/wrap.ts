/** Wraps styled text: measured and wrapped as plain text, then split at span boundaries. */
import type { Cells } from "#base/cells.ts";
import { partOf } from "#base/safe-text.ts";
import type { Span } from "./document.ts";

export type Row = { readonly spans: readonly Span[]; readonly cells: number };

/** `spans` in rows of at most `columns`; at least one row. */
export function wrapped(spans: readonly Span[], columns: number, cells: Cells): readonly Row[] {
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
