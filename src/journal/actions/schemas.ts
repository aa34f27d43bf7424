/** Schemas for stored fields that several kinds of action share. */
import * as z from "zod";
import type { Conversation } from "#model/conversation.ts";
import { streamId, userId } from "#wire/ids.ts";

export const op = z.enum(["add", "remove"]);
export type Op = z.output<typeof op>;

/** The inverse of an action that sets or clears something; `isSet` undefined: unknown. */
export function opposite<A extends { readonly op: Op }>(
  action: A,
  isSet: boolean | undefined,
): readonly A[] {
  if (isSet === undefined || isSet === (action.op === "add")) return [];
  return [{ ...action, op: action.op === "add" ? "remove" : "add" }];
}

export const address: z.ZodType<Conversation> = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("topic"), streamId, topic: z.string() }),
  z.strictObject({ kind: z.literal("direct"), userIds: z.array(userId) }),
]);
