/**
 * Time as a value that can be handed over.
 *
 * Whatever waits or asks the hour takes a Clock, so a test can live through a ten-minute outage in a millisecond
 * and no picture of the screen ever shows today's date.
 */
export type Clock = {
  /** UNIX milliseconds. Jumps when the machine slept or its clock was set. */
  readonly now: () => number;
  /** Milliseconds since some moment; never goes back. For durations. */
  readonly elapsed: () => number;
  /** Resolves after `ms`; rejects with the signal's reason if that comes first. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Runs `task` once after `ms`, unless the returned function is called before. Does not keep the program alive. */
  readonly after: (ms: number, task: () => void) => () => void;
};

/** A longer wait would overflow the machine's timer, which fires at once then. */
const longestMs = 2 ** 31 - 1;

/** The machine's own time. Waits are cut at about 24 days. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const abort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", abort);
        resolve();
      }, timerMs(ms));
      signal?.addEventListener("abort", abort, { once: true });
    }),
  after: (ms, task) => {
    const timer = setTimeout(task, timerMs(ms));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

function timerMs(ms: number): number {
  return Math.min(ms, longestMs);
}
