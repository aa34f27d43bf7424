/** Counts requests in a sliding minute, so that a client learns to live with the limits of real servers. */
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

export type RateLimits = {
  /** Undefined when limits are off. */
  readonly ask: (bucket: string, rule?: Rule) => Allowance | undefined;
  /** The failed sign-ins of a name are forgotten. */
  readonly forget: (bucket: string) => void;
};

export type Rule = { readonly requests: number; readonly windowMs: number };

const perUser: Rule = { requests: 200, windowMs: 60_000 };

/** Wrong passwords for one name. */
export const signIns: Rule = { requests: 5, windowMs: 1_800_000 };

/** Names are counted in any case of their letters. */
export function signInBucket(name: string): string {
  return `sign-in:${name.toLowerCase()}`;
}

/** As many are remembered: names that sign in can be made up. */
const mostBuckets = 10_000;

/** Makes room for one more: the one that was asked for longest ago is forgotten. */
function makeRoom(buckets: Map<string, unknown>): void {
  const [oldest] = buckets.keys();
  if (oldest !== undefined && buckets.size >= mostBuckets) buckets.delete(oldest);
}

export function rateLimits(clock: Clock, enabled: boolean): RateLimits {
  /** When each was asked, the one that was asked last at the end. */
  const buckets = new Map<string, number[]>();
  return {
    forget: (bucket) => void buckets.delete(bucket),
    ask: (bucket, rule = perUser) => {
      if (!enabled) return undefined;
      const elapsed = clock.elapsed();
      const recent = (buckets.get(bucket) ?? []).filter((at) => at > elapsed - rule.windowMs);
      const allowed = recent.length < rule.requests;
      if (allowed) recent.push(elapsed);
      if (!buckets.delete(bucket)) makeRoom(buckets);
      buckets.set(bucket, recent);
      const last = recent.at(-1) ?? elapsed;
      const first = recent[recent.length - rule.requests] ?? elapsed - rule.windowMs;
      return {
        allowed,
        limit: rule.requests,
        remaining: rule.requests - recent.length,
        reset: Math.ceil((clock.now() + (last + rule.windowMs - elapsed)) / 1000),
        retryAfter: allowed ? 0 : (first + rule.windowMs - elapsed) / 1000,
      };
    },
  };
}
