/** A message with the time at which the server should send it. */
import * as z from "zod";
import { sorted } from "#base/sorted.ts";
import { storedContent } from "#journal/content.ts";
import { type Conversation, conversationKey } from "#model/conversation.ts";
import { everybody } from "#model/from-wire.ts";
import type { Replica } from "#model/replica.ts";
import { titleOf } from "#model/select/conversations.ts";
import type { ScheduledMessage } from "#wire/draft.ts";
import type { ScheduledId, StreamId, UserId } from "#wire/ids.ts";
import { address } from "./schemas.ts";

export type Timed = {
  readonly address: Conversation;
  readonly content: string;
  /** UNIX seconds. */
  readonly at: number;
};

/** The stored form. */
export const timed = { address, content: z.string(), at: z.int() };

/** A scheduled message in the journal's form. */
export function timedOf({ ownId }: Pick<Replica, "ownId">, message: ScheduledMessage): Timed {
  const { to, topic = "", content, scheduled_delivery_timestamp: at } = message;
  if (typeof to === "number")
    return { address: { kind: "topic", streamId: to as StreamId, topic }, content, at };
  const userIds = sorted(everybody(ownId, to as UserId[]));
  return { address: { kind: "direct", userIds }, content, at };
}

/** Equal for messages that the server cannot tell apart. */
export function timedKey({ realm }: Pick<Replica, "realm">, { address: to, content, at }: Timed) {
  return [conversationKey(to), at, storedContent(content, realm.maxMessageLength)].join("\0");
}

/** The one of `messages` with the same text, recipients and time. */
export function sameTimed(
  replica: Replica,
  messages: Iterable<ScheduledMessage>,
  message: Timed,
): ScheduledId | undefined {
  const key = timedKey(replica, message);
  for (const message of messages)
    if (timedKey(replica, timedOf(replica, message)) === key) return message.scheduled_message_id;
  return undefined;
}

/** For use in a sentence. Not safe for a terminal. */
export function timedTitle(view: Replica, { address: to }: Timed): string {
  return `message to ${titleOf(view, to)}`;
}
