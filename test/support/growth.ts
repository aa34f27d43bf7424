/** How the cost of something grows with its size, judged by a ratio: a slow or busy machine slows both sides of it. */

/**
 * How many times as much as `small` costs `large` takes, relative to their sizes: about 1 where the cost is linear, and
 * `large / small` where it is quadratic. The quickest of several tries counts.
 */
export function growth(small: number, large: number, work: (size: number) => void): number {
  const quickest = (size: number) => {
    const tries = Array.from({ length: 3 }, () => {
      const began = performance.now();
      work(size);
      return performance.now() - began;
    });
    return Math.min(...tries);
  };
  work(large);
  return quickest(large) / quickest(small) / (large / small);
}
