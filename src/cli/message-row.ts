/** A message as a row of output: fields for JSON, a line for pipes. */
import { stamp } from "#base/time.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import type { Message } from "#model/message.ts";
import { permalinkOf } from "#model/message-link.ts";
import type { Replica } from "#model/replica.ts";
import type * as wire from "#wire/message.ts";
import type { messageFields } from "./message-fields.ts";

export type MessageRow = {
  readonly message: Message;
  /** As typed on the command line. Not safe for a terminal. */
  readonly place: string;
  readonly fields: Readonly<Record<(typeof messageFields)[number], unknown>>;
};

/** Seconds as `2026-11-22T11:38:00Z`: the same in every time zone. */
export function utc(seconds: number): string {
  return stamp(seconds * 1000).replace(".000Z", "Z");
}

/** Names are taken from the message, so that the state need not contain people. */
export function messageRow(
  wireMessage: wire.Message,
  replica: Replica,
  flags = wireMessage.flags ?? [],
): MessageRow {
  const message = fromWireMessage(wireMessage, flags);
  const { display_recipient: recipient } = wireMessage;
  const stream = typeof recipient === "string" ? recipient : undefined;
  const everybody = typeof recipient === "string" ? [] : recipient;
  const others = everybody.filter(({ id }) => id !== replica.ownId);
  const people = (others.length === 0 ? everybody : others).map(
    ({ id, full_name: name }) => name ?? `${id}`,
  );
  const place =
    stream === undefined
      ? people.map((name) => `@${name}`).join(" ")
      : `#${stream} > ${message.topic}`;
  return {
    message,
    place,
    fields: {
      id: message.id,
      time: utc(message.sentAt),
      place,
      stream: stream ?? null,
      stream_id: message.streamId ?? null,
      topic: stream === undefined ? null : message.topic,
      people: stream === undefined ? people : null,
      sender: message.senderName,
      sender_id: message.senderId,
      sender_email: wireMessage.sender_email,
      content: message.content,
      unread: !flags.includes("read"),
      starred: message.starred,
      mentioned: message.mentioned || message.wildcardMentioned,
      reactions: Object.fromEntries(
        message.reactions.map(({ name, userIds }) => [name, userIds.length]),
      ),
      link: permalinkOf(replica, message),
    },
  };
}
