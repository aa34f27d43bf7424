/** Counts each person's requests in a sliding minute, so that a client learns to live with the limits of real servers. */
import type { Clock } from "#base/clock.ts";

export type Allowance = {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** UNIX seconds at which nothing is counted any more. */
  readonly reset: number;
  /** Seconds until the next request would be allowed; 0 when this one is. */
  readonly retryAfter: number;
};

/** Undefined when limits are off. */
export type RateLimits = (bucket: string) => Allowance | undefined;

const limit = 200;
const windowMs = 60_000;

export function rateLimits(clock: Clock, enabled: boolean): RateLimits {
  const buckets = new Map<string, readonly number[]>();
  return (bucket) => {
    if (!enabled) return undefined;
    const elapsed = clock.elapsed();
    const recent = (buckets.get(bucket) ?? []).filter((at) => at > elapsed - windowMs);
    const allowed = recent.length < limit;
    const counted = allowed ? [...recent, elapsed] : recent;
    buckets.set(bucket, counted);
    const [first = elapsed, last = elapsed] = [counted[0], counted.at(-1)];
    return {
      allowed,
      limit,
      remaining: limit - counted.length,
      reset: Math.ceil((clock.now() + (last + windowMs - elapsed)) / 1000),
      retryAfter: allowed ? 0 : (first + windowMs - elapsed) / 1000,
    };
  };
}
