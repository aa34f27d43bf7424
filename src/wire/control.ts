/** Commands for the embedded realm's control URL, which real servers do not have. */
import * as z from "zod";
import { streamId, userId } from "./ids.ts";

/** A fault injected into the next matching requests. */
export const fault = z.object({
  /**
   * `delay`: delays the answer. `hang`: delays the work. `drop before` and `drop after`: closes the connection before
   * or after the work. `rate limit`: answers 429. `bad gateway`: answers with a proxy's HTML. `unavailable`: with
   * its 503, and `Retry-After` if `retryAfter` is given. `truncate`: sends half an answer.
   */
  kind: z.enum([
    "delay",
    "hang",
    "drop before",
    "drop after",
    "rate limit",
    "bad gateway",
    "unavailable",
    "truncate",
  ]),
  /** Any when absent. */
  method: z.string().optional(),
  /** A path prefix below `/api/v1`; any by default. */
  path: z.string().optional(),
  /** How many requests it affects; 1 by default. */
  times: z.int().min(1).optional(),
  /** 1,000 when absent. */
  delayMs: z.number().min(0).optional(),
  /** Seconds; a rate limit asks for 1 when absent. */
  retryAfter: z.number().min(0).optional(),
});
export type Fault = z.input<typeof fault>;

/** Messages at a steady pace from other people. */
export const flood = z.object({
  perSecond: z.number().positive(),
  seconds: z.number().positive(),
  /** The share of messages in streams; the rest are direct messages to the realm's main account. */
  streamShare: z.number().min(0).max(1),
});
export type Flood = z.output<typeof flood>;

export const expireQueues = z.object({ userId: userId.optional() });
export const raiseLevel = z.object({ level: z.int() });
export const realmSetting = z.object({ property: z.string(), value: z.unknown() });
export const billing = z.object({ userId, isBillingAdmin: z.boolean() });
export const membership = z.object({ userId, streamId });
