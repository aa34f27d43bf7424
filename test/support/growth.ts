/** Measures how cost grows with size, as a ratio, which does not depend on the speed of the machine. */

/** A ratio that is clearly linear. */
const linear = 2;
/** The maximum number of measurements: on a busy machine other programs disturb most of them. */
const rounds = 40;

/**
 * The ratio of the cost of `large` to that of `small`, relative to their sizes: about 1 if the cost is linear, and
 * `large / small` if it is quadratic. The smallest ratio of several rounds counts.
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
