/**
 * Time as an injectable dependency.
 *
 * Everything that waits or reads the time takes a Clock, so a test can simulate a ten-minute outage in a millisecond
 * and screen snapshots never contain today's date.
 */

export type Clock = {
  /** UNIX milliseconds. Jumps when the machine slept or its clock was set. */
  readonly now: () => number;
  /** Milliseconds since some moment; never goes back. For durations. */
  readonly elapsed: () => number;
  /** Resolves after `ms`, input that arrived by then first; rejects with the signal's reason if that comes first. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /**
   * Runs `task` once after `ms`, unless the returned function is called before. Input that arrived by then is handled
   * first, even if the timer is late. Does not keep the program alive.
   */
  readonly after: (ms: number, task: () => void) => () => void;
};

/** A longer delay would overflow the system timer, which then fires immediately. */
const longestMs = 2 ** 31 - 1;

/** The system clock. Delays are limited to about 24 days. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      let immediate: NodeJS.Immediate | undefined;
      const abort = () => {
        clearTimeout(timer);
        clearImmediate(immediate);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        immediate = setImmediate(() => {
          signal?.removeEventListener("abort", abort);
          resolve();
        });
      }, timerMs(ms));
      signal?.addEventListener("abort", abort, { once: true });
    }),
  after: (ms, task) => {
    let immediate: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => {
      // Timers run before reads in the event loop, so after a long task a timer would fire while input is still unread.
      immediate = setImmediate(task);
    }, timerMs(ms)).unref();
    return () => {
      clearTimeout(timer);
      clearImmediate(immediate);
    };
  },
};

/**
 * Milliseconds until the next look of something that looks every `ms`, at multiples of `ms`, but not before half of it. So
 * what looks now and then does it together, and the processor is woken once for all.
 */
export function untilNextLook({ elapsed }: Pick<Clock, "elapsed">, ms: number): number {
  return Math.ceil(1.5 * ms - ((elapsed() + ms / 2) % ms));
}

/** Looks every `ms`, see `untilNextLook`, until the returned function is called. */
export function lookEvery(
  clock: Pick<Clock, "elapsed" | "after">,
  ms: number,
  look: () => void,
): () => void {
  const plan = () =>
    clock.after(untilNextLook(clock, ms), () => {
      cancel = plan();
      look();
    });
  let cancel = plan();
  return () => cancel();
}

/** Clocks can be changed, and machines sleep: they are looked at again after this. */
const clockTrustedMs = 60_000;

/**
 * Runs `look` once when it is `at`, in UNIX milliseconds, or a minute from now if that is sooner: it looks at the clock itself. Never
 * for an infinite time. Nor if the returned function is called before.
 */
export function lookAt(
  { now, after }: Pick<Clock, "now" | "after">,
  at: number,
  look: () => void,
): () => void {
  return Number.isFinite(at) ? after(Math.min(clockTrustedMs, at - now()), look) : () => {};
}

function timerMs(ms: number): number {
  return Math.min(ms, longestMs);
}
