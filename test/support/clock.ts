/** A clock that stands still until a test lets time pass, so that ten minutes of waiting take no time at all. */

import type { Clock } from "#base/clock.ts";

export type FakeClock = Clock & {
  /**
   * Lets `span` (milliseconds, or words such as "90 s", "10 min", "1.5 h", "2 d") go by: everything that falls due
   * runs in the order of its moment, and whatever it set going settles before the next.
   */
  readonly pass: (span: number | string) => Promise<void>;
  /** The machine slept, or its clock was set: `now` moves by `span`, nothing falls due, `elapsed` stands still. */
  readonly jump: (span: number | string) => void;
  /** How many sleeps and tasks are not due yet. */
  readonly waiting: () => number;
};

type Alarm = { readonly at: number; readonly ring: () => void };

/** `start` is in UNIX milliseconds: Friday 2026-11-20, 11:42 UTC, unless told. */
export function fakeClock(start = 1_795_174_920_000): FakeClock {
  let elapsed = 0;
  let wall = start;
  // Equal moments ring in the order in which they were set, because sorting and sets keep order.
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
    now: () => wall + elapsed,
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

/** All promises that can go on have gone on, however long their chains. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
