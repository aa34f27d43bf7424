/** Injectable sources of random numbers: one is unpredictable, the other is determined by a seed. */

/** A number in [0, 1), like `Math.random`. */
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

/** Cryptographically secure: for keys, and for secret parts of URLs. */
export function unpredictable(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  // The 53 bits that a number can represent.
  return (high * 2 ** 21 + (low >>> 11)) / 2 ** 53;
}

/** An integer in [0, limit). */
export function below(random: Random, limit: number): number {
  return Math.floor(random() * limit);
}

/** One of `choices`; throws if the list is empty. */
export function pick<T>(random: Random, choices: readonly T[]): T {
  const chosen = choices[below(random, choices.length)];
  if (chosen === undefined) throw new RangeError("Nothing to choose from.");
  return chosen;
}
