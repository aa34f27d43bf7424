/**
 * Fuzzy search among tens of thousands of names, within a frame.
 *
 * Scoring is expensive, so few names are scored: those that contain the letters contiguously, and only if these are
 * too few, those that contain them in order. Both are found with an index, not by going through the names. Of the best
 * ones, those remain that the query abbreviates.
 */
import fuzzysort from "fuzzysort";
import type { Clock } from "#base/clock.ts";
import { memoizeTexts } from "#base/memoize.ts";
import { folded, foldedWords } from "#editor/match.ts";

export type Named = { readonly name: string };

/** Names that are searched together. */
export type Names<T extends Named> = {
  readonly entries: readonly T[];
  /** Built on first use, which takes some ten milliseconds for 20,000 names: so many are prepared in parts. */
  readonly index: () => Index;
};

/** Names with their common container: some of several typed words may match that instead. */
export type NamesIn<T extends Named> = {
  readonly names: Names<T>;
  readonly container?: string | undefined;
};

export type Ranked<T> = { readonly entry: T; readonly score: number };

/** No name is as long: longer queries match nothing. */
const longestQuery = 300;
const minScore = 0.3;
/** How many names with contiguous letters are scored: preparing one costs as much as scoring 20. */
const maxScored = 120;
/** The same for names with the letters in order. */
const maxScoredApart = 400;
/** Shorter queries are contained in nearly every name, so they must match the beginning of a word. */
const shortest = 3;

/** Cached per name, because preparing takes some microseconds. */
const prepared = memoizeTexts(50_000, (name: string) => fuzzysort.prepare(name));

export function namesOf<T extends Named>(entries: readonly T[]): Names<T> {
  let index: Index | undefined;
  return {
    entries,
    index: () => {
      index ??= indexOf(entries);
      return index;
    },
  };
}

/** The same names in parts, each of whose indexes can be built without delaying a key. */
export function inParts<T extends Named>(entries: readonly T[]): readonly NamesIn<T>[] {
  const parts: NamesIn<T>[] = [];
  for (let at = 0; at < entries.length; at += partSize)
    parts.push({ names: namesOf(entries.slice(at, at + partSize)) });
  return parts;
}

const partSize = 1024;

/** The longest delay for a key pressed meanwhile. */
const sliceMs = 3;

/** Builds, in slices, what the first search would have to wait for. */
export function prepareParts(parts: readonly NamesIn<Named>[], clock: Clock, from = 0): void {
  clock.after(0, () => {
    const began = clock.elapsed();
    let at = from;
    while (at < parts.length && clock.elapsed() - began < sliceMs) {
      parts[at]?.names.index();
      at += 1;
    }
    if (at < parts.length) prepareParts(parts, clock, at);
  });
}

/** The best matches, best first; with nothing typed, the first names in their order. */
export function ranked<T extends Named>(
  parts: readonly NamesIn<T>[],
  typed: string,
  limit: number,
): readonly Ranked<T>[] {
  if (typed === "") return firstOf(parts, limit).map((entry) => ({ entry, score: 0 }));
  if (typed.length > longestQuery) return [];
  const words = foldedWords(typed);
  const options = { limit, threshold: minScore };
  const candidates = candidatesAmong(parts, words, limit);
  const own = ({ entry }: Candidate<T>) => prepared(entry.name);
  const around = ({ container = "" }: Candidate<T>) => prepared(container);
  const isOfBoth = words.length > 1 && parts.some(({ container }) => container !== undefined);
  const results = isOfBoth
    ? fuzzysort.go(typed, candidates, { keys: [own, around], ...options })
    : fuzzysort.go(typed, candidates, { key: own, ...options });
  return results
    .filter(({ obj }) => isLike(obj, words))
    .map(({ obj, score }) => ({ entry: obj.entry, score }));
}

function firstOf<T extends Named>(parts: readonly NamesIn<T>[], limit: number): readonly T[] {
  const first: T[] = [];
  for (const { names } of parts) {
    if (first.length >= limit) break;
    first.push(...names.entries.slice(0, limit - first.length));
  }
  return first;
}

type Candidate<T> = { readonly entry: T; readonly container: string | undefined };

function candidatesAmong<T extends Named>(
  parts: readonly NamesIn<T>[],
  words: readonly string[],
  limit: number,
): readonly Candidate<T>[] {
  const [word = ""] = words;
  const literal = words.length > 1 ? havingWords(parts, words) : havingWord(parts, word);
  return literal.length >= Math.min(limit, maxScored) ? literal : inOrder(parts, words);
}

/** Names that begin with the word, then those of which a word does, then those that contain it elsewhere. */
function havingWord<T extends Named>(
  parts: readonly NamesIn<T>[],
  word: string,
): readonly Candidate<T>[] {
  const candidates = new Map<T, Candidate<T>>();
  // One quick look, because most streams have no such topic.
  const having = parts.filter(({ names }) => names.index().text.includes(word));
  const leads = word.length >= shortest ? ["\n", " ", ""] : ["\n", " "];
  for (const lead of leads) {
    for (const candidate of candidatesWith(having, lead + word)) {
      if (candidates.size >= maxScored) return [...candidates.values()];
      if (!candidates.has(candidate.entry)) candidates.set(candidate.entry, candidate);
    }
  }
  return [...candidates.values()];
}

function* candidatesWith<T extends Named>(
  parts: readonly NamesIn<T>[],
  text: string,
): Generator<Candidate<T>> {
  for (const { names, container } of parts) {
    for (const row of rowsWith(names.index(), text)) {
      const entry = names.entries[row];
      if (entry !== undefined) yield { entry, container };
    }
  }
}

/** Rows whose name contains the text, which may begin with the line break that precedes each name. */
function* rowsWith(index: Index, text: string): Generator<number> {
  let at = index.text.indexOf(text);
  while (at >= 0) {
    const row = rowAt(index, text.startsWith("\n") ? at + 1 : at);
    yield row;
    const next = index.starts[row + 1];
    if (next === undefined) return;
    at = index.text.indexOf(text, next - 1);
  }
}

/** Names that contain all words, or whose container has the missing ones; in the same order. */
function havingWords<T extends Named>(
  parts: readonly NamesIn<T>[],
  words: readonly string[],
): readonly Candidate<T>[] {
  const ranks: readonly Candidate<T>[][] = [[], [], []];
  for (const { names, container } of parts) {
    const around = container === undefined ? "" : folded(container);
    for (const { row, place } of placesOf(names.index(), around, words)) {
      const [entry, alike] = [names.entries[row], ranks[place]];
      if (entry !== undefined && alike !== undefined && alike.length < maxScored)
        alike.push({ entry, container });
    }
  }
  return ranks.flat().slice(0, maxScored);
}

/** How well each candidate matches: the rank of its worst word. */
function* placesOf(index: Index, around: string, words: readonly string[]) {
  const own = words.filter((word) => !around.includes(word));
  const letters = lettersIn(own.join(""));
  const longest = own.toSorted((a, b) => b.length - a.length)[0];
  const rows = longest === undefined ? index.starts.keys() : rowsWith(index, longest);
  for (const row of rows) {
    if (!mayHave(index, row, letters)) continue;
    const name = nameIn(index, row);
    yield { row, place: Math.max(...words.map((word) => placeIn(name, around, word))) };
  }
}

function nameIn({ text, starts }: Index, row: number): string {
  return text.slice(starts[row], (starts[row + 1] ?? text.length + 1) - 1);
}

/** 0 if the text begins with the word, 1 if one of its words does, 2 if it contains it elsewhere, 3 if not at all. */
function placeIn(text: string, around: string, word: string): number {
  const at = text.indexOf(word);
  if (at === 0) return 0;
  if (at > 0 && text.includes(` ${word}`)) return 1;
  if (around !== "" && around.includes(word)) return 1;
  return at > 0 && word.length >= shortest ? 2 : 3;
}

/** Names that contain the letters of each word in order, or whose container does. */
function inOrder<T extends Named>(
  parts: readonly NamesIn<T>[],
  words: readonly string[],
): readonly Candidate<T>[] {
  const candidates: Candidate<T>[] = [];
  for (const { names, container } of parts) {
    const around = container === undefined || words.length === 1 ? "" : folded(container);
    const own = words.filter((word) => !hasInOrder(around, word));
    for (const row of rowsInOrder(names.index(), own)) {
      const entry = names.entries[row];
      if (entry !== undefined) candidates.push({ entry, container });
      if (candidates.length >= maxScoredApart) return candidates;
    }
  }
  return candidates;
}

/** Rows whose name contains the letters of each word in order. */
function* rowsInOrder(index: Index, words: readonly string[]): Generator<number> {
  const letters = lettersIn(words.join(""));
  for (let row = 0; row < index.starts.length; row += 1) {
    if (!mayHave(index, row, letters)) continue;
    const name = nameIn(index, row);
    if (words.every((word) => hasInOrder(name, word))) yield row;
  }
}

function hasInOrder(text: string, word: string): boolean {
  let at = -1;
  for (const letter of word) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/**
 * Whether a text contains a word, or its letters in order from the beginning of a word on, skipping no more letters
 * than it matches; those before the beginning of another word do not count. Letters scattered over a text are chance.
 */
function abbreviates(text: string, word: string): boolean {
  if (text.includes(word)) return true;
  // By the number of matched letters: the fewest skipped ones, up to the last match and up to here.
  const matched = new Float64Array(word.length + 1).fill(Number.POSITIVE_INFINITY);
  const here = matched.slice();
  matched[0] = 0;
  for (let at = 0; at < text.length; at += 1) {
    const isStart = at === 0 || !isLetter.test(text.charAt(at - 1));
    const skipped = isStart ? matched : here;
    for (let count = word.length; count > 0; count -= 1) {
      const isMatch = text[at] === word[count - 1];
      const match = isMatch ? least(here[count - 1], skipped[count - 1]) : undefined;
      here[count] = least(match, least(here[count]) + 1);
      matched[count] = least(match, matched[count]);
    }
  }
  return least(matched[word.length]) <= word.length;
}

function least(one: number | undefined, other?: number): number {
  return Math.min(one ?? Number.POSITIVE_INFINITY, other ?? Number.POSITIVE_INFINITY);
}

const isLetter = /[\p{L}\p{N}]/u;

/** Whether each word abbreviates the name or, if there are several, its container. */
function isLike({ entry, container }: Candidate<Named>, words: readonly string[]): boolean {
  const texts = [entry.name, ...(words.length > 1 ? [container ?? ""] : [])].map(folded);
  return words.every((word) => texts.some((text) => abbreviates(text, word)));
}

/** The matching names, best first, as indexes; all of them if nothing was typed. */
export function matching(names: readonly string[], typed: string): readonly number[] {
  if (typed.trim() === "") return names.map((_, index) => index);
  if (typed.length > longestQuery) return [];
  const words = foldedWords(typed);
  const targets = names.map((name, index) => ({ index, prepared: prepared(name) }));
  return fuzzysort
    .go(typed.trim(), targets, { key: "prepared", threshold: 0.2 })
    .filter(({ obj }) => isLike({ entry: { name: names[obj.index] ?? "" }, container: "" }, words))
    .map(({ obj }) => obj.index);
}

// An index of names for searching: all of them in one text, and which letters each has.
// Searching a text of 20,000 names takes as long as looking at a few hundred names one by one.

type Index = {
  /** The folded names, each after a line break. */
  readonly text: string;
  /** The offset of each name in it. */
  readonly starts: Uint32Array;
  /** A bit mask of the letters in each name. */
  readonly letters: Uint32Array;
};

function indexOf(entries: readonly { readonly name: string }[]): Index {
  const starts = new Uint32Array(entries.length);
  const letters = new Uint32Array(entries.length);
  const names: string[] = [];
  let at = 0;
  for (const [row, { name }] of entries.entries()) {
    const text = folded(name).replaceAll("\n", " ");
    names.push(text);
    starts[row] = at + 1;
    letters[row] = lettersIn(text);
    at += 1 + text.length;
  }
  return { text: `\n${names.join("\n")}`, starts, letters };
}

/** One bit per Latin letter and per pair of digits, none for other characters. */
function lettersIn(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x61 && code <= 0x7a) letters |= 1 << (code - 0x61);
    else if (code >= 0x30 && code <= 0x39) letters |= 1 << (26 + ((code - 0x30) >> 1));
  }
  return letters;
}

/** False only if the name lacks one of the letters. */
function mayHave({ letters }: Index, row: number, required: number): boolean {
  return ((letters[row] ?? 0) & required) === required;
}

/** The row of the name at that offset of the text. */
function rowAt({ starts }: Index, at: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
