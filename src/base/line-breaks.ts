/**
 * Where lines end when text is wrapped.
 *
 * Lines are ranges of the text, so that callers can wrap first and style afterwards.
 */
import { graphemes } from "./safe-text.ts";
import { isBrokenByWords, wordEdges } from "./words.ts";

/** A line is `text.slice(start, end)` and takes `cells` columns. */
export type LineRange = { readonly start: number; readonly end: number; readonly cells: number };

const ascii = /^[\x20-\x7e]*$/;
/** Scripts written without spaces: a line may break before and after each of these. */
const ideograph =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
const neverFirst =
  /^[、。，．・：；？！ー」』）〉》】〕｝’”〜…,.:;?!)\]}%ぁぃぅぇぉっゃゅょァィゥェォッャュョ々]/u;
const neverLast = /[「『（〈《【〔｛‘“([{]$/u;

/** The lines of `text` in `columns`; at least one. A newline always ends a line. */
export function lineRanges(
  text: string,
  columns: number,
  width: (text: string) => number,
): LineRange[] {
  const lines: LineRange[] = [];
  const room = Math.max(1, columns);
  let start = 0;
  while (start <= text.length) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    const paragraph = start === 0 && newline === -1 ? text : text.slice(start, end);
    if (ascii.test(paragraph)) breakAscii(paragraph, start, room, lines);
    else breakClusters(paragraph, start, room, width, lines);
    start = end + 1;
  }
  return lines;
}

function breakAscii(text: string, offset: number, columns: number, lines: LineRange[]): void {
  let start = 0;
  while (text.length - start > columns) {
    let next = start + columns;
    let end = next;
    if (text.charCodeAt(next) !== 0x20) {
      // Searched on this line only: otherwise a long text without blanks would be searched once per line.
      const blank = start + text.slice(start, next).lastIndexOf(" ");
      if (blank > start && text.slice(start, blank).trim() !== "") {
        end = blank;
        next = blank;
      }
    }
    while (text.charCodeAt(next) === 0x20) next += 1;
    while (end > start && text.charCodeAt(end - 1) === 0x20) end -= 1;
    lines.push({ start: offset + start, end: offset + end, cells: end - start });
    start = next;
    if (start >= text.length) return;
  }
  lines.push({
    start: offset + start,
    end: offset + text.length,
    cells: text.length - start,
  });
}

/**
 * A position at which the current line may end, and where the next line would begin; cells count from the line's start.
 */
type Break = {
  readonly end: number;
  readonly cells: number;
  readonly next: number;
  readonly cellsToNext: number;
};

function breakClusters(
  text: string,
  offset: number,
  columns: number,
  width: (text: string) => number,
  lines: LineRange[],
): void {
  let start = 0;
  let at = 0;
  let cells = 0;
  // The line up to its last non-blank character: trailing blanks may exceed the width, because they are not drawn.
  let ink = { end: 0, cells: 0 };
  let best: Break | undefined;
  let before = "";
  const endLine = (end: Break) => {
    lines.push({ start: offset + start, end: offset + end.end, cells: end.cells });
    start = end.next;
    cells -= end.cellsToNext;
    ink = { end: ink.end, cells: ink.cells - end.cellsToNext };
    best = undefined;
  };
  const edges = isBrokenByWords(text) ? new Set(wordEdges(text)) : undefined;
  const here = (): Break => ({
    ...(ink.end > start ? ink : { end: start, cells: 0 }),
    next: at,
    cellsToNext: cells,
  });
  for (const cluster of graphemes(text)) {
    const size = width(cluster);
    const drawn = !isBlank(cluster);
    const isEdge = edges?.has(at) === true && isBrokenByWords(before + cluster);
    if (drawn && ink.end > start && mayBreak(before, cluster, isEdge)) best = here();
    while (drawn && cells + size > columns && at > start) endLine(best ?? here());
    at += cluster.length;
    cells += size;
    if (drawn) ink = { end: at, cells };
    before = cluster;
  }
  const hanging = cells > columns;
  const last = hanging ? here() : { end: text.length, cells };
  lines.push({ start: offset + start, end: offset + last.end, cells: last.cells });
}

const isBlank = (cluster: string) => cluster === " " || cluster === "\u3000";

/** `isEdge`: between two words of a script without blanks. */
function mayBreak(before: string, after: string, isEdge: boolean): boolean {
  if (isBlank(before)) return true;
  if (!isEdge && !ideograph.test(before) && !ideograph.test(after)) return false;
  return !neverFirst.test(after) && !neverLast.test(before);
}
