/**
 * Dialogs: the only framed thing on the screen, over the pane.
 *
 * A dialog says what it is in its upper edge and how to take and leave in its lower one.
 */
import { graphemes } from "#base/graphemes.ts";
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import type { Region } from "./geometry.ts";
import { type Hint, hintsWithin } from "./hints.ts";
import { fitted, lineOf, noSpans, painted, type Span, span, spansWidth } from "./spans.ts";
import type { Style } from "./style.ts";

/** A dialog as it is to be drawn. */
export type DialogBody = {
  readonly title: string;
  /** What was typed; undefined: nothing can be typed here. */
  readonly typed: string | undefined;
  /** True: keys do not go into what was typed now, so no cursor stands there. */
  readonly isSettled?: boolean;
  /** Said in the place of the text while nothing is typed. */
  readonly placeholder: string;
  readonly rows: readonly DialogRow[];
  /** The row under the cursor; -1 for none. */
  readonly chosen: number;
  /** The first row that is shown. */
  readonly first: number;
  /** Rows before the first that can be chosen; none when absent. */
  readonly told?: number;
  readonly hints: readonly Hint[];
  /** Where the terminal's cursor stands among the rows, by cells from the frame; absent: behind what was typed. */
  readonly caret?: { readonly row: number; readonly column: number };
  /** The last row is empty: a component of Ink's own takes input there. */
  readonly hasField?: boolean;
};

export type DialogRow = { readonly left: readonly Span[]; readonly right: readonly Span[] };

export type Drawn = {
  readonly region: Region;
  readonly lines: readonly string[];
  /** The keys that its edge names. */
  readonly told: readonly Hint[];
  /** Where the terminal's cursor stands on the screen; undefined: nowhere. */
  readonly cursor: { readonly x: number; readonly y: number } | undefined;
  /** The part of the screen that is left for a component of Ink's own. */
  readonly field: Region | undefined;
  /** The last row that can stand first. */
  readonly lastFirst: number;
  /** Which choice stands on that line of the region, counted from the first of all; undefined: none. */
  readonly choiceAt: (line: number) => number | undefined;
};

const usualColumns = 60;
const mostRows = 12;

export type DialogRoom = {
  readonly columns: number;
  readonly rows: number;
  /** The column where the room begins. */
  readonly x: number;
  /** How wide it would like to be inside a wide screen, and how many rows it would like to show. */
  readonly wantedColumns?: number;
  readonly wantedRows?: number;
};

/** How many rows of its list a dialog shows on a screen so high. */
export function shownRows({ rows, wantedRows = mostRows }: DialogRoom, hasInput: boolean): number {
  // Header and footer stay in sight: they say where one is.
  return Math.max(1, Math.min(wantedRows, rows - 4 - (hasInput ? 1 : 0)));
}

/** Whether there is room for a frame at all; on less the dialog is its lines only. */
function isFramed({ columns, rows }: DialogRoom): boolean {
  return columns >= 20 && rows >= 6;
}

export function drawDialog(style: Style, room: DialogRoom, body: DialogBody): Drawn {
  const framed = isFramed(room);
  const columns = framed
    ? Math.min(room.wantedColumns ?? usualColumns, room.columns - 4)
    : room.columns;
  const inner = framed ? columns - 2 : columns;
  const height = framed ? shownRows(room, body.typed !== undefined) : room.rows;
  const content = contentLines(style, inner, height, body);
  const beyond = { above: body.first, below: body.rows.length - body.first - height };
  const lines = framed ? frame(style, columns, body, beyond, content) : content.slice(0, room.rows);
  const x = room.x + Math.floor((room.columns - columns) / 2);
  const y = framed
    ? Math.max(0, Math.min(room.rows - 1 - lines.length, Math.floor(room.rows / 6)))
    : 0;
  const edge = framed ? 1 : 0;
  const last = y + lines.length - 1 - edge;
  return {
    region: { x, y, columns, rows: lines.length },
    lines,
    told: framed ? body.hints : [],
    lastFirst: Math.max(0, body.rows.length - height),
    cursor: cursorOf(style, { x, y, inner, framed }, height, body),
    field: body.hasField
      ? { x: x + edge + 2, y: last, columns: Math.max(1, inner - 3), rows: 1 }
      : undefined,
    choiceAt: (line) => {
      const at = line - edge - (body.typed === undefined ? 0 : 1);
      const choice = body.first + at - (body.told ?? 0);
      const isShown = at >= 0 && at < height && body.first + at < body.rows.length;
      return isShown && choice >= 0 && body.chosen >= 0 ? choice : undefined;
    },
  };
}

type Corner = {
  readonly x: number;
  readonly y: number;
  readonly inner: number;
  readonly framed: boolean;
};

function cursorOf(
  style: Style,
  { x, y, inner, framed }: Corner,
  height: number,
  { typed, isSettled = false, caret, first }: DialogBody,
): Drawn["cursor"] {
  const edge = framed ? 1 : 0;
  if (caret !== undefined) {
    const row = caret.row - first;
    const isShown = row >= 0 && row < height;
    return isShown
      ? { x: x + edge + Math.min(inner - 1, caret.column), y: y + edge + row }
      : undefined;
  }
  if (typed === undefined || isSettled) return undefined;
  const shown = Math.min(typedRoom(inner), style.cells.width(safeLine(typed)));
  const column = Math.min(inner - 1, 3 + shown);
  return { x: x + edge + column, y: y + edge };
}

function contentLines(
  style: Style,
  columns: number,
  height: number,
  body: DialogBody,
): readonly string[] {
  const lines: string[] = [];
  if (body.typed !== undefined) lines.push(inputLine(style, columns, body.typed, body.placeholder));
  const { first, chosen } = body;
  for (const [at, row] of body.rows.slice(first, first + height).entries()) {
    lines.push(rowLine(style, columns, row, first + at === chosen));
  }
  if (body.rows.length === 0) {
    lines.push(lineOf(style, columns, [span(plain("   ")), span(plain("nothing found"), "dim")]));
  }
  return lines;
}

/** Columns that what is typed has in a dialog so wide inside: a prompt stands before it, the cursor behind. */
function typedRoom(columns: number): number {
  return Math.max(1, columns - 5);
}

function inputLine(style: Style, columns: number, typed: string, placeholder: string): string {
  const room = typedRoom(columns);
  const text = safeLine(typed);
  // The end of what is typed matters more than its beginning.
  const shown = style.cells.width(text) <= room ? text : tailOf(style, text, room);
  const hint = typed === "" ? [span(safeLine(placeholder), "faint")] : [];
  return lineOf(style, columns, [
    span(plain(" ")),
    span(style.glyphs.prompt, "accent"),
    span(plain(" ")),
    span(shown),
    ...hint,
  ]);
}

function tailOf({ cells }: Style, text: SafeText, columns: number): SafeText {
  let tail = "";
  let room = columns;
  for (const cluster of [...graphemes(text)].reverse()) {
    room -= cells.width(cluster);
    if (room < 0) break;
    tail = cluster + tail;
  }
  return plain(tail);
}

function rowLine(style: Style, columns: number, row: DialogRow, isChosen: boolean): string {
  const { painter, glyphs } = style;
  const right = row.right.length > 0 ? [...row.right, span(plain(" "))] : row.right;
  if (!isChosen) return lineOf(style, columns, [span(plain("  ")), ...row.left], right);
  const bar = [span(glyphs.selected, "accent"), span(plain(" "))];
  const line = lineOf(style, columns, [...bar, ...row.left.map(stronger)], right);
  return painter.behind("selection", line);
}

/** Backgrounds of dialogs and of selections are near each other: the weight tells the chosen row apart. */
function stronger(piece: Span): Span {
  return piece.look === undefined || piece.look === "text" ? { ...piece, look: "strong" } : piece;
}

/** Rows of the list that stand outside of what is shown; negative: room is left. */
type Beyond = { readonly above: number; readonly below: number };

function frame(
  style: Style,
  columns: number,
  { title, hints }: DialogBody,
  { above, below }: Beyond,
  content: readonly string[],
): readonly string[] {
  const { glyphs, painter } = style;
  const side = painted(style, span(glyphs.ruleVertical, "rule"));
  const top = edgeLine(style, columns, [span(safeLine(title), "strong")], more(glyphs.up, above), [
    glyphs.frameTopLeft,
    glyphs.frameTopRight,
  ]);
  const further = more(glyphs.down, below);
  // How the list goes on is told before the last of the keys.
  const room = columns - 4 - (below > 0 ? spansWidth(style, further) + 3 : 0);
  const bottom = edgeLine(style, columns, hintsWithin(style, hints, room), further, [
    glyphs.frameBottomLeft,
    glyphs.frameBottomRight,
  ]);
  return [top, ...content.map((line) => side + line + side), bottom].map((line) =>
    painter.behind("toast", line),
  );
}

/** `↓ 12 more`: how far the list goes on beyond an edge. */
function more(arrow: SafeText, count: number): readonly Span[] {
  return count > 0 ? [span(plain(`${arrow} ${count} more`), "dim")] : noSpans;
}

/** An edge of the frame with words in it: `┌ Go to ── ↑ 3 more ─┐`. */
function edgeLine(
  style: Style,
  columns: number,
  words: readonly Span[],
  atRight: readonly Span[],
  [left, right]: readonly [SafeText, SafeText],
): string {
  const dash = style.glyphs.ruleHorizontal;
  const rule = (length: number) => span(plain(dash.repeat(Math.max(0, length))), "rule");
  const blank = span(plain(" "));
  const inside = [blank, ...words, blank];
  const end = atRight.length > 0 ? [blank, ...atRight, blank, rule(1)] : noSpans;
  const room = columns - 2 - spansWidth(style, inside);
  const shown = spansWidth(style, end) < room ? end : noSpans;
  const dashes = rule(room - spansWidth(style, shown));
  const pieces = fitted(style, [span(left, "rule"), ...inside, dashes, ...shown], columns - 1);
  return lineOf(style, columns, [...pieces, span(right, "rule")]);
}
