/** A clock that runs faster than real time, so that end-to-end tests get through an outage quickly. */
import type { Clock } from "#base/clock.ts";

/** `clock` sped up by `WEIR_CLOCK_RATE`, or unchanged unless that is a number above 1. */
export function clockAtRate(clock: Clock, rate: string | undefined): Clock {
  const times = Number(rate);
  return times > 1 ? faster(clock, times) : clock;
}

/** Wall clock and waits run at the same rate, or every wait would look as if the machine had been asleep. */
function faster(clock: Clock, times: number): Clock {
  const start = clock.now();
  return {
    now: () => start + Math.floor((clock.now() - start) * times),
    elapsed: () => clock.elapsed() * times,
    sleep: (ms, signal) => clock.sleep(ms / times, signal),
    after: (ms, task) => clock.after(ms / times, task),
  };
}
