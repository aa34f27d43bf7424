/**
 * Messages that go to another topic or stream, with everything that hangs on them.
 *
 * An event names messages that the client may never have loaded: their unread marks move, and where they would stand
 * the target's history is cut. Policies move by events of their own, which come first.
 */
import { sorted, without } from "#base/sorted.ts";
import { type Batch, get, put } from "#base/table.ts";
import type { EventOf } from "#wire/events.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import { topicKey } from "./conversation.ts";
import { topicOf } from "./from-wire.ts";
import { cutIn, type Histories, placeIn, takeFrom } from "./histories.ts";
import type { Message } from "./message.ts";
import { asLeftBehind, type Move, moveOf, updated } from "./message-changes.ts";
import type { NarrowKey } from "./narrow.ts";
import { confirmedMessage, type Picture } from "./picture.ts";
import { withoutNewest, withoutTopic, withSpelling, withTopic } from "./topics.ts";
import { moveUnreads, removeUnreads } from "./unreads.ts";

type Update = EventOf<"update_message">;

export function isSubscribed(picture: Picture, streamId: StreamId): boolean {
  return get(picture.streams, streamId)?.subscription !== undefined;
}

export function onMove(picture: Picture, event: Update, batch: Batch): Picture {
  const move = moveOf(event);
  if (move === undefined) return picture;
  const known = move.ids.map((id) => get(picture.messages, id)).filter((one) => one !== undefined);
  const confirmed = move.ids.filter((id) => confirmedMessage(picture, id) !== undefined);
  const messages = known.reduce(
    (all, message) => put(all, message.id, updated(message, event), batch),
    picture.messages,
  );
  const histories = movedHistories(picture.histories, move, known, confirmed, batch);
  // The server drops the unread marks of messages that go where the person is not.
  const unreads = isSubscribed(picture, move.to.streamId)
    ? moveUnreads(picture.unreads, move.ids, topicOf(move.to.streamId, move.to.topic), batch)
    : removeUnreads(picture.unreads, move.ids, batch);
  const moved = { ...picture, messages, histories, unreads };
  const left = leavesBehind(picture, move) ? withoutOwn(moved, move.ids, batch) : moved;
  return withParticipation(withMovedTopic(left, event, move, batch), event, move);
}

/** Whether the person is where the messages came from and not where they went: then they are theirs no more. */
export function leavesBehind(picture: Picture, { from, to }: Move): boolean {
  const isElsewhere = from.streamId !== to.streamId && !isSubscribed(picture, to.streamId);
  return isElsewhere && isSubscribed(picture, from.streamId);
}

/** The messages without marks, and in no list of what the person received. */
function withoutOwn(picture: Picture, ids: readonly MessageId[], batch: Batch): Picture {
  const gone = new Set(ids);
  const keys = [...picture.histories.keys()].filter((key) =>
    /^(?:all|starred|mentions|u:.*)$/.test(key),
  );
  const messages = ids.reduce((all, id) => {
    const message = get(all, id);
    return message === undefined ? all : put(all, id, asLeftBehind(message), batch);
  }, picture.messages);
  return {
    ...picture,
    messages,
    starred: without(picture.starred, gone),
    histories: takeFrom(picture.histories, keys, gone, batch),
  };
}

/** The narrows in which messages stand after the move, and may not have stood before. */
export function narrowsGained({ from, to }: Move): readonly NarrowKey[] {
  const toKey = topicKey(to.streamId, to.topic);
  const gained: string[] = toKey === topicKey(from.streamId, from.topic) ? [] : [toKey];
  if (from.streamId !== to.streamId) gained.push(`s:${to.streamId}`);
  return gained as NarrowKey[];
}

/** A page may know of a later move already, so messages leave the places where they are and not those that the event names. */
function movedHistories(
  histories: Histories,
  move: Move,
  known: readonly Message[],
  confirmed: readonly MessageId[],
  batch: Batch,
): Histories {
  const stays = new Set<string>([
    topicKey(move.to.streamId, move.to.topic),
    `s:${move.to.streamId}`,
  ]);
  const left = new Set(
    known.flatMap(({ conversation, streamId }) => [conversation as string, `s:${streamId}`]),
  );
  const lost = [...left].filter((key) => !stays.has(key)) as NarrowKey[];
  let all = takeFrom(histories, lost, new Set(known.map(({ id }) => id)), batch);
  const ids = new Set(confirmed);
  const holes = move.ids.filter((id) => !ids.has(id));
  for (const key of narrowsGained(move)) all = cutIn(all, key, holes, batch);
  for (const id of sorted(ids)) all = placeIn(all, stays as Set<NarrowKey>, id, batch);
  return all;
}

function withMovedTopic(picture: Picture, event: Update, move: Move, batch: Batch): Picture {
  const { from, to } = move;
  const [fromKey, toKey] = [topicKey(from.streamId, from.topic), topicKey(to.streamId, to.topic)];
  const newest = sorted(move.ids).at(-1);
  if (newest === undefined) return picture;
  const next = withTopic(picture, to.streamId, { name: to.topic, newest }, batch);
  if (fromKey === toKey) return withSpelling(next, to.streamId, to.topic, batch);
  if (event.propagate_mode === "change_all") return withoutTopic(next, fromKey, batch);
  return withoutNewest(next, new Set(move.ids), [fromKey], batch);
}

/** Who wrote in a topic has written where it went. */
function withParticipation(picture: Picture, event: Update, { ids, from, to }: Move): Picture {
  const [fromKey, toKey] = [topicKey(from.streamId, from.topic), topicKey(to.streamId, to.topic)];
  if (fromKey === toKey || !picture.participated.has(fromKey)) return picture;
  const whole = event.propagate_mode === "change_all";
  const own = ids.some((id) => get(picture.messages, id)?.senderId === picture.ownId);
  if (!whole && !own) return picture;
  const participated = new Set(picture.participated).add(toKey);
  if (whole) participated.delete(fromKey);
  return { ...picture, participated };
}
