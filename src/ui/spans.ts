/**
 * Lines composed of styled pieces of text, fitted to a width.
 *
 * Measuring comes before painting: a painted line cannot be truncated any more.
 */
import { type Direction, visualPieces, visualText } from "#base/bidi.ts";
import { plain, type SafeText } from "#base/safe-text.ts";
import type { Sgr } from "#theme/painter.ts";
import type { Token } from "#theme/tokens.ts";
import type { Style } from "./style.ts";

export type Span = {
  readonly text: SafeText;
  /** If undefined, the terminal's default is used. */
  readonly token?: Token | readonly Token[] | undefined;
  /** Around what `token` opens: the colours of streams. */
  readonly colour?: Sgr;
  /** If there is not enough room, such pieces are truncated before the end of the line is; `first` before all others. */
  readonly shrinks?: boolean | "first";
  /** What a click on it means: the strokes of the key that it names, or the filter. */
  readonly target?: string;
  /** The text is in the order of the screen already. */
  readonly isVisual?: boolean;
};

/** A piece of a literal or safe text. */
export function span(text: SafeText | "", token?: Token | readonly Token[]): Span {
  return { text: plain(text), token };
}

export const noSpans: readonly Span[] = [];

export function spansWidth(style: Style, spans: readonly Span[]): number {
  let columns = 0;
  for (const { text } of spans) columns += style.cells.width(text);
  return columns;
}

export function painted(style: Style, { text: logical, token, colour, isVisual }: Span): string {
  if (logical === "") return "";
  const text = style.cells.rules.reorders && !isVisual ? visualText(logical) : logical;
  const inner = token === undefined ? text : style.painter.paint(token, text);
  return colour === undefined ? inner : colour.open + inner + colour.close;
}

/** A line in which one writes, in the order of the screen; `WrittenLine` tells where its cursor is. */
export function writtenSpans(spans: readonly Span[], direction: Direction): readonly Span[] {
  const shown = visualPieces(spans, direction).map((piece) => ({ ...piece, isVisual: true }));
  return direction === "rtl" ? [span(plain(" ")), ...shown] : shown;
}

/** The pieces in what this terminal can draw. */
function drawable({ cells }: Style, spans: readonly Span[]): readonly Span[] {
  const { clusters, emojiName, instead } = cells.rules;
  if (clusters === true && emojiName === undefined && instead === undefined) return spans;
  return spans.map((piece) => ({ ...piece, text: cells.show(piece.text) }));
}

/** The pieces truncated to `columns`: first those that shrink, then the end. */
export function fitted(style: Style, pieces: readonly Span[], columns: number): readonly Span[] {
  const spans = drawable(style, pieces);
  const excess = spansWidth(style, spans) - columns;
  if (excess <= 0) return spans;
  return cutEnd(style, shrunk(style, spans, excess), columns);
}

/** Less of a text says nothing. */
const minColumns = 4;

function shrunk(style: Style, spans: readonly Span[], excess: number): readonly Span[] {
  let left = excess;
  const shorter = (piece: Span): Span => {
    const before = style.cells.width(piece.text);
    if (left <= 0 || before <= minColumns) return piece;
    const text = style.cells.cut(piece.text, Math.max(minColumns, before - left));
    left -= before - style.cells.width(text);
    return { ...piece, text };
  };
  const begun = spans.map((piece) => (piece.shrinks === "first" ? shorter(piece) : piece));
  return begun
    .toReversed()
    .map((piece) => (piece.shrinks === true ? shorter(piece) : piece))
    .toReversed();
}

function cutEnd(style: Style, spans: readonly Span[], columns: number): readonly Span[] {
  let left = columns;
  const out: Span[] = [];
  for (const piece of spans) {
    const columnsOfPiece = style.cells.width(piece.text);
    if (columnsOfPiece > left) return withBeginning(style, out, piece, left);
    out.push(piece);
    left -= columnsOfPiece;
  }
  return out;
}

/** What of the piece has room after those before it, if that says something. */
function withBeginning(
  { cells }: Style,
  before: readonly Span[],
  piece: Span,
  left: number,
): readonly Span[] {
  // Of a gap, an ellipsis would say that there is more.
  if (piece.text.trim() === "") return before;
  const least = piece.shrinks ? minColumns : 1;
  if (left >= least || before.length === 0)
    return [...before, { ...piece, text: cells.cut(piece.text, left) }];
  // What separates it from the others separates nothing now.
  return before.at(-1)?.token === "faint" ? before.slice(0, -1) : before;
}

/**
 * A line of exactly `columns`: `left` from the left edge, `right` at the right one. The right part is dropped if it
 * leaves less than a third of the line.
 */
export function lineOf(
  style: Style,
  columns: number,
  left: readonly Span[],
  atRight: readonly Span[] = noSpans,
): string {
  let line = "";
  for (const piece of laidOut(style, columns, left, atRight)) line += painted(style, piece);
  return line;
}

/** The pieces of such a line, and the gap between both parts. */
function laidOut(
  style: Style,
  columns: number,
  left: readonly Span[],
  atRight: readonly Span[],
): readonly Span[] {
  const right = drawable(style, atRight);
  const rightColumns = spansWidth(style, right);
  if (rightColumns > 0 && !fitsAtRight(columns, rightColumns))
    return laidOut(style, columns, left, noSpans);
  const room = Math.max(0, columns - rightColumns - (rightColumns > 0 ? 1 : 0));
  const pieces = fitted(style, left, room);
  const gap = Math.max(0, columns - rightColumns - spansWidth(style, pieces));
  return [...pieces, span(plain(" ".repeat(gap))), ...right];
}

/** A line, and what a click on one of its columns means. */
export type ClickedLine = {
  readonly line: string;
  readonly targetAt: (x: number) => string | undefined;
};

/** The same as `lineOf`, for lines that name keys or filters. */
export function clickedLine(
  style: Style,
  columns: number,
  left: readonly Span[],
  atRight: readonly Span[] = noSpans,
): ClickedLine {
  const targetAt = (x: number) => targetIn(style, laidOut(style, columns, left, atRight), x);
  return { line: lineOf(style, columns, left, atRight), targetAt };
}

export function targetIn(style: Style, spans: readonly Span[], x: number): string | undefined {
  let end = 0;
  for (const { text, target } of x < 0 ? noSpans : spans) {
    end += style.cells.width(text);
    if (x < end) return target;
  }
  return undefined;
}

/** Whether a right part of that width leaves a third of the line to the left one. */
export function fitsAtRight(columns: number, rightColumns: number): boolean {
  return rightColumns + 1 <= (columns * 2) / 3;
}

/** A rule of dashes across the whole line with words in its middle; `words` may be empty. */
export function ruleLine(
  style: Style,
  columns: number,
  words: SafeText | "",
  looks: { readonly rule: Token; readonly words: Token },
  dash: SafeText = style.glyphs.ruleHorizontal,
): string {
  if (words === "" || columns < 8) {
    return painted(style, span(plain(dash.repeat(Math.max(0, columns))), looks.rule));
  }
  const shown = style.cells.cut(plain(words), columns - 4);
  const rest = columns - style.cells.width(shown) - 2;
  const before = Math.floor(rest / 2);
  return lineOf(style, columns, [
    span(plain(dash.repeat(before)), looks.rule),
    span(plain(` ${shown} `), looks.words),
    span(plain(dash.repeat(rest - before)), looks.rule),
  ]);
}

/** `42`, `9999`, `28k`, `3M`: rounded down, so that it never overstates. */
export function countText(count: number): SafeText {
  if (count >= 1_000_000) return plain(`${Math.floor(count / 1_000_000)}M`);
  return plain(count >= 10_000 ? `${Math.floor(count / 1000)}k` : String(count));
}
