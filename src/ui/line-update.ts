/**
 * Updates one line of the terminal from its current to its next content: a faster replacement for Ink's own function.
 *
 * What both lines begin and end with is kept. Ink segments and measures both lines for that; here only the common prefix
 * and the rest are measured, by code point. What is between is drawn with as few bytes as its cells need: a style turns
 * into the next one in one sequence, and gaps are stepped over. The build substitutes this for the version of Ink that
 * it was compared with.
 */
import { width } from "#base/cells.ts";
import { commonPrefix, commonSuffix } from "#base/common-ends.ts";
import { memoizeTexts } from "#base/memoize.ts";
import {
  changed,
  forgetLooks,
  hasTooManyLooks,
  type Looks,
  looksAfter,
  looksOf,
  plainLooks,
  turn,
} from "./looks.ts";

const esc = "\u001b";
const sgr = new RegExp(`${esc}\\[([\\d;]*)m`, "g");
/** Other control characters: a line with one is rewritten completely. */
const control = /\p{Cc}/u;
/** Characters that may join the preceding one in a cluster. */
const joining =
  /[\p{M}\p{Cf}\p{Emoji_Modifier}\p{Regional_Indicator}\u1160-\u11ff\ud7b0-\ud7ff\uff9e\uff9f]/u;

/** What is not one cell wide, or not in every terminal. */
const unsure = /[^ -~\u00a0-\u02ff\u2010-\u25ff]/g;

/** The width of a text; larger than any line if it contains control characters. */
const measured = memoizeTexts(4000, (text: string) => {
  const bare = text.replace(sgr, "");
  const columns = control.test(bare) ? Number.POSITIVE_INFINITY : width(bare);
  /** By so many cells terminals may differ. */
  const slack = 2 * (bare.match(unsure)?.length ?? 0);
  return { columns, slack };
});
const columnsOf = (text: string) => measured(text).columns;

/**
 * The bytes that turn `previous` into `next` on a line of `columns` cells, wherever the cursor is.
 *
 * The parts that they share and the rest are measured separately: a list that scrolls moves the rest of each line, as it
 * was, beside what the next line begins with.
 */
export function lineUpdate(previous: string, next: string, columns: number | undefined): string {
  return frameLineUpdate(previous, next, columns) + closeFrame();
}

/**
 * Like `lineUpdate`, but leaves open in what the line ends: most lines of a dialog begin in that again. After the last
 * line of a frame follows `closeFrame`.
 */
export function frameLineUpdate(
  previous: string,
  next: string,
  columns: number | undefined,
): string {
  const update = updateOf(previous, next, columns);
  if (update === undefined) return `${closeFrame()}${esc}[1G${esc}[K${next}`;
  const { column, isErased, drawn } = update;
  const { bytes, first = left, last = left } = drawn;
  // Erased cells get the background that is open.
  const closed = isErased && left.isSeen ? closeFrame() : "";
  const begun = first === left ? "" : turn(left, first);
  left = last;
  return `${closed}${esc}[${column + 1}G${isErased ? `${esc}[K` : ""}${begun}${bytes}`;
}

/** Ends what is open. */
export function closeFrame(): string {
  const end = left === plainLooks ? "" : turn(left, plainLooks);
  left = plainLooks;
  return end;
}

/** What to draw from that column on, after erasing the rest of the line or not. */
type Update = { readonly column: number; readonly isErased: boolean; readonly drawn: Drawn };

/** Returns undefined if the whole line is to be written. */
function updateOf(previous: string, next: string, columns: number | undefined): Update | undefined {
  if (columns === undefined || !(columns >= 1)) return undefined;
  if (hasTooManyLooks()) forget();
  const common = commonPart(previous, next);
  const rest = next.slice(common);
  const { columns: column, looks } = beginning(next.slice(0, common));
  const [past, now] = [measured(previous.slice(common)), measured(rest)];
  const [before, after] = [past.columns, now.columns];
  if (looks === undefined || column >= columns) return undefined;
  if (column + Math.max(before, after) > columns) return undefined;
  const middle = before === after ? changedPart(previous, next, common, looks) : undefined;
  if (middle !== undefined) {
    const drawn = drawnText(middle, looks, false);
    return drawn && { column, isErased: false, drawn };
  }
  const { drawn } =
    looks === plainLooks ? drawnFromPlain(rest) : { drawn: drawnText(rest, looks, true) };
  const isCovered = before + past.slack <= after - now.slack;
  return drawn && { column, isErased: drawn.steps || !isCovered, drawn };
}

/** The length of the common prefix, moved back to a boundary in both lines. */
function commonPart(previous: string, next: string): number {
  let at = outsideOfStyle(next, commonPrefix(previous, next));
  while (at > 0 && !(isEdge(previous, at) && isEdge(next, at))) at = outsideOfStyle(next, at - 1);
  return at;
}

/** A position inside a style sequence is moved before it. */
function outsideOfStyle(line: string, at: number): number {
  const begin = line.lastIndexOf(esc, at - 1);
  if (begin < 0) return at;
  const end = line.indexOf("m", begin);
  return end >= 0 && end < at ? at : begin;
}

/** True if the character before `at` and the next visible one are certainly in separate cells. */
function isEdge(line: string, at: number): boolean {
  const after = seenAfter(line, at);
  if (after === "" || isSimple(after)) return true;
  return isSimple(seenBefore(line, at)) && !joining.test(after);
}

/** ASCII, and the lines and blocks that frames, separators and the cursor's bar consist of. */
function isSimple(character: string): boolean {
  return (character >= " " && character <= "~") || (character >= "\u2500" && character <= "\u259f");
}

function seenAfter(line: string, at: number): string {
  let place = at;
  while (line[place] === esc) place = line.indexOf("m", place) + 1;
  return String.fromCodePoint(line.codePointAt(place) ?? 0).replace("\0", "");
}

function seenBefore(line: string, at: number): string {
  return (
    line
      .slice(Math.max(0, at - 40), at)
      .replace(sgr, "")
      .at(-1) ?? ""
  );
}

/**
 * What is between the common beginning and a common end of both lines, if that fills the same cells in both and the end has
 * the same looks; undefined without such an end.
 */
function changedPart(
  previous: string,
  next: string,
  from: number,
  looks: Looks,
): string | undefined {
  const shift = previous.length - next.length;
  const shorter = Math.min(previous.length, next.length) - from;
  let at = behindStyle(next, next.length - commonSuffix(previous, next, shorter));
  while (at < next.length) {
    const after = looksAfter(looks, next, from, at);
    if (
      after !== undefined &&
      after === looksAfter(looks, previous, from, at + shift) &&
      isEdge(next, at) &&
      isEdge(previous, at + shift)
    ) {
      const middle = next.slice(from, at);
      const isAsWide = columnsOf(previous.slice(from, at + shift)) === columnsOf(middle);
      return isAsWide ? middle : undefined;
    }
    at = styleEnd(next, at);
  }
  return undefined;
}

/** A position inside a style sequence is moved behind it. */
function behindStyle(line: string, at: number): number {
  const begin = outsideOfStyle(line, at);
  return begin < at ? line.indexOf("m", begin) + 1 : at;
}

/** Behind the first style sequence that begins at `from` or later; the end without one. */
function styleEnd(line: string, from: number): number {
  const begin = line.indexOf(esc, from);
  return begin < 0 ? line.length : line.indexOf("m", begin) + 1;
}

/** What the lines of this frame have left open. */
let left = plainLooks;

/** Between two lines: within one, the same looks must be the same object. */
function forget(): void {
  forgetLooks();
  beginning = beginnings();
  drawnFromPlain = drawnFromPlainLooks();
  left = looksOf(left.codes);
}

/** What is known of the beginning that two lines share: of most lines, the sidebar, which seldom changes. */
function beginnings() {
  return memoizeTexts(500, (text: string) => ({
    columns: columnsOf(text),
    looks: looksAfter(plainLooks, text, 0, text.length),
  }));
}

let beginning = beginnings();

// Drawing a text with as few bytes as its cells need.

/** A gap that is longer than the movement over it, and one that is longer than that and erasing its cells. */
const gap = "     ";
const longGap = 11;

/** Whether the terminal leaves in erased cells the background that is open. */
let fillsErased = false;

/** For all lines from now on. */
export function setFillsErased(fills: boolean): void {
  fillsErased = fills;
  drawnFromPlain = drawnFromPlainLooks();
}

type Drawn = {
  readonly bytes: string;
  /** The looks that are to be open before it, and those that are open afterwards. Undefined for any, which stay so. */
  readonly first: Looks | undefined;
  readonly last: Looks | undefined;
  /** Whether cells were stepped over that are to be empty. */
  readonly steps: boolean;
};

/** What was drawn so far. */
type Pen = {
  readonly isErased: boolean;
  bytes: string;
  first: Looks | undefined;
  /** Undefined until the first looks are needed. */
  open: Looks | undefined;
  /** Blanks that were not drawn yet, and whether they are in place already. */
  blanks: number;
  areFilled: boolean;
  /** Up to this place of the text, cells have the background that is open. */
  filledTo: number;
  steps: boolean;
};

/**
 * A text from a place with these looks. Of a line that was erased, blanks without visible looks are stepped over, and not
 * drawn at its end. Undefined if it contains an unknown code.
 */
function drawnText(text: string, looks: Looks, isErased: boolean): Drawn | undefined {
  const pen: Pen = {
    isErased,
    bytes: "",
    first: undefined,
    open: undefined,
    blanks: 0,
    areFilled: true,
    filledTo: 0,
    steps: false,
  };
  let wanted = looks;
  let at = 0;
  while (at < text.length) {
    const sequence = text.indexOf(esc, at);
    const end = sequence < 0 ? text.length : sequence;
    if (end > at) drawPart(pen, text, [at, end], wanted);
    if (sequence < 0) break;
    at = text.indexOf("m", sequence) + 1;
    const next = changed(wanted, text.slice(sequence + 2, at - 1));
    if (next === undefined) return undefined;
    wanted = next;
  }
  const { bytes, first, open: last } = pen;
  return { bytes, first, last, steps: pen.steps || (pen.blanks > 0 && !pen.areFilled) };
}

type Part = readonly [at: number, end: number];

function drawPart(pen: Pen, text: string, part: Part, looks: Looks): void {
  if (pen.isErased && !looks.isSeen) drawWithSteps(pen, text.slice(...part), looks);
  else if (looks.isErasable && (fillsErased || !looks.isSeen)) drawFilled(pen, text, part, looks);
  else draw(pen, text.slice(...part), looks);
}

/** Of most lines, what the sidebar leaves. */
function drawnFromPlainLooks() {
  return memoizeTexts(2000, (text: string) => ({ drawn: drawnText(text, plainLooks, true) }));
}

let drawnFromPlain = drawnFromPlainLooks();

function draw(pen: Pen, text: string, looks: Looks): void {
  if (pen.blanks > 0) drawBlanks(pen, looks);
  const isAlike = looks.onBlank === pen.open?.onBlank && text.trimEnd() === "";
  if (looks !== pen.open && !isAlike) {
    if (pen.open === undefined) pen.first = looks;
    else pen.bytes += turn(pen.open, looks);
    pen.open = looks;
  }
  pen.bytes += text;
}

/** Draws the blanks before a text with these looks. */
function drawBlanks(pen: Pen, looks: Looks): void {
  const { blanks, areFilled } = pen;
  const isStep = areFilled || blanks >= gap.length || pen.open?.isSeen === true;
  if (!isStep && pen.open === undefined) {
    pen.open = looks.isSeen ? plainLooks : looks;
    pen.first = pen.open;
  }
  pen.bytes += isStep ? `${esc}[${blanks}C` : gap.slice(0, blanks);
  pen.steps ||= isStep && !areFilled;
  pen.blanks = 0;
  pen.areFilled = true;
}

function drawWithSteps(pen: Pen, text: string, looks: Looks): void {
  let at = 0;
  while (at < text.length) {
    const from = at;
    while (at < text.length && text.charCodeAt(at) === 32) at += 1;
    pen.blanks += at - from;
    if (at > from) pen.areFilled = false;
    if (at === text.length) return;
    const next = text.indexOf(gap, at);
    const end = next < 0 ? text.length : next;
    draw(pen, text.slice(at, end), looks);
    at = end;
  }
}

/** Draws a part: from the first long gap on, the cells of its background are erased, and gaps are stepped over. */
function drawFilled(pen: Pen, text: string, [begin, end]: Part, looks: Looks): void {
  let at = begin;
  while (at < end) {
    const from = nextGap(text, at, end);
    const to = blanksEnd(text, from, end);
    const isFilled = from < pen.filledTo;
    const isSkipped = isFilled || to - from >= longGap;
    const drawn = text.slice(at, isSkipped ? from : to);
    if (drawn !== "") draw(pen, drawn, looks);
    if (isSkipped && !isFilled) fill(pen, text, from, end, looks);
    if (isSkipped) pen.blanks += to - from;
    at = to;
  }
}

function nextGap(text: string, at: number, end: number): number {
  const gapAt = text.indexOf(gap, at);
  return gapAt < 0 || gapAt > end ? end : gapAt;
}

function blanksEnd(text: string, from: number, end: number): number {
  let to = from;
  while (to < end && text.charCodeAt(to) === 32) to += 1;
  return to;
}

/** Erases what has the background of these looks, in which the part before `end` is. */
function fill(pen: Pen, text: string, from: number, end: number, looks: Looks): void {
  draw(pen, "", looks);
  pen.filledTo = backgroundEnd(text, end, looks);
  pen.bytes += `${esc}[${columnsOf(text.slice(from, pen.filledTo))}X`;
}

/** Where the background ends that is behind the text before `at`. */
function backgroundEnd(text: string, at: number, looks: Looks): number {
  let now: Looks | undefined = looks;
  let end = at;
  while (end < text.length && text[end] === esc) {
    const to = text.indexOf("m", end) + 1;
    now = changed(now, text.slice(end + 2, to - 1));
    if (now?.onBlank !== looks.onBlank) return end;
    const next = text.indexOf(esc, to);
    end = next < 0 ? text.length : next;
  }
  return end;
}
