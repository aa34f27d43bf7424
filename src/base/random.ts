/** Chance as a value that can be handed over: a kind that nobody can foresee, and one that a seed repeats. */

/** A number in [0, 1), as `Math.random` gives. */
export type Random = () => number;

/** The same sequence for the same seed, on every machine (the mulberry32 generator). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Numbers that nobody can foresee: for keys, and for the secret parts of addresses. */
export function unpredictable(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  // The 53 bits that a number holds.
  return (high * 2 ** 21 + (low >>> 11)) / 2 ** 53;
}

/** A whole number in [0, below). */
export function below(random: Random, limit: number): number {
  return Math.floor(random() * limit);
}

/** One of `choices`; throws on an empty list, because there is nothing to give. */
export function pick<T>(random: Random, choices: readonly T[]): T {
  const chosen = choices[below(random, choices.length)];
  if (chosen === undefined) throw new RangeError("Nothing to choose from.");
  return chosen;
}
