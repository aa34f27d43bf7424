/** Bold, italic and strikethrough: pairs of stars and tildes within a line. */
import type { Pair } from "./fragment.ts";

const blank = /\s/;

function isBlank(character: string | undefined): boolean {
  return character !== undefined && blank.test(character);
}

/** `**bold**`: from each pair of stars to the next one in the line, if there is text between. */
export function strongPairs(text: string): readonly Pair[] {
  const pairs: Pair[] = [];
  let newline = -1;
  let open = text.indexOf("**");
  while (open >= 0) {
    const close = text.indexOf("**", open + 3);
    if (close < 0) break;
    if (newline < open) newline = nextNewline(text, open);
    if (newline < close) {
      open = text.indexOf("**", newline);
      continue;
    }
    pairs.push({ open, close, width: 2 });
    open = text.indexOf("**", close + 2);
  }
  return pairs;
}

function nextNewline(text: string, from: number): number {
  const at = text.indexOf("\n", from);
  return at < 0 ? text.length : at;
}

/**
 * `*italic*`: two stars with nothing but text between, which neither begins nor ends with a blank.
 *
 * Stars inside a pair do not count for others, so an unmatched star before a pair may be closed after it. The innermost
 * open star is the only one that the next star can pair with.
 */
export function emphasisPairs(text: string): readonly Pair[] {
  const pairs: Pair[] = [];
  const open: number[] = [];
  // A caret closes open emphasis, as on servers.
  for (const { 0: sign, index: at } of text.matchAll(/[*^\n]/g)) {
    const last = open.at(-1);
    if (sign !== "*") open.length = 0;
    else if (last === undefined || at === last + 1 || !encloses(text, last + 1, at)) open.push(at);
    else {
      open.pop();
      pairs.push({ open: last, close: at, width: 1 });
    }
  }
  return pairs;
}

function encloses(text: string, from: number, to: number): boolean {
  return !isBlank(text[from]) && !isBlank(text[to - 1]);
}

type StarRun = { readonly start: number; readonly end: number };

/** `***both***`: three stars of a run and three of the next one, read before all other stars. */
export function strongEmphasisPairs(text: string): readonly Pair[] {
  const pairs: Pair[] = [];
  const open: StarRun[] = [];
  for (const { 0: signs, index } of text.matchAll(/\*+|[\^\n]/g)) {
    if (!signs.startsWith("*")) {
      open.length = 0;
      continue;
    }
    let start = index;
    const end = index + signs.length;
    for (let last = open.at(-1); last !== undefined && end - start >= 3; last = open.at(-1)) {
      if (last.end - last.start < 3 || !encloses(text, last.end, start)) break;
      pairs.push({ open: last.end - 3, close: start, width: 3 });
      start += 3;
      open.pop();
      if (last.end - last.start > 3) open.push({ start: last.start, end: last.end - 3 });
    }
    if (start < end) open.push({ start, end });
  }
  return pairs;
}

/** `~~struck~~`: two runs of exactly two tildes with none between. */
export function struckPairs(text: string): readonly Pair[] {
  const pairs: Pair[] = [];
  let open: number | undefined;
  for (const { 0: signs, index } of text.matchAll(/~+|\n/g)) {
    if (signs !== "~~") open = undefined;
    else if (open === undefined) open = index;
    else {
      pairs.push({ open, close: index, width: 2 });
      open = undefined;
    }
  }
  return pairs;
}
