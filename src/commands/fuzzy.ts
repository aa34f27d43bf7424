/**
 * Finds names by a few letters among tens of thousands, within a frame.
 *
 * Scoring is what costs, so few names are scored: those that have the letters in one piece, and only where these are too
 * few, all that have them in order.
 */
import fuzzysort from "fuzzysort";
import { memoizeLru } from "#base/memoize-lru.ts";

export type Entry = {
  readonly name: string;
  /** The name as it is compared: in lower case, without accents. */
  readonly folded: string;
};

export type Ranked<T> = { readonly entry: T; readonly score: number };

/** No name is as long: what is typed beyond that is looked for nowhere. */
const longestQuery = 300;
const leastScore = 0.3;
/** How many names are scored where more have the letters in one piece. */
const mostScored = 300;
/** Shorter ones are in nearly every name, so they must begin a word. */
const shortest = 3;

/** Made once for each name: the first time it costs some microseconds. */
export const prepared = memoizeLru(50_000, (name: string) => fuzzysort.prepare(name));

const ascii = /^[\x20-\x7e]*$/;

function folded(text: string): string {
  const lower = text.toLowerCase();
  return ascii.test(lower) ? lower : lower.normalize("NFD").replace(/\p{M}/gu, "");
}

export function entryOf(name: string): Entry {
  return { name, folded: folded(name) };
}

/**
 * The best matches, best first; with nothing typed, the first ones as they stand. Of several words, some may be of what
 * the entry is in, which `container` names.
 */
export function ranked<T extends Entry>(
  entries: readonly T[],
  typed: string,
  limit: number,
  container?: (entry: T) => Entry,
): readonly Ranked<T>[] {
  if (typed === "") return entries.slice(0, limit).map((entry) => ({ entry, score: 0 }));
  if (typed.length > longestQuery) return [];
  const words = folded(typed).split(/\s+/);
  const around = words.length > 1 ? container : undefined;
  const candidates = candidatesAmong(entries, words, limit, around);
  const options = { limit, threshold: leastScore };
  const own = ({ name }: T) => prepared(name);
  const found =
    around === undefined
      ? fuzzysort.go(typed, candidates, { key: own, ...options })
      : fuzzysort.go(typed, candidates, {
          keys: [own, (entry: T) => prepared(around(entry).name)],
          ...options,
        });
  return found.map(({ obj, score }) => ({ entry: obj, score }));
}

function candidatesAmong<T extends Entry>(
  entries: readonly T[],
  words: readonly string[],
  limit: number,
  container: ((entry: T) => Entry) | undefined,
): readonly T[] {
  const found: readonly T[][] = [[], [], []];
  for (const entry of entries) {
    const around = container?.(entry).folded ?? "";
    let worst = 0;
    for (const word of words) worst = Math.max(worst, placeIn(entry.folded, around, word));
    const alike = found[worst];
    if (alike !== undefined && alike.length < mostScored) alike.push(entry);
  }
  const literal = found.flat().slice(0, mostScored);
  if (literal.length >= limit) return literal;
  return entries.filter((entry) => {
    const around = container?.(entry).folded ?? "";
    return words.every((word) => hasInOrder(entry.folded, word) || hasInOrder(around, word));
  });
}

/** 0 where the text begins with the word, 1 where one of its words does, 2 where it has it elsewhere, 3 where nowhere. */
function placeIn(text: string, around: string, word: string): number {
  const at = text.indexOf(word);
  if (at === 0) return 0;
  if (at > 0 && (text.startsWith(" ", at - 1) || text.includes(` ${word}`))) return 1;
  if (around !== "" && around.includes(word)) return 1;
  return at > 0 && word.length >= shortest ? 2 : 3;
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
