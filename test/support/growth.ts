/** How the cost of something grows with its size, judged by a ratio: a slow or busy machine slows both sides of it. */

/** A ratio that leaves no doubt. */
const linear = 2;
/** As often it is measured where there is doubt: something else may have run meanwhile. */
const rounds = 5;

/**
 * How many times as much as `small` costs `large` takes, relative to their sizes: about 1 where the cost is linear, and
 * `large / small` where it is quadratic. The smallest ratio of several rounds counts.
 */
export function growth(small: number, large: number, work: (size: number) => void): number {
  const timed = (size: number) => {
    const began = performance.now();
    work(size);
    return performance.now() - began;
  };
  let smallest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && smallest > linear; round += 1) {
    timed(large);
    const quickest = Math.min(timed(small), timed(small), timed(small));
    smallest = Math.min(smallest, timed(large) / quickest / (large / small));
  }
  return smallest;
}
