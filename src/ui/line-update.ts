/**
 * Updates one line of the terminal from its current to its next content: a faster replacement for Ink's own function.
 *
 * The common prefix is kept. Ink segments and measures both lines for that; here only the common prefix is measured,
 * by code point, and only the styles that are open at its end are reopened. The build substitutes this for the version
 * of Ink that it was compared with.
 */
import { width } from "#base/cells.ts";
import { memoizeLru } from "#base/memoize.ts";

const esc = "\u001b";
const sgr = new RegExp(`${esc}\\[([\\d;]*)m`, "g");
/** A gap of so many blanks is longer than the movement over it. */
const gapOrSgr = new RegExp(`${esc}\\[([\\d;]*)m| {8,}`, "g");
/** Other control characters: a line with one is rewritten completely. */
const control = /\p{Cc}/u;
/** Characters that may join the preceding one in a cluster. */
const joining =
  /[\p{M}\p{Cf}\p{Emoji_Modifier}\p{Regional_Indicator}\u1160-\u11ff\ud7b0-\ud7ff\uff9e\uff9f]/u;

/** The width of a text; larger than any line if it contains control characters. */
const columnsOf = memoizeLru(4000, (text: string) => {
  const bare = text.replace(sgr, "");
  return control.test(bare) ? Number.POSITIVE_INFINITY : width(bare);
});

/** The styles that are open at the end of a text; undefined if it contains an unknown code. */
const opened = memoizeLru(2000, (text: string) => ({ styles: openStyles(text) }));

/**
 * The bytes that turn `previous` into `next` on a line of `columns` cells, wherever the cursor is.
 *
 * The part that they share and the rest are measured separately: a list that scrolls moves the rest of each line, as it
 * was, beside what the next line begins with.
 */
export function lineUpdate(previous: string, next: string, columns: number | undefined): string {
  const whole = `${esc}[1G${esc}[K${next}`;
  if (columns === undefined || !(columns >= 1)) return whole;
  const common = commonPart(previous, next);
  if (common === 0) return whole;
  const prefix = next.slice(0, common);
  const rest = next.slice(common);
  const column = columnsOf(prefix);
  const widest = column + Math.max(columnsOf(previous.slice(common)), columnsOf(rest));
  if (column === 0 || column >= columns || widest > columns) return whole;
  const { styles } = opened(prefix);
  if (styles === undefined) return whole;
  const drawn = styles === "" ? withSteps(rest) : rest;
  const part = `${esc}[${column + 1}G${esc}[K${styles}${drawn}`;
  return part.length < whole.length ? part : whole;
}

/** The length of the common prefix, moved back to a boundary in both lines. */
function commonPart(previous: string, next: string): number {
  let at = 0;
  const shorter = Math.min(previous.length, next.length);
  while (at < shorter && previous.charCodeAt(at) === next.charCodeAt(at)) at += 1;
  at = outsideOfStyle(next, at);
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
  if (after === "" || isAscii(after)) return true;
  return isAscii(seenBefore(line, at)) && !joining.test(after);
}

function isAscii(character: string): boolean {
  return character >= " " && character <= "~";
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

/** The codes that each of our codes closes. */
const closes: Readonly<Record<string, readonly string[]>> = {
  "22": ["1", "2"],
  "23": ["3"],
  "24": ["4"],
  "27": ["7"],
  "29": ["9"],
  "39": ["colour"],
  "49": ["background"],
};

/** The codes that are open, by what they change. */
type Open = Map<string, string>;

/** The styles that are open at the end of `prefix`, as one sequence; undefined if it contains an unknown code. */
function openStyles(prefix: string): string | undefined {
  const open: Open = new Map();
  for (const [, parameters = ""] of prefix.matchAll(sgr)) {
    if (!applyAll(open, parameters)) return undefined;
  }
  return open.size === 0 ? "" : `${esc}[${[...open.values()].join(";")}m`;
}

/** False if one of the codes is unknown. */
function applyAll(open: Open, parameters: string): boolean {
  const codes = parameters.split(";");
  for (let at = 0; at < codes.length; ) {
    const taken = apply(open, codes, at);
    if (taken === 0) return false;
    at += taken;
  }
  return true;
}

/** `text`, which begins unstyled, with cursor movements for its unstyled gaps: the line was erased before. */
const withSteps = memoizeLru(2000, (text: string) => {
  const open: Open = new Map();
  let isKnown = true;
  return text.replace(gapOrSgr, (found: string, parameters: string | undefined) => {
    if (parameters !== undefined) isKnown &&= applyAll(open, parameters);
    else if (isKnown && open.size === 0) return `${esc}[${found.length}C`;
    return found;
  });
});

/** Applies the code at `at`; returns how many parameters it consumes, 0 if it is unknown. */
function apply(open: Open, codes: readonly string[], at: number): number {
  const code = codes[at] ?? "";
  const closed = closes[code];
  if (closed !== undefined) {
    for (const kind of closed) open.delete(kind);
    return 1;
  }
  if (code === "0" || code === "") {
    open.clear();
    return 1;
  }
  if (/^[123479]$/.test(code)) return set(open, code, code);
  if (/^(?:3[0-7]|9[0-7])$/.test(code)) return set(open, "colour", code);
  if (/^(?:4[0-7]|10[0-7])$/.test(code)) return set(open, "background", code);
  if (code !== "38" && code !== "48") return 0;
  const length = codes[at + 1] === "2" ? 5 : 3;
  set(open, code === "38" ? "colour" : "background", codes.slice(at, at + length).join(";"));
  return length;
}

function set(open: Open, kind: string, code: string): 1 {
  // Deleted first to restore the order in which styles were opened.
  open.delete(kind);
  open.set(kind, code);
  return 1;
}
