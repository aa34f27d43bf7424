/** Boundaries in a text: of graphemes, words and lines, as UTF-16 indexes. */
import { segments } from "#base/safe-text.ts";
import { isUnspaced, wordEdges } from "#base/words.ts";

/** How far around the cursor to look for grapheme boundaries; no visible cluster is longer. */
const reach = 64;

/** Most text is ASCII, which need not be segmented; beyond the end is nothing that could join. */
function isAscii(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 0x20 && code <= 0x7e) || Number.isNaN(code);
}

/** The boundary after the grapheme at `at`; the end if there is none. */
export function nextEdge(text: string, at: number): number {
  if (isAscii(text, at) && isAscii(text, at + 1)) return Math.min(at + 1, text.length);
  const { done, value } = segments(text.slice(at, at + reach))
    [Symbol.iterator]()
    .next();
  return done ? text.length : at + value.segment.length;
}

/** The boundary before `at`: the start of the grapheme that ends there. */
export function previousEdge(text: string, at: number): number {
  if (at <= 0) return 0;
  if (isAscii(text, at - 1) && isAscii(text, at - 2)) return at - 1;
  const safe = segmentedFrom(text, lineStart(text, at - 1), at);
  let edge = safe;
  for (const { index } of segments(text.slice(safe, at))) edge = safe + index;
  return edge;
}

/** A line is segmented from its start, a very long one from a safe position near the cursor. */
function segmentedFrom(text: string, from: number, at: number): number {
  const start = Math.max(from, at - reach);
  return start === from ? from : safeStart(text, start, at);
}

/** A position at or after `start` where a grapheme is certain to begin: after a blank, if there is one. */
function safeStart(text: string, start: number, at: number): number {
  const blank = text.indexOf(" ", start);
  return blank >= 0 && blank < at - 1 ? blank + 1 : start;
}

/** The nearest boundary at or before an index, so that the cursor is never inside a grapheme. */
export function edgeAt(text: string, at: number): number {
  if (at <= 0) return 0;
  if (at >= text.length) return text.length;
  const safe = segmentedFrom(text, lineStart(text, at), at);
  let edge = safe;
  // The following text matters too: half of a flag is a grapheme of its own only if the other half does not follow.
  for (const { index } of segments(text.slice(safe, at + reach))) {
    if (safe + index > at) break;
    edge = safe + index;
  }
  return edge;
}

export function lineStart(text: string, at: number): number {
  return at <= 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

const wordCharacter = /[\p{L}\p{N}\p{M}_]/u;
const run = /[\p{L}\p{N}\p{M}_]*/uy;
const others = /[^\p{L}\p{N}\p{M}_]*/uy;

/** Whether the character before or after that index belongs to a word. */
export function isInWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  const start = code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
  return wordCharacter.test(String.fromCodePoint(text.codePointAt(start) ?? 0x20));
}

/** After the word at or after `at`, as in Alt+f. */
export function wordEnd(text: string, at: number): number {
  const start = matchEnd(others, text, at);
  const end = edgesAround(text, start).find((edge) => edge > start) ?? start;
  const edge = edgeAt(text, end);
  return edge === end ? end : nextEdge(text, edge);
}

/** Before the word at or before `at`, as in Alt+b. */
export function wordStart(text: string, at: number): number {
  const end = backWhile(text, at, (character) => !isOfWord(character));
  return edgeAt(text, edgesAround(text, end).findLast((edge) => edge < end) ?? end);
}

const isOfWord = (character: string) => wordCharacter.test(character);

/** How far around the cursor a run without blanks is divided into words: more than most sentences need. */
const wordReach = 200;

/** Where words begin and end in the run of letters and digits around `at`, in order. */
function edgesAround(text: string, at: number): readonly number[] {
  const start = backWhile(text, at, isOfWord);
  const end = matchEnd(run, text, at);
  if (!isUnspaced(text.slice(start, end))) return [start, end];
  const from = Math.max(start, at - wordReach);
  const edges = wordEdges(text.slice(from, Math.min(end, at + wordReach)));
  return [from, ...edges.map((edge) => from + edge)];
}

/** Where a sticky pattern that matches anything, even nothing, ends. */
function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.test(text);
  return pattern.lastIndex;
}

/** Before the run of non-blanks that ends at `at`, as in ^W; where a script has no blanks, before the word. */
export function blankStart(text: string, at: number): number {
  const end = backWhile(text, at, (character) => blank.test(character));
  const start = backWhile(
    text,
    end,
    (character) => !blank.test(character) && !isUnspaced(character),
  );
  return start === end ? wordStart(text, end) : edgeAt(text, start);
}

const blank = /\s/;

/** The first index from which all characters up to `at` satisfy `is`. */
function backWhile(text: string, at: number, is: (character: string) => boolean): number {
  let start = at;
  while (start > 0) {
    const code = text.charCodeAt(start - 1);
    // The second half of a surrogate pair.
    const length = code >= 0xdc00 && code <= 0xdfff && start > 1 ? 2 : 1;
    if (!is(text.slice(start - length, start))) break;
    start -= length;
  }
  return start;
}

/** The same grapheme column on the line above or below; on the first or last line, the end of the text there. */
export function lineAbove(text: string, at: number): number {
  const start = lineStart(text, at);
  return start === 0 ? 0 : sameColumn(text, at, lineStart(text, start - 1));
}

export function lineBelow(text: string, at: number): number {
  const end = lineEnd(text, at);
  return end === text.length ? end : sameColumn(text, at, end + 1);
}

function sameColumn(text: string, at: number, start: number): number {
  const column = [...segments(text.slice(lineStart(text, at), at))].length;
  const end = lineEnd(text, start);
  let place = start;
  for (let passed = 0; passed < column && place < end; passed += 1) place = nextEdge(text, place);
  return Math.min(place, end);
}
