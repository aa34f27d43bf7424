/** Retry delays: exponential, capped, and jittered so that many clients do not retry at once. */
import type { Random } from "./random.ts";

export type Backoff = {
  /** Milliseconds to wait before the next attempt; grows with each call. */
  readonly next: () => number;
  /** Call after a success: the next delay is short again. */
  readonly reset: () => void;
};

/** Waits between half of and the whole of `firstMs`, then of twice that, and so on up to `capMs`. */
export function backoff(random: Random, firstMs: number, capMs: number): Backoff {
  let attempt = 0;
  return {
    next: () => {
      const limit = Math.min(capMs, firstMs * 2 ** Math.min(attempt, 30));
      attempt += 1;
      return limit / 2 + (random() * limit) / 2;
    },
    reset: () => {
      attempt = 0;
    },
  };
}
