/** The composer: recipient, typing notifications, and the text itself, wrapped as it is typed. */

import type { Cells } from "#base/cells.ts";
import { commonPrefix, commonSuffix } from "#base/common-ends.ts";
import type { LineRange } from "#base/line-breaks.ts";
import { plain, type SafeText, safeLine, safeText } from "#base/safe-text.ts";
import { columnIn, firstFrom, type Rows, rowAt, rowDirection } from "#editor/rows.ts";
import { roomLeft } from "#model/limits.ts";
import type { Upload } from "#store/uploads.ts";
import { uploadState } from "#ui/dialogs/pickers.ts";
import { lineOf, noSpans, type Span, span, writtenSpans } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";

export type News = Span & {
  /** Where there is no room for the text, if not its beginning. */
  readonly short?: SafeText;
};

export type ComposerFacts = {
  readonly text: string;
  readonly cursor: number;
  /** The selection as text positions. */
  readonly selection: readonly [from: number, to: number] | undefined;
  /** Whether keys go into the composer. */
  readonly focused: boolean;
  /** `To #backend › deploy window`, if there is a recipient. */
  readonly recipient: readonly Span[] | undefined;
  /** Precedes the recipient: `To `, or what the text replaces. */
  readonly lead: SafeText;
  /** `Ana is typing…`; empty when nobody is. */
  readonly typing: SafeText | "";
  /** `draft from 14:02` for a restored text; empty for one that was just typed. */
  readonly draft: SafeText | "";
  /** What changed since the user began to write. */
  readonly news: News | undefined;
  /** The progress of the upload that the text waits for. */
  readonly upload: Upload | undefined;
  /** The maximum number of characters in a message. */
  readonly limit: number;
  /** Shown instead of an empty text while the composer is not focused. */
  readonly placeholder: SafeText | "";
  /** Why nothing can be sent, shown instead of an empty text; empty where sending is possible. */
  readonly problem: SafeText | "";
};

export type ComposerSize = {
  readonly columns: number;
  readonly rows: number;
  readonly gutter: 1 | 2;
  /** Lines above the text: the recipient, and a rule above that. */
  readonly frame: 0 | 1 | 2;
};

/** The visible part of the wrapped text, and the cursor's position in it. */
type Wrapped = {
  readonly lines: readonly LineRange[];
  /** The line in `lines` and the column of the cursor. */
  readonly cursor: { readonly line: number; readonly column: number };
  /** Lines of the text above the visible ones, and the total. */
  readonly above: number;
  readonly height: number;
};

const promptColumns = 2;

export function textRoom({ columns, gutter }: Pick<ComposerSize, "columns" | "gutter">): number {
  // One column stays free for a cursor after the last character.
  return Math.max(1, columns - gutter - promptColumns - 1);
}

/** Shared, so that a long text is wrapped once for both its height and its lines. */
const rangesOf = createWrapping();

/** The rows of the whole text, for moving by rows. */
export function composerRows({ cells }: Style, text: string, columns: number): Rows {
  return {
    ranges: rangesOf(cells, text, columns),
    width: (part) => cells.width(safeText(part)),
    reorders: cells.rules.reorders,
  };
}

/** The text wrapped to the composer's width, of which `most` lines are visible, centered on the cursor if possible. */
function wrapped(
  style: Style,
  text: string,
  cursor: number,
  columns: number,
  most: number,
): Wrapped {
  const rows = composerRows(style, text, columns);
  const { ranges } = rows;
  const line = rowAt(ranges, cursor);
  const first = Math.max(0, Math.min(line - Math.floor(most / 2), ranges.length - most));
  return {
    lines: ranges.slice(first, first + Math.max(1, most)),
    cursor: { line: line - first, column: columnIn(text, rows, line, cursor) },
    above: first,
    height: ranges.length,
  };
}

/** The number of lines that the text takes, at least one. */
export function composerHeight(style: Style, text: string, columns: number): number {
  return text === "" ? 1 : rangesOf(style.cells, text, columns).length;
}

export type Composed = {
  readonly lines: readonly string[];
  /** Relative to the composer's region, unless the cursor is elsewhere. */
  readonly cursor: { readonly x: number; readonly y: number } | undefined;
  /** Rows of the text above the visible ones. */
  readonly above: number;
};

/** The row and column of the text at that cell of the composer's region, clamped to the text. */
export function textPlace(
  { gutter, frame }: Pick<ComposerSize, "gutter" | "frame">,
  { above }: Pick<Composed, "above">,
  { x, y }: { readonly x: number; readonly y: number },
): { readonly row: number; readonly column: number } {
  return { row: above + Math.max(0, y - frame), column: Math.max(0, x - gutter - promptColumns) };
}

export function composerLines(style: Style, size: ComposerSize, facts: ComposerFacts): Composed {
  const room = textRoom(size);
  const { frame } = size;
  const most = size.rows - frame;
  const text = wrapped(style, facts.text, facts.cursor, room, most);
  const lines: string[] = [];
  if (frame === 2) lines.push(ruleOver(style, size.columns));
  if (frame >= 1) lines.push(recipientLine(style, size, facts, text));
  lines.push(...promptLines(style, size, facts, text));
  const x = Math.min(size.columns - 1, size.gutter + promptColumns + text.cursor.column);
  const cursor = facts.focused ? { x, y: frame + text.cursor.line } : undefined;
  return { lines, cursor, above: text.above };
}

function ruleOver(style: Style, columns: number): string {
  return lineOf(style, columns, [span(plain(style.glyphs.ruleHorizontal.repeat(columns)), "rule")]);
}

function recipientLine(
  style: Style,
  size: ComposerSize,
  facts: ComposerFacts,
  text: Wrapped,
): string {
  const margin = span(plain(" ".repeat(size.gutter)));
  const recipient = facts.recipient ?? [span(plain("nobody yet"), "dim")];
  const left = [margin, span(facts.lead, facts.focused ? "accent" : "dim"), ...recipient];
  const right =
    counter(facts) ??
    uploadNote(facts) ??
    newsNote(style, size, facts) ??
    draftNote(style, facts) ??
    typing(facts) ??
    position(text) ??
    noSpans;
  return lineOf(style, size.columns, left, right);
}

function draftNote({ glyphs }: Style, { draft }: ComposerFacts): readonly Span[] | undefined {
  return draft === ""
    ? undefined
    : [span(plain(`${glyphs.draft} ${draft}`), "dim"), span(plain("  "))];
}

function uploadNote({ upload }: ComposerFacts): readonly Span[] | undefined {
  if (upload === undefined) return undefined;
  const token = upload.state === "failed" ? "bad" : "dim";
  const words = upload.state === "failed" ? plain("upload failed") : uploadState(upload);
  const name: Span = { text: safeLine(upload.name), token: "dim", shrinks: true };
  return [name, span(plain(" ")), span(words, token), span(plain("  "))];
}

/** As much as leaves a third of the line to the recipient. */
function newsNote(
  { cells }: Style,
  { columns }: ComposerSize,
  { news }: ComposerFacts,
): readonly Span[] | undefined {
  if (news === undefined) return undefined;
  const room = Math.floor((columns * 2) / 3) - 3;
  const { text, short = text, token } = news;
  const shown = cells.width(text) <= room ? text : cells.cut(short, room);
  return [span(shown, token), span(plain("  "))];
}

function typing({ typing }: ComposerFacts): readonly Span[] | undefined {
  return typing === "" ? undefined : [span(typing, "dim"), span(plain("  "))];
}

/** The cursor's position in a text that does not fit. */
function position({ above, cursor, lines, height }: Wrapped): readonly Span[] | undefined {
  if (lines.length === height) return undefined;
  return [span(plain(`line ${above + cursor.line + 1} of ${height}`), "dim"), span(plain("  "))];
}

/** Shown before the text reaches the server's limit. */
function counter({ text, limit }: ComposerFacts): readonly Span[] | undefined {
  const words = roomLeft(text, limit);
  if (words === undefined) return undefined;
  return [span(plain(words), words.endsWith("left") ? "warning" : "bad"), span(plain("  "))];
}

function promptLines(
  style: Style,
  { columns, gutter }: ComposerSize,
  facts: ComposerFacts,
  text: Wrapped,
): readonly string[] {
  const margin = span(plain(" ".repeat(gutter)));
  // The prompt shows whether there are lines above the first visible one.
  const sign = text.above > 0 ? style.glyphs.up : style.glyphs.prompt;
  const prompt = span(sign, facts.focused ? "accent" : "faint");
  const { problem, placeholder } = facts;
  const isEmpty = facts.text === "" && (!facts.focused || problem !== "");
  const instead =
    problem === "" ? span(placeholder, "faint") : { text: problem, token: "warning" as const };
  return text.lines.map((range, at) =>
    lineOf(style, columns, [
      margin,
      at === 0 ? prompt : span(plain(" ")),
      span(plain(" ")),
      ...(isEmpty ? [instead] : shownSpans(style, facts, range)),
    ]),
  );
}

/** A row of the text as the screen shows it. */
function shownSpans({ cells }: Style, facts: ComposerFacts, range: LineRange): readonly Span[] {
  const spans = textSpans(facts, range);
  if (!cells.rules.reorders) return spans;
  return writtenSpans(spans, rowDirection(facts.text, range));
}

/** A row of the text with its selected part highlighted; a selected line break is a highlighted blank. */
function textSpans(facts: ComposerFacts, { start, end }: LineRange): readonly Span[] {
  const { text, selection } = facts;
  const token = facts.focused ? undefined : "dim";
  const [from, to] = selection ?? [0, 0];
  const part = (a: number, b: number, of: Span["token"]): Span => ({
    text: safeText(text.slice(a, Math.max(a, b))),
    token: of,
  });
  if (from >= to || from > end || to <= start) return [part(start, end, token)];
  const [first, last] = [Math.max(start, from), Math.min(end, to)];
  const breaks = to > end && text[end] === "\n" ? [span(plain(" "), "selection")] : [];
  return [
    part(start, first, token),
    part(first, last, "selection"),
    ...breaks,
    part(last, end, token),
  ];
}

// Wraps a text that is being edited: after a change, only the changed paragraphs are wrapped again, so that a key
// costs the same in a text of ten thousand lines.

type Wrapping = {
  readonly cells: Cells;
  readonly columns: number;
  readonly text: string;
  readonly ranges: readonly LineRange[];
};

/** A function with the results of `cells.lines`, computed incrementally from its last call. */
export function createWrapping() {
  let last: Wrapping | undefined;
  return (cells: Cells, text: string, columns: number): readonly LineRange[] => {
    if (last?.cells !== cells || last.columns !== columns)
      last = { cells, columns, text, ranges: cells.lines(text, columns) };
    else if (last.text !== text) last = { ...last, text, ranges: rewrapped(last, text) };
    return last.ranges;
  };
}

function rewrapped({ cells, columns, text: before, ranges }: Wrapping, text: string) {
  const shorter = Math.min(before.length, text.length);
  const prefix = commonPrefix(before, text);
  const suffix = commonSuffix(before, text, shorter - prefix);
  const start = prefix === 0 ? 0 : text.lastIndexOf("\n", prefix - 1) + 1;
  const newline = text.indexOf("\n", text.length - suffix);
  const end = newline < 0 ? text.length : newline;
  const grown = text.length - before.length;
  const changed = cells.lines(text.slice(start, end), columns).map((range) => moved(range, start));
  const rest = newline < 0 ? [] : ranges.slice(firstFrom(ranges, end - grown + 1));
  const shifted = grown === 0 ? rest : rest.map((range) => moved(range, grown));
  return [...ranges.slice(0, firstFrom(ranges, start)), ...changed, ...shifted];
}

function moved({ start, end, cells }: LineRange, by: number): LineRange {
  return { start: start + by, end: end + by, cells };
}
