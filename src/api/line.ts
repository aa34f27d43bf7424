/**
 * How fast the line to the server is, by the requests that weir makes anyway.
 *
 * A proxy, a tunnel or a VPN answers for the server when a connection is made, so connections tell nothing: what counts is
 * how long the first byte of an answer takes. The server's work is part of it, and cannot be told apart from the line. It
 * is least for small answers, and the shortest of the last few is taken. If even that is long, the server is slow for
 * everything: to fetch less is right then, too, because the user waits as long, and it has less to do.
 */

export type Answered = {
  /** Milliseconds from sending the request; undefined if they were not measured. */
  readonly firstByteMs: number | undefined;
  /** How long the rest took; undefined likewise. */
  readonly restMs: number | undefined;
  /** As they came over the line. */
  readonly bytes: number;
};

export type Line = {
  readonly note: (answered: Answered) => void;
  /** Returns undefined if only a large answer was late so far, which may have been the server's work. */
  readonly isSlow: () => boolean | undefined;
};

/** A server has found so little at once, and any line carries it in a few packets. */
const smallBytes = 4_000;
/** How many of the last measures count. No server, and nothing else that uses the line, delays so many in a row by chance. */
const counted = 5;

/** In milliseconds, and in bytes a second. What is between them does not change whether the line is slow. */
const slow = { trip: 1_000, rate: 20_000 };
const fast = { trip: 700, rate: 30_000 };
const rateFromMs = 1_000;

export function createLine(): Line {
  let trips: readonly number[] = [];
  let rates: readonly number[] = [];
  let isDoubtful = false;
  let isSlow = false;
  return {
    note: ({ firstByteMs, restMs, bytes }) => {
      const isSmall = bytes <= smallBytes;
      if (firstByteMs !== undefined && isSmall) trips = [...trips, firstByteMs].slice(-counted);
      isDoubtful = trips.length === 0 && (firstByteMs ?? 0) > slow.trip;
      // What a slow line carries in less than a second comes in few packets, between which there is little to measure.
      if (restMs !== undefined && !isSmall && (restMs > rateFromMs || bytes > slow.rate))
        rates = [...rates, (bytes / Math.max(1, restMs)) * 1_000].slice(-counted);
      const limit = isSlow ? fast : slow;
      const isLong = trips.length > 0 && Math.min(...trips) > limit.trip;
      isSlow = isLong || (rates.length > 0 && Math.max(...rates) < limit.rate);
    },
    isSlow: () => (isDoubtful && !isSlow ? undefined : isSlow),
  };
}
