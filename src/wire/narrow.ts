/** The wire format of narrows. */
import * as z from "zod";

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

/** The anchor of a page: a message ID, or a named position. */
export const anchor = z.union([z.number(), z.enum(["newest", "oldest", "first_unread"])]);
export type Anchor = z.output<typeof anchor>;

/** The server's number for "the newest": beyond the safe integers. */
export const newestAnchor = 10_000_000_000_000_000;
