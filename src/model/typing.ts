/** Who is writing where. The server may forget to say that somebody stopped, so everybody is forgotten in time. */
import { withEntry, withoutEntry } from "#base/owned.ts";
import { sorted } from "#base/sorted.ts";
import type { Batch } from "#base/table.ts";
import type { EventOf } from "#wire/events.ts";
import type { UserId } from "#wire/ids.ts";
import { type ConversationKey, directKey, topicKey } from "./conversation.ts";
import type { Picture, Typist } from "./picture.ts";

function keyOf(event: EventOf<"typing">): ConversationKey | undefined {
  if (event.stream_id !== undefined && event.topic !== undefined) {
    return topicKey(event.stream_id, event.topic);
  }
  const people = event.recipients?.map((person) => person.user_id) ?? [];
  return people.length === 0 ? undefined : directKey(sorted([...people, event.sender.user_id]));
}

/** `now` in UNIX milliseconds. The own typing comes back from other devices and is left out. */
export function onTyping(
  picture: Picture,
  event: EventOf<"typing">,
  batch: Batch,
  now: number,
): Picture {
  const key = keyOf(event);
  const userId = event.sender.user_id;
  if (key === undefined || userId === picture.ownId) return picture;
  if (event.op === "stop") return withoutTypist(picture, key, userId, batch);
  const until = now + picture.realm.typingExpiryMs;
  const rest = (picture.typing.get(key) ?? []).filter(
    (typist) => typist.userId !== userId && typist.until > now,
  );
  return {
    ...picture,
    typing: withEntry(picture.typing, key, [...rest, { userId, until }], batch),
  };
}

export function withoutTypist(
  picture: Picture,
  key: ConversationKey,
  userId: UserId,
  batch: Batch,
): Picture {
  const typists = picture.typing.get(key);
  if (!typists?.some((typist) => typist.userId === userId)) return picture;
  const rest: readonly Typist[] = typists.filter((typist) => typist.userId !== userId);
  const typing =
    rest.length === 0
      ? withoutEntry(picture.typing, key, batch)
      : withEntry(picture.typing, key, rest, batch);
  return { ...picture, typing };
}
