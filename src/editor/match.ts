/** Ranks how well names match typed text, ignoring accents and case. */

const ascii = /^[\0-\x7f]*$/;

/** The text without accents and case. */
export function folded(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().normalize("NFC");
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
export function rankerFor(typed: string, withLoose = true): (name: string) => number {
  const query = folded(typed).trimStart();
  if (query === "") return () => 0;
  const words = query.split(/[\s_-]+/).filter((word) => word !== "");
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
  for (let found = at; found >= 0; found = name.indexOf(query, found + 1))
    if (isWordStart(name, found)) return true;
  return false;
}

function isWordStart(name: string, at: number): boolean {
  const before = name.charCodeAt(at - 1);
  // A blank, a hyphen, an underscore, a dot, a parenthesis or a slash.
  return [0x20, 0x2d, 0x5f, 0x2e, 0x28, 0x2f].includes(before);
}

function beginWords(name: string, typed: readonly string[]): boolean {
  const words = name.split(/[\s_-]+/);
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

/**
 * The best `limit` of `entries`, best first: by match, then by closeness, then in their order; a name that is typed
 * completely comes before those that begin with it. Only the best matches are sorted.
 */
export function bestMatches<T extends { readonly folded: string }>(
  entries: readonly T[],
  typed: string,
  limit: number,
  closeness: (entry: T) => number,
): readonly T[] {
  const rankOf = rankerFor(typed, false);
  const ranks: T[][] = Array.from({ length: noMatch - 1 }, () => []);
  for (const entry of entries) ranks[rankOf(entry.folded)]?.push(entry);
  const found = ranks.reduce((sum, { length }) => sum + length, 0);
  // Loose matches come last, so they are searched for only if there is room.
  const looseRankOf = rankerFor(typed, true);
  if (found < limit)
    ranks.push(entries.filter((entry) => looseRankOf(entry.folded) === noMatch - 1));
  const whole = folded(typed).trim();
  return bestOf(ranks, limit, (entry) => (entry.folded === whole ? Infinity : closeness(entry)));
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
