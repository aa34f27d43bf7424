/** What a list of messages is about, in the form the server reads. */
import { z } from "zod";

/** One term: all terms of a narrow must hold. */
export const narrowTerm = z.union([
  z.looseObject({
    operator: z.string(),
    operand: z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]),
    negated: z.boolean().optional(),
  }),
  z.tuple([z.string(), z.string()]),
]);
export type NarrowTerm = z.output<typeof narrowTerm>;

export const narrow = z.array(narrowTerm);

/** Where a page of history starts: a message's ID, or a place by name. */
export const anchor = z.union([z.number(), z.enum(["newest", "oldest", "first_unread"])]);
export type Anchor = z.output<typeof anchor>;

/** What a server answers for "the newest": above the largest integer that is exact here. */
export const newestAnchor = 10_000_000_000_000_000;
