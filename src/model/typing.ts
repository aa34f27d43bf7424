/** Who is typing where. The server may fail to report that somebody stopped, so every entry expires. */

import { sorted } from "#base/sorted.ts";
import type { Batch } from "#base/table.ts";
import { withEntry, withoutEntry } from "#base/table.ts";
import type { EventOf } from "#wire/events.ts";
import { type ConversationKey, directKey, topicKey } from "./conversation.ts";
import type { Replica, Typist } from "./replica.ts";

function keyOf(event: EventOf<"typing">): ConversationKey | undefined {
  if (event.stream_id !== undefined && event.topic !== undefined) {
    return topicKey(event.stream_id, event.topic);
  }
  const people = event.recipients?.map((person) => person.user_id) ?? [];
  return people.length === 0 ? undefined : directKey(sorted([...people, event.sender.user_id]));
}

/** `now` in UNIX milliseconds. The user's own typing on other devices is left out. */
export function onTyping(
  replica: Replica,
  event: EventOf<"typing">,
  batch: Batch,
  now: number,
): Replica {
  const key = keyOf(event);
  const userId = event.sender.user_id;
  if (key === undefined || userId === replica.ownId) return replica;
  if (event.op === "stop") return withoutTypist(replica, key, { userId }, batch);
  return withTypist(replica, key, { userId }, batch, now);
}

function editedKey({ recipient }: EventOf<"typing_edit_message">): ConversationKey | undefined {
  const { channel_id: streamId, topic, user_ids: people } = recipient;
  if (streamId !== undefined && topic !== undefined) return topicKey(streamId, topic);
  return people === undefined ? undefined : directKey(sorted(people));
}

/** The same for somebody who edits a message. */
export function onTypingEdit(
  replica: Replica,
  event: EventOf<"typing_edit_message">,
  batch: Batch,
  now: number,
): Replica {
  const key = editedKey(event);
  const editor = { userId: event.sender_id, edits: event.message_id };
  if (key === undefined || editor.userId === replica.ownId) return replica;
  if (event.op === "stop") return withoutTypist(replica, key, editor, batch);
  return withTypist(replica, key, editor, batch, now);
}

type WhoTypes = Omit<Typist, "until">;

function isSame(one: WhoTypes, other: WhoTypes): boolean {
  return one.userId === other.userId && one.edits === other.edits;
}

function withTypist(
  replica: Replica,
  key: ConversationKey,
  who: WhoTypes,
  batch: Batch,
  now: number,
): Replica {
  const until = now + replica.realm.typingExpiryMs;
  const rest = (replica.typing.get(key) ?? []).filter(
    (typist) => !isSame(typist, who) && typist.until > now,
  );
  const typing = withEntry(replica.typing, key, [...rest, { ...who, until }], batch);
  return { ...replica, typing };
}

export function withoutTypist(
  replica: Replica,
  key: ConversationKey,
  who: WhoTypes,
  batch: Batch,
): Replica {
  const typists = replica.typing.get(key);
  if (!typists?.some((typist) => isSame(typist, who))) return replica;
  const rest: readonly Typist[] = typists.filter((typist) => !isSame(typist, who));
  const typing =
    rest.length === 0
      ? withoutEntry(replica.typing, key, batch)
      : withEntry(replica.typing, key, rest, batch);
  return { ...replica, typing };
}
