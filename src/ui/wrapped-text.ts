/**
 * Wraps a text that is being edited: after a change, only the changed paragraphs are wrapped again, so that a key
 * costs the same in a text of ten thousand lines.
 */
import type { Cells } from "#base/cells.ts";
import type { LineRange } from "#base/line-breaks.ts";
import { firstFrom } from "#editor/rows.ts";

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
  const prefix = commonPrefix(before, text, shorter);
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

/** Compared in chunks, which is much faster than by character. */
const piece = 4096;

function commonPrefix(one: string, other: string, most: number): number {
  let at = 0;
  while (at + piece <= most && one.slice(at, at + piece) === other.slice(at, at + piece))
    at += piece;
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}

function commonSuffix(one: string, other: string, most: number): number {
  const [a, b] = [one.length, other.length];
  let at = 0;
  while (
    at + piece <= most &&
    one.slice(a - at - piece, a - at) === other.slice(b - at - piece, b - at)
  )
    at += piece;
  while (at < most && one.charCodeAt(a - at - 1) === other.charCodeAt(b - at - 1)) at += 1;
  return at;
}
