/** A typed line as it is drawn: it scrolls horizontally so that its cursor is visible. */
import { directionOf, writtenLine } from "#base/bidi.ts";
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { nextEdge, previousEdge } from "#editor/boundaries.ts";
import { selectionOf } from "#editor/editor.ts";
import type { Input } from "#editor/input.ts";
import type { Title } from "./pane-parts.ts";
import { lineOf, noSpans, type Span, span, spansWidth, writtenSpans } from "./spans.ts";
import type { Style } from "./style.ts";

export type TypedLine = {
  readonly spans: readonly Span[];
  /** The column of the cursor, from the beginning of the line. */
  readonly caret: number;
};

/** A text of several lines on one, on which each line break is seen. */
export function onOneLine({ glyphs }: Pick<Style, "glyphs">, text: string): SafeText {
  return safeLine(text.replaceAll("\n", glyphs.lineBreak));
}

/** As much as fits into that many columns, among them one for a cursor behind the text. */
export function typedLine(
  style: Style,
  input: Input,
  columns: number,
  token: Span["token"] = "text",
): TypedLine {
  const { cells } = style;
  const { text, cursor } = input;
  const shown = (from: number, to: number) => onOneLine(style, text.slice(from, to));
  const width = (from: number, to: number) => cells.width(shown(from, to));
  let [from, caret] = [cursor, 0];
  while (from > 0) {
    const edge = previousEdge(text, from);
    const wider = caret + width(edge, from);
    if (wider > columns - 1) break;
    [from, caret] = [edge, wider];
  }
  let [to, end] = [cursor, caret];
  while (to < text.length) {
    const edge = nextEdge(text, to);
    end += width(to, edge);
    if (end > columns) break;
    to = edge;
  }
  const [first, last] = (selectionOf(input) ?? [from, from]).map((at) =>
    Math.max(from, Math.min(to, at)),
  ) as [number, number];
  const spans =
    first === last
      ? [span(shown(from, to), token)]
      : [
          span(shown(from, first), token),
          span(shown(first, last), "selection"),
          span(shown(last, to), token),
        ];
  if (from === to) return { spans: noSpans, caret };
  const part = text.slice(from, to);
  const direction = directionOf(part);
  const written = cells.rules.reorders
    ? writtenLine(part, direction, (cluster) => cells.width(safeLine(cluster)))
    : undefined;
  if (written === undefined) return { spans, caret };
  return { spans: writtenSpans(spans, direction), caret: written.columnOf(cursor - from) };
}

/** A title that is typed, with `end` at its right edge: `/ deploy  3 of 12`. */
export function typedTitle(
  style: Style,
  columns: number,
  gutter: number,
  input: Input,
  end: readonly Span[],
): Title {
  const lead = [span(plain(" ".repeat(gutter))), span(plain("/ "), "accent")];
  const before = spansWidth(style, lead);
  const { spans, caret } = typedLine(style, input, columns - before - spansWidth(style, end) - 1);
  return { lines: [lineOf(style, columns, [...lead, ...spans], end)], caret: before + caret };
}
