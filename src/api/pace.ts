/** How fast requests may leave: bursts are fine, but in any minute no more than was granted. */
import type { Clock } from "#base/clock.ts";

export type Pace = {
  /** Milliseconds until one more may leave when `limit` are allowed in a minute; 0: now. */
  readonly delay: (limit: number) => number;
  /** One left. */
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

/** How many polls leave at full speed; a queue that answers faster is asked twice a second, and tells more each time. */
const pollBurst = 60;
const pollGapMs = 500;

/** Milliseconds before the next poll may leave: servers count polls apart from all other requests. */
export function pollDelay(pace: Pace): number {
  return Math.min(pace.delay(pollBurst), pollGapMs);
}
