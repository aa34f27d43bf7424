/**
 * Finds names by a few letters among tens of thousands, within a frame.
 *
 * Scoring is what costs, so few names are scored: those that have the letters in one piece, and only where these are too
 * few, all that have them in order. Both are found in the index of the names and not name by name.
 */
import fuzzysort from "fuzzysort";
import type { Clock } from "#base/clock.ts";
import { memoizeLru } from "#base/memoize-lru.ts";
import { folded, type Index, indexOf, lettersIn, mayHave, rowAt } from "./name-index.ts";

export type Named = { readonly name: string };

/** Names that are searched together. */
export type Names<T extends Named> = {
  readonly entries: readonly T[];
  /** Made at the first call, which costs some ten milliseconds for 20,000 names: those are prepared in parts. */
  readonly index: () => Index;
};

/** Names with what they are all in: of several words typed, some may be of that. */
export type NamesIn<T extends Named> = {
  readonly names: Names<T>;
  readonly container?: string | undefined;
};

export type Ranked<T> = { readonly entry: T; readonly score: number };

/** No name is as long: what is typed beyond that is looked for nowhere. */
const longestQuery = 300;
const leastScore = 0.3;
/** How many names are scored where more have the letters in one piece: preparing one costs as much as 20 others. */
const mostScored = 120;
/** The same where they have them apart. */
const mostScoredApart = 400;
/** Shorter ones are in nearly every name, so they must begin a word. */
const shortest = 3;

/** Made once for each name: the first time it costs some microseconds. */
const prepared = memoizeLru(50_000, (name: string) => fuzzysort.prepare(name));

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

/** The same names in parts whose index is made without delaying a key. */
export function inParts<T extends Named>(entries: readonly T[]): readonly NamesIn<T>[] {
  const parts: NamesIn<T>[] = [];
  for (let at = 0; at < entries.length; at += partSize)
    parts.push({ names: namesOf(entries.slice(at, at + partSize)) });
  return parts;
}

const partSize = 1024;

/** A key that comes meanwhile waits so long. */
const sliceMs = 3;

/** Makes what the first letter would have to wait for, in slices. */
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

/** The best matches, best first; with nothing typed, the first ones as they stand. */
export function ranked<T extends Named>(
  parts: readonly NamesIn<T>[],
  typed: string,
  limit: number,
): readonly Ranked<T>[] {
  if (typed === "") return firstOf(parts, limit).map((entry) => ({ entry, score: 0 }));
  if (typed.length > longestQuery) return [];
  const words = folded(typed)
    .split(/\s+/)
    .filter((word) => word !== "");
  const options = { limit, threshold: leastScore };
  const candidates = candidatesAmong(parts, words, limit);
  const own = ({ entry }: Candidate<T>) => prepared(entry.name);
  const around = ({ container = "" }: Candidate<T>) => prepared(container);
  const isOfBoth = words.length > 1 && parts.some(({ container }) => container !== undefined);
  const found = isOfBoth
    ? fuzzysort.go(typed, candidates, { keys: [own, around], ...options })
    : fuzzysort.go(typed, candidates, { key: own, ...options });
  return found.map(({ obj, score }) => ({ entry: obj.entry, score }));
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
  return literal.length >= limit ? literal : inOrder(parts, words);
}

/** Names that begin with the word, then those of which a word does, then those that have it elsewhere. */
function havingWord<T extends Named>(
  parts: readonly NamesIn<T>[],
  word: string,
): readonly Candidate<T>[] {
  const found = new Map<T, Candidate<T>>();
  const leads = word.length >= shortest ? ["\n", " ", ""] : ["\n", " "];
  for (const lead of leads) {
    for (const candidate of candidatesWith(parts, lead + word)) {
      if (found.size >= mostScored) return [...found.values()];
      if (!found.has(candidate.entry)) found.set(candidate.entry, candidate);
    }
  }
  return [...found.values()];
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

/** Rows whose name has the text, which may begin with the line break that stands before each name. */
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

/** Names that have all words, or are in something that has the others; in the same order. */
function havingWords<T extends Named>(
  parts: readonly NamesIn<T>[],
  words: readonly string[],
): readonly Candidate<T>[] {
  const found: readonly Candidate<T>[][] = [[], [], []];
  for (const { names, container } of parts) {
    const around = container === undefined ? "" : folded(container);
    for (const { row, place } of placesOf(names.index(), around, words)) {
      const [entry, alike] = [names.entries[row], found[place]];
      if (entry !== undefined && alike !== undefined && alike.length < mostScored)
        alike.push({ entry, container });
    }
  }
  return found.flat().slice(0, mostScored);
}

/** How well each name that may have all words does: the place of the worst of them. */
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

/** 0 where the text begins with the word, 1 where one of its words does, 2 where it has it elsewhere, 3 where nowhere. */
function placeIn(text: string, around: string, word: string): number {
  const at = text.indexOf(word);
  if (at === 0) return 0;
  if (at > 0 && text.includes(` ${word}`)) return 1;
  if (around !== "" && around.includes(word)) return 1;
  return at > 0 && word.length >= shortest ? 2 : 3;
}

/** Names that have the letters of each word in order, or are in something that has. */
function inOrder<T extends Named>(
  parts: readonly NamesIn<T>[],
  words: readonly string[],
): readonly Candidate<T>[] {
  const found: Candidate<T>[] = [];
  for (const { names, container } of parts) {
    const around = container === undefined || words.length === 1 ? "" : folded(container);
    const own = words.filter((word) => !hasInOrder(around, word));
    const letters = lettersIn(own.join(""));
    const index = names.index();
    for (const [row, entry] of names.entries.entries()) {
      if (!mayHave(index, row, letters)) continue;
      const name = nameIn(index, row);
      if (own.every((word) => hasInOrder(name, word))) found.push({ entry, container });
      if (found.length >= mostScoredApart) return found;
    }
  }
  return found;
}

function hasInOrder(text: string, word: string): boolean {
  let at = -1;
  for (const letter of word) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** The names among `names` that match, best first, with their indexes; all of them when nothing was typed. */
export function matching(names: readonly string[], typed: string): readonly number[] {
  if (typed.trim() === "") return names.map((_, index) => index);
  if (typed.length > longestQuery) return [];
  const targets = names.map((name, index) => ({ index, prepared: prepared(name) }));
  return fuzzysort
    .go(typed.trim(), targets, { key: "prepared", threshold: 0.2 })
    .map(({ obj }) => obj.index);
}
