/** Rate limiter: allows bursts, but no more requests in any minute than granted. */
import type { Clock } from "#base/clock.ts";

export type Pace = {
  /** Milliseconds until the next request is allowed, at `limit` per minute; 0: now. */
  readonly delay: (limit: number) => number;
  /** Records a request. */
  readonly note: () => void;
};

const minuteMs = 60_000;

export function createPace(clock: Clock): Pace {
  let starts: number[] = [];
  return {
    delay: (limit) => {
      const now = clock.elapsed();
      starts = starts.filter((at) => at > now - minuteMs);
      const blocking = starts[starts.length - limit];
      return blocking === undefined ? 0 : blocking + minuteMs - now;
    },
    note: () => {
      starts.push(clock.elapsed());
    },
  };
}

/** How many polls go out at full speed; beyond that, twice a second, with more events each. */
const pollBurst = 60;
const pollGapMs = 500;

/** Milliseconds until the next poll is allowed: servers rate-limit polls separately. */
export function pollDelay(pace: Pace): number {
  return Math.min(pace.delay(pollBurst), pollGapMs);
}
