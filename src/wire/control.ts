/** Commands that the embedded realm takes at its control URL; no other server has one. */
import { z } from "zod";
import { streamId, userId } from "./ids.ts";

/** Something that goes wrong for the next requests that match. */
export const fault = z.object({
  /**
   * `delay`: the answer comes late. `hang`: the work is done late. `drop before` and `drop after`: the connection is
   * cut before or after the work. `rate limit`: 429. `bad gateway`: a proxy's HTML. `truncate`: half an answer.
   */
  kind: z.enum([
    "delay",
    "hang",
    "drop before",
    "drop after",
    "rate limit",
    "bad gateway",
    "truncate",
  ]),
  /** Any when absent. */
  method: z.string().optional(),
  /** The beginning of a path below `/api/v1`; any when absent. */
  path: z.string().optional(),
  /** How many requests it meets; 1 when absent. */
  times: z.int().min(1).optional(),
  /** 1,000 when absent. */
  delayMs: z.number().min(0).optional(),
  /** Seconds; 1 when absent. */
  retryAfter: z.number().min(0).optional(),
});
export type Fault = z.input<typeof fault>;

/** Messages at a steady pace from other people. */
export const flood = z.object({
  perSecond: z.number().positive(),
  seconds: z.number().positive(),
  /** The share of messages in streams; the rest is direct, to the account that the realm was drawn for. */
  streamShare: z.number().min(0).max(1),
});
export type Flood = z.output<typeof flood>;

export const expireQueues = z.object({ userId: userId.optional() });
export const raiseLevel = z.object({ level: z.int() });
export const realmSetting = z.object({ property: z.string(), value: z.unknown() });
export const billing = z.object({ userId, isBillingAdmin: z.boolean() });
export const membership = z.object({ userId, streamId });
