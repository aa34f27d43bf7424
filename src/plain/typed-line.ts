/**
 * What turns the echo of a line into that of another one, for a terminal that shows it after a prompt.
 *
 * Backspaces and the text itself move the cursor, as in shells, which screen readers know; only moving back to an earlier
 * row of a line that does not fit in one takes an escape sequence.
 */
import { width } from "#base/cells.ts";
import { commonPrefix } from "#base/common-ends.ts";
import { graphemes } from "#base/graphemes.ts";
import { safeLine } from "#base/safe-text.ts";
import { edgeAt } from "#editor/boundaries.ts";
import type { Editor } from "#editor/editor.ts";

export type Line = Pick<Editor, "text" | "cursor">;

export type Room = {
  /** Of the terminal; infinite: nothing wraps. */
  readonly columns: number;
  /** The columns of the prompt. */
  readonly from: number;
};

type Place = { readonly row: number; readonly column: number };

const esc = "\u001b";

/** The place behind a text. At the edge it is the beginning of the next row, to which `shown` goes. */
function placeBehind(text: string, { columns, from }: Room): Place {
  let row = Math.floor(from / columns);
  let column = from - (row === 0 ? 0 : row * columns);
  for (const cluster of graphemes(text)) {
    const wide = width(safeLine(cluster));
    if (column + wide > columns) [row, column] = [row + 1, 0];
    column += wide;
    if (column === columns) [row, column] = [row + 1, 0];
  }
  return { row, column };
}

/** Writes that part of a text. A terminal stays at the edge until it is written to again. */
function shown(text: string, from: number, to: number, room: Room): string {
  if (from >= to) return "";
  const { row, column } = placeBehind(text.slice(0, to), room);
  return safeLine(text.slice(from, to)) + (column === 0 && row > 0 ? " \b" : "");
}

function back(from: Place, to: Place): string {
  const by = to.column - from.column;
  const up = from.row - to.row;
  const rows = up > 0 ? `${esc}[${up}A` : "";
  return rows + (by > 0 ? `${esc}[${by}C` : "\b".repeat(-by));
}

/** The bytes that turn the line before into this one, with its cursor. */
export function redrawn(before: Line, after: Line, room: Room): string {
  const kept = commonEdge(before.text, after.text);
  const place = (text: string, at: number) => placeBehind(text.slice(0, at), room);
  if (before.text === after.text && after.cursor >= before.cursor)
    return shown(after.text, before.cursor, after.cursor, room);
  const start = before.text === after.text ? after.cursor : kept;
  const toStart =
    before.cursor < start
      ? shown(before.text, before.cursor, start, room)
      : back(place(before.text, before.cursor), place(before.text, start));
  if (before.text === after.text) return toStart;
  const tail = shown(after.text, kept, after.text.length, room);
  const end = place(after.text, after.text.length);
  const left = erased(end, place(before.text, before.text.length), room);
  return toStart + tail + left + back(end, place(after.text, after.cursor));
}

/** Writes blanks over what is left of the line before, and goes back. */
function erased(end: Place, before: Place, { columns }: Room): string {
  const rows = before.row - end.row;
  const cells = before.column - end.column + (rows === 0 ? 0 : rows * columns);
  if (cells <= 0) return "";
  const edge = before.column === 0 ? " \b" : "";
  return " ".repeat(cells) + edge + back(before, end);
}

function commonEdge(one: string, other: string): number {
  const at = commonPrefix(one, other);
  return Math.min(edgeAt(one, at), edgeAt(other, at));
}
