/**
 * Messages that go to another topic or stream, with everything that hangs on them.
 *
 * An event names messages that the client may never have loaded: their unread marks move, and where they would stand
 * the target's history is cut. Policies move by events of their own, which come first.
 */
import { sorted } from "#base/sorted.ts";
import { type Batch, get, put } from "#base/table.ts";
import type { EventOf } from "#wire/events.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import { topicKey } from "./conversation.ts";
import { topicOf } from "./from-wire.ts";
import { cutIn, type Histories, placeIn, takeFrom } from "./histories.ts";
import { type Move, moveOf, updated } from "./message-changes.ts";
import type { NarrowKey } from "./narrow.ts";
import type { Picture } from "./picture.ts";
import { withoutNewest, withoutTopic, withSpelling, withTopic } from "./topics.ts";
import { moveUnreads, removeUnreads } from "./unreads.ts";

type Update = EventOf<"update_message">;

export function isSubscribed(picture: Picture, streamId: StreamId): boolean {
  return get(picture.streams, streamId)?.subscription !== undefined;
}

export function onMove(picture: Picture, event: Update, batch: Batch): Picture {
  const move = moveOf(event);
  if (move === undefined) return picture;
  const known = move.ids.filter((id) => get(picture.messages, id) !== undefined);
  let { messages } = picture;
  for (const id of known) {
    const message = get(messages, id);
    if (message !== undefined) messages = put(messages, id, updated(message, event), batch);
  }
  const histories = movedHistories(picture.histories, move, new Set(known), batch);
  // The server drops the unread marks of messages that go where the person is not.
  const unreads = isSubscribed(picture, move.to.streamId)
    ? moveUnreads(picture.unreads, move.ids, topicOf(move.to.streamId, move.to.topic), batch)
    : removeUnreads(picture.unreads, move.ids, batch);
  const next = withMovedTopic({ ...picture, messages, histories, unreads }, event, move, batch);
  return withParticipation(next, event, move);
}

/** The narrows that lose and gain messages by the move; none when only the spelling changes. */
export function narrowsChanged({ from, to }: Move): {
  readonly lose: readonly NarrowKey[];
  readonly gain: readonly NarrowKey[];
} {
  const [fromKey, toKey] = [topicKey(from.streamId, from.topic), topicKey(to.streamId, to.topic)];
  const [lose, gain]: [string[], string[]] = fromKey === toKey ? [[], []] : [[fromKey], [toKey]];
  if (from.streamId !== to.streamId) {
    lose.push(`s:${from.streamId}`);
    gain.push(`s:${to.streamId}`);
  }
  return { lose: lose as NarrowKey[], gain: gain as NarrowKey[] };
}

function movedHistories(
  histories: Histories,
  move: Move,
  known: ReadonlySet<MessageId>,
  batch: Batch,
): Histories {
  const { lose, gain } = narrowsChanged(move);
  let all = takeFrom(histories, lose, known, batch);
  const holes = move.ids.filter((id) => !known.has(id));
  for (const key of gain) all = cutIn(all, key, holes, batch);
  for (const id of sorted(known)) all = placeIn(all, gain, id, batch);
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
