/** Measures how cost grows with size, as a ratio, which does not depend on the speed of the machine. */

/** A ratio that is clearly linear. */
const linear = 2;
/** The maximum number of measurements: the time of a thread is only counted in milliseconds. */
const rounds = 40;

/** Microseconds for which this thread had the processor: on a busy machine it has it now and then. */
function spent(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

/**
 * The ratio of the cost of `large` to that of as many times `small`: about 1 if the cost is linear, and `large / small` if
 * it is quadratic. The smallest ratio of several rounds counts.
 */
export function growth(small: number, large: number, work: (size: number) => void): number {
  const costOf = (size: number) => {
    const before = spent();
    for (let done = 0; done < large; done += size) work(size);
    return Math.max(1, spent() - before);
  };
  let smallest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && smallest > linear; round += 1) {
    const pieces = costOf(small);
    smallest = Math.min(smallest, costOf(large) / pieces);
  }
  return smallest;
}
