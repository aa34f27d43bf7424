/** Places in a text: edges of graphemes, words and lines. All are UTF-16 indexes. */

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** How far around the cursor graphemes are looked for; no cluster that a person sees is longer. */
const reach = 64;

/** The edge after the grapheme at `at`; the end when there is none. */
export function nextEdge(text: string, at: number): number {
  const { done, value } = graphemes
    .segment(text.slice(at, at + reach))
    [Symbol.iterator]()
    .next();
  return done ? text.length : at + value.segment.length;
}

/** The edge before `at`: where the grapheme begins that ends there. */
export function previousEdge(text: string, at: number): number {
  if (at <= 0) return 0;
  const from = lineStart(text, at - 1);
  // A line's text is cut into graphemes from its start; very long lines from a safe place near the cursor.
  const start = Math.max(from, at - reach);
  const safe = start === from ? from : safeStart(text, start, at);
  let edge = safe;
  for (const { index } of graphemes.segment(text.slice(safe, at))) edge = safe + index;
  return edge;
}

/** A place at or after `start` where a grapheme surely begins: behind a blank, if there is one. */
function safeStart(text: string, start: number, at: number): number {
  const blank = text.indexOf(" ", start);
  return blank >= 0 && blank < at - 1 ? blank + 1 : start;
}

/** The nearest edge at or before any index, so that a cursor never stands within a grapheme. */
export function edgeAt(text: string, at: number): number {
  if (at <= 0) return 0;
  if (at >= text.length) return text.length;
  const after = previousEdge(text, at + 1);
  const next = nextEdge(text, after);
  return next <= at ? next : after;
}

export function lineStart(text: string, at: number): number {
  return at <= 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

const wordCharacter = /[\p{L}\p{N}\p{M}_]/u;

/** Behind the word at or after `at`, as Alt+f moves. */
export function wordEnd(text: string, at: number): number {
  let index = at;
  while (index < text.length && !isWord(text, index)) index = nextEdge(text, index);
  while (index < text.length && isWord(text, index)) index = nextEdge(text, index);
  return index;
}

/** Before the word at or before `at`, as Alt+b moves. */
export function wordStart(text: string, at: number): number {
  let index = at;
  while (index > 0 && !isWord(text, previousEdge(text, index))) index = previousEdge(text, index);
  while (index > 0 && isWord(text, previousEdge(text, index))) index = previousEdge(text, index);
  return index;
}

/** Before the run of anything but white space that ends at `at`, as ^W kills. */
export function blankStart(text: string, at: number): number {
  const before = text.slice(0, at);
  return before.search(/\S*\s*$/);
}

function isWord(text: string, at: number): boolean {
  return wordCharacter.test(String.fromCodePoint(text.codePointAt(at) ?? 0x20));
}

/** The place on the line above or below that is as many graphemes from its start; at the first or last line, its end. */
export function lineAbove(text: string, at: number): number {
  const start = lineStart(text, at);
  return start === 0 ? 0 : sameColumn(text, at, lineStart(text, start - 1));
}

export function lineBelow(text: string, at: number): number {
  const end = lineEnd(text, at);
  return end === text.length ? end : sameColumn(text, at, end + 1);
}

function sameColumn(text: string, at: number, start: number): number {
  const column = [...graphemes.segment(text.slice(lineStart(text, at), at))].length;
  const end = lineEnd(text, start);
  let place = start;
  for (let passed = 0; passed < column && place < end; passed += 1) place = nextEdge(text, place);
  return Math.min(place, end);
}
