/** Suggests the known word closest to a mistyped one. */

/**
 * The number of insertions, deletions, replacements and swaps of neighbouring letters that turn one word into the
 * other.
 */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const cost = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          cost(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
          cost(i - 1, j) + 1,
          cost(i, j - 1) + 1,
          isSwapped ? cost(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return cost(a.length, b.length);
}

/** A word that is whole within the other is close, unless it is only a letter or two. */
function isWithin(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length > 2 && long.includes(short);
}

/** Undefined if no word is close: more than a third of the letters would have to change. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  const scored = names.map((word) => ({
    word,
    cost: Math.min(distance(typed, word), isWithin(typed, word) ? 2 : Number.POSITIVE_INFINITY),
  }));
  const [best] = scored.toSorted((a, b) => a.cost - b.cost);
  if (best === undefined) return undefined;
  const longest = Math.max(typed.length, best.word.length);
  return best.cost <= Math.max(1, longest / 3) ? best.word : undefined;
}
