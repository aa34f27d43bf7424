/** Ranks how well names match typed text, ignoring accents and case. */

import { memoizeEach } from "#base/memoize.ts";

const ascii = /^[\0-\x7f]*$/;

/** What is between the words of a name. */
const separators = /[\s_-]+/;

/**
 * Marks that people leave out: of Latin and Greek letters, the two dots of the Cyrillic е, vowels of Hebrew and Arabic. In
 * other scripts they tell words apart, such as the vowels of Hindi and Thai, and the Russian и from й. What makes a sign an
 * emoji is none either.
 */
const accent =
  /(?<=[\p{Script=Latin}\p{Script=Greek}]\p{M}*)\p{M}|(?<=[еЕ])\u0308|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670]|\ufe0f/gu;

/** The text without accents and case. */
export function folded(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text.normalize("NFD").replace(accent, "").toLowerCase().normalize("NFC");
}

/** The words of a typed text, likewise. */
export function foldedWords(typed: string): readonly string[] {
  return folded(typed)
    .split(/\s+/)
    .filter((word) => word !== "");
}

/** The rank of names that do not match: worse than that of any match. */
export const noMatch = 5;

/**
 * A function that ranks folded names, best first: 0 the name begins with the typed text, 1 one of its words does, 2 its
 * words begin with the typed words, 3 it contains the text, 4 (`withLoose`) it contains the letters in order; else
 * `noMatch`.
 */
export function rankerFor(typed: string, withLoose = false): (name: string) => number {
  const query = folded(typed).trimStart();
  if (query === "") return () => 0;
  const words = query.split(separators).filter((word) => word !== "");
  return (name) => {
    const at = name.indexOf(query);
    if (at === 0) return 0;
    if (at > 0) return beginsWord(name, query, at) ? 1 : 3;
    if (words.length > 1) return beginWords(name, words) ? 2 : noMatch;
    return withLoose && holdsInOrder(name, query) ? noMatch - 1 : noMatch;
  };
}

/** Whether a word begins with `query`, which first occurs at `at`. */
function beginsWord(name: string, query: string, at: number): boolean {
  for (let place = at; place >= 0; place = name.indexOf(query, place + 1))
    if (isWordStart(name, place)) return true;
  return false;
}

function isWordStart(name: string, at: number): boolean {
  const before = name.charCodeAt(at - 1);
  // A blank, a hyphen, an underscore, a dot, a parenthesis or a slash.
  return [0x20, 0x2d, 0x5f, 0x2e, 0x28, 0x2f].includes(before);
}

function beginWords(name: string, typed: readonly string[]): boolean {
  const words = name.split(separators);
  let from = 0;
  return typed.every((start) => {
    const at = words.findIndex((word, index) => index >= from && word.startsWith(start));
    from = at + 1;
    return at >= 0;
  });
}

/** The first letter must be the same: otherwise nearly everything would match. */
function holdsInOrder(name: string, query: string): boolean {
  if (query.length < 2 || name[0] !== query[0]) return false;
  let at = 0;
  for (const letter of query) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

type Folded = { readonly folded: string };

/**
 * All names as one text, each with a line of its own, and where they begin; last, where the text ends. Whether the engine has
 * put 20,000 names one after the other or apart in memory differs from run to run, and reading one by one takes ten times as
 * long when they are apart.
 */
const inOneText = memoizeEach((entries: readonly Folded[]) => {
  const starts = new Uint32Array(entries.length + 1);
  entries.forEach(({ folded: { length } }, at) => {
    starts[at + 1] = (starts[at] ?? 0) + length + 1;
  });
  return { text: `${entries.map((entry) => entry.folded).join("\n")}\n`, starts };
});

/** Shorter lists are read name by name. */
const many = 1000;

/**
 * The best `limit` of `entries`, best first: by match, then by closeness, then in their order; a name that is typed
 * completely comes before those that begin with it. Only the best matches are sorted.
 */
export function bestMatches<T extends Folded>(
  entries: readonly T[],
  typed: string,
  limit: number,
  closeness: (entry: T) => number,
): readonly T[] {
  const ranks = tightRanks(entries, typed);
  const count = ranks.reduce((sum, { length }) => sum + length, 0);
  // Loose matches come last, so they are searched for only if there is room.
  const looseRankOf = rankerFor(typed, true);
  if (count < limit)
    ranks.push(entries.filter((entry) => looseRankOf(entry.folded) === noMatch - 1));
  const whole = folded(typed).trim();
  return bestOf(ranks, limit, (entry) => (entry.folded === whole ? Infinity : closeness(entry)));
}

/** The entries by rank, without loose matches. */
function tightRanks<T extends Folded>(entries: readonly T[], typed: string): T[][] {
  const ranks: T[][] = Array.from({ length: noMatch - 1 }, () => []);
  const query = folded(typed).trimStart();
  if (entries.length >= many && query !== "" && !separators.test(query)) {
    eachMatch(entries, query, (entry, rank) => ranks[rank]?.push(entry));
    return ranks;
  }
  const rankOf = rankerFor(typed);
  for (const entry of entries) ranks[rankOf(entry.folded)]?.push(entry);
  return ranks;
}

/** Calls `found` for each name that contains the typed word, in their order, with the rank that `rankerFor` gives it. */
function eachMatch<T extends Folded>(
  entries: readonly T[],
  word: string,
  found: (entry: T, rank: number) => void,
): void {
  const { text, starts } = inOneText(entries);
  let index = 0;
  let at = positionFrom(text, word, 0);
  while (at < text.length) {
    while ((starts[index + 1] ?? text.length) <= at) index += 1;
    const [begin, end] = [starts[index], starts[index + 1] ?? text.length];
    const start = at === begin ? at : wordStart(text, word, at, end);
    const entry = entries[index];
    if (entry !== undefined) found(entry, rankAt(start - (begin ?? 0), start < end));
    at = start < end ? positionFrom(text, word, end) : start;
  }
}

/** Where `word` is in the text from a place on; the end of the text if it is not. */
function positionFrom(text: string, word: string, from: number): number {
  const at = text.indexOf(word, from);
  return at < 0 ? text.length : at;
}

/** The first of its places, from `at` on, where a word of the name begins; behind `end` if there is none. */
function wordStart(text: string, word: string, at: number, end: number): number {
  let place = at;
  while (place < end && !isWordStart(text, place)) place = positionFrom(text, word, place + 1);
  return place;
}

/** The rank of a name that contains the typed text, by the place where it is the start of a word. */
function rankAt(place: number, isStart: boolean): number {
  if (!isStart) return 3;
  return place === 0 ? 0 : 1;
}

function bestOf<T>(ranks: readonly T[][], limit: number, closeness: (entry: T) => number): T[] {
  const best: T[] = [];
  for (const same of ranks) {
    if (best.length >= limit) break;
    best.push(...closest(same, limit - best.length, closeness));
  }
  return best;
}

/** The closest `limit` entries in a stable order, without sorting all of them. */
function closest<T>(entries: readonly T[], limit: number, closeness: (entry: T) => number): T[] {
  const groups = new Map<number, T[]>();
  for (const entry of entries) {
    const score = closeness(entry);
    const group = groups.get(score);
    if (group === undefined) groups.set(score, [entry]);
    else if (group.length < limit) group.push(entry);
  }
  const scores = [...groups.keys()].sort((a, b) => b - a);
  return scores.flatMap((score) => groups.get(score) ?? []).slice(0, limit);
}
