/** Who is typing where. The server may fail to report that somebody stopped, so every entry expires. */

import { sorted } from "#base/sorted.ts";
import type { Batch } from "#base/table.ts";
import { withEntry, withoutEntry } from "#base/table.ts";
import type { EventOf } from "#wire/events.ts";
import type { UserId } from "#wire/ids.ts";
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
  if (event.op === "stop") return withoutTypist(replica, key, userId, batch);
  const until = now + replica.realm.typingExpiryMs;
  const rest = (replica.typing.get(key) ?? []).filter(
    (typist) => typist.userId !== userId && typist.until > now,
  );
  return {
    ...replica,
    typing: withEntry(replica.typing, key, [...rest, { userId, until }], batch),
  };
}

export function withoutTypist(
  replica: Replica,
  key: ConversationKey,
  userId: UserId,
  batch: Batch,
): Replica {
  const typists = replica.typing.get(key);
  if (!typists?.some((typist) => typist.userId === userId)) return replica;
  const rest: readonly Typist[] = typists.filter((typist) => typist.userId !== userId);
  const typing =
    rest.length === 0
      ? withoutEntry(replica.typing, key, batch)
      : withEntry(replica.typing, key, rest, batch);
  return { ...replica, typing };
}
