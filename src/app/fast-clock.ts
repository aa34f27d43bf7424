/** A clock whose time runs faster, so that a test of the whole program lives through an outage in a moment. */
import type { Clock } from "#base/clock.ts";

/** The clock for `WEIR_CLOCK_RATE`: `clock` itself unless that is a number above 1. */
export function clockAtRate(clock: Clock, rate: string | undefined): Clock {
  const times = Number(rate);
  return times > 1 ? faster(clock, times) : clock;
}

/** Waits take a `times`-th of theirs. The wall clock runs as fast, or every wait would look like a sleep of the machine. */
function faster(clock: Clock, times: number): Clock {
  const start = clock.now();
  return {
    now: () => start + Math.floor((clock.now() - start) * times),
    elapsed: () => clock.elapsed() * times,
    sleep: (ms, signal) => clock.sleep(ms / times, signal),
    after: (ms, task) => clock.after(ms / times, task),
  };
}
