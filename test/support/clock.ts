/** A clock that only advances when a test lets time pass, so that waiting ten minutes takes no time. */

import type { Clock } from "#base/clock.ts";

export type FakeClock = Clock & {
  /**
   * Lets `span` (milliseconds, or a text such as "90 s", "10 min", "1.5 h", "2 d") pass: due tasks run in order of time,
   * and the promises of each settle before the next.
   */
  readonly pass: (span: number | string) => Promise<void>;
  /** Simulates sleep or a clock change: `now` moves by `span`, `elapsed` does not, and no tasks become due. */
  readonly jump: (span: number | string) => void;
  /** The number of pending sleeps and tasks. */
  readonly waiting: () => number;
};

type Alarm = { readonly at: number; readonly ring: () => void };

/** `start` is in UNIX milliseconds; by default Friday 2026-11-20, 11:42 UTC. */
export function fakeClock(start = 1_795_174_920_000): FakeClock {
  let elapsed = 0;
  let wall = start;
  // Tasks with equal times run in the order in which they were added, because sets keep insertion order.
  const alarms = new Set<Alarm>();

  const set = (ms: number, ring: () => void) => {
    const alarm = { at: elapsed + Math.max(0, ms), ring };
    alarms.add(alarm);
    return () => void alarms.delete(alarm);
  };
  const first = () =>
    [...alarms].reduce<Alarm | undefined>(
      (best, alarm) => (best === undefined || alarm.at < best.at ? alarm : best),
      undefined,
    );

  return {
    // Whole milliseconds, as everywhere: tables on disk accept nothing else. Waits with jitter end between them.
    now: () => Math.floor(wall + elapsed),
    elapsed: () => elapsed,
    after: set,
    waiting: () => alarms.size,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const abort = () => {
          cancel();
          reject(signal?.reason);
        };
        const cancel = set(ms, () => {
          signal?.removeEventListener("abort", abort);
          resolve();
        });
        signal?.addEventListener("abort", abort, { once: true });
      }),
    pass: async (span) => {
      const until = elapsed + milliseconds(span);
      await settle();
      for (let next = first(); next !== undefined && next.at <= until; next = first()) {
        alarms.delete(next);
        elapsed = next.at;
        next.ring();
        await settle();
      }
      elapsed = until;
    },
    jump: (span) => {
      wall += milliseconds(span);
    },
  };
}

const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

function milliseconds(span: number | string): number {
  if (typeof span === "number") return span;
  const [, count, unit] = /^([\d.]+) ?(ms|s|min|h|d)$/.exec(span) ?? [];
  if (count === undefined || unit === undefined) throw new RangeError(`No span of time: "${span}"`);
  return Number(count) * (units[unit] ?? Number.NaN);
}

/** Resolves when all chains of resolved promises have run. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
