/**
 * Intents and drafts as a disk keeps them: JSON that is checked when it is read.
 *
 * The schemas are strict. A row with a word or a field that this version does not know means something that it cannot
 * carry out: it is left to the version that wrote it.
 */
import { z } from "zod";
import { draftId, messageId, streamId, userId } from "#wire/ids.ts";
import type { Address, Draft, Intent, IntentId, Wish } from "./intent.ts";

const address = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("topic"), streamId, topic: z.string() }),
  z.strictObject({ kind: z.literal("direct"), userIds: z.array(userId) }),
]) satisfies z.ZodType<Address>;

const op = z.enum(["add", "remove"]);

const wish = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("send"), address, content: z.string() }),
  z.strictObject({
    kind: z.literal("read"),
    op,
    ids: z.array(messageId),
    at: z.exactOptional(address),
    everything: z.exactOptional(z.literal(true)),
  }),
  z.strictObject({ kind: z.literal("star"), op, ids: z.array(messageId) }),
  z.strictObject({
    kind: z.literal("react"),
    op,
    messageId,
    emoji: z.strictObject({ name: z.string(), code: z.string(), type: z.string() }),
  }),
  z.strictObject({
    kind: z.literal("tick"),
    op,
    messageId,
    of: z.enum(["poll", "tasks"]),
    key: z.string(),
  }),
  z.strictObject({ kind: z.literal("delete-topic"), streamId, topic: z.string() }),
]) satisfies z.ZodType<Wish>;

const intent = z.strictObject({
  id: z.string().transform((id) => id as IntentId),
  createdAt: z.number(),
  wish,
  phase: z.enum(["waiting", "sending", "maybe", "unsure", "answered", "failed"]),
  attempts: z.int(),
  knownBefore: z.exactOptional(z.number()),
  messageId: z.exactOptional(messageId),
  notBecame: z.exactOptional(z.array(messageId)),
  reason: z.exactOptional(z.string()),
}) satisfies z.ZodType<Intent>;

const draft = z.strictObject({
  // JSON has no word for undefined: not addressed yet.
  address: z.exactOptional(address),
  text: z.string(),
  updatedAt: z.number(),
  shared: z.exactOptional(
    z.strictObject({
      id: draftId,
      text: z.string(),
      realm: z.exactOptional(z.number()),
      elsewhere: z.exactOptional(z.string()),
    }),
  ),
});

/** Undefined: this version cannot read it. */
export function intentFrom(json: string): Intent | undefined {
  return decoded(intent, json);
}

/** Undefined: this version cannot read it. */
export function draftFrom(json: string): Draft | undefined {
  const read = decoded(draft, json);
  if (read === undefined) return undefined;
  const { address: to, shared, ...text } = read;
  return { address: to, ...text, ...(shared && { shared: { realm: undefined, ...shared } }) };
}

function decoded<T>(schema: z.ZodType<T>, json: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}
