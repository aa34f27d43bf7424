/** Rate limits per person in a sliding minute, so that clients are tested with the limits of real servers. */
import type { Clock } from "#base/clock.ts";

/** The rate limiter; it returns undefined if limits are off. */
export type RateLimits = ReturnType<typeof rateLimits>;
export type Allowance = NonNullable<ReturnType<RateLimits>>;

const limit = 200;
const windowMs = 60_000;

export function rateLimits(clock: Clock, enabled: boolean) {
  const buckets = new Map<string, readonly number[]>();
  return (bucket: string) => {
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
      /** UNIX seconds at which the window is empty again. */
      reset: Math.ceil((clock.now() + (last + windowMs - elapsed)) / 1000),
      /** Seconds until the next request is allowed; 0 if this one is. */
      retryAfter: allowed ? 0 : (first + windowMs - elapsed) / 1000,
    };
  };
}
