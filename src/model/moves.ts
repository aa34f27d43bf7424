/**
 * Moves messages to another topic or stream, with all related state.
 *
 * An event names messages that the client may never have fetched: their unread marks move, and the target's history is
 * cut at their positions. Policies move by separate events, which come first.
 */
import { sorted, without } from "#base/sorted.ts";
import { type Batch, get, put } from "#base/table.ts";
import type { EventOf } from "#wire/events.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import { topicKey } from "./conversation.ts";
import { topicOf } from "./from-wire.ts";
import { cutIn, type Histories, insertIn, removeFrom } from "./histories.ts";
import type { Message } from "./message.ts";
import { type Move, moveOf, updated, withoutAccess } from "./message-changes.ts";
import type { NarrowKey } from "./narrow.ts";
import { confirmedMessage, type Replica } from "./replica.ts";
import { withoutNewest, withoutTopic, withTopic, withTopicName } from "./topics.ts";
import { moveUnreads, removeUnreads } from "./unreads.ts";

type Update = EventOf<"update_message">;

export function isSubscribed(replica: Replica, streamId: StreamId): boolean {
  return get(replica.streams, streamId)?.subscription !== undefined;
}

export function onMove(replica: Replica, event: Update, batch: Batch): Replica {
  const move = moveOf(event);
  if (move === undefined) return replica;
  const known = move.ids.map((id) => get(replica.messages, id)).filter((one) => one !== undefined);
  const confirmed = move.ids.filter((id) => confirmedMessage(replica, id) !== undefined);
  const messages = known.reduce(
    (all, message) => put(all, message.id, updated(message, event), batch),
    replica.messages,
  );
  const histories = movedHistories(replica.histories, move, known, confirmed, batch);
  // The server drops the unread marks of messages that are moved where the user is not subscribed.
  const unreads = isSubscribed(replica, move.to.streamId)
    ? moveUnreads(replica.unreads, move.ids, topicOf(move.to.streamId, move.to.topic), batch)
    : removeUnreads(replica.unreads, move.ids, batch);
  const moved = { ...replica, messages, histories, unreads };
  const left = leavesBehind(replica, move) ? withoutOwn(moved, move.ids, batch) : moved;
  return withParticipation(withMovedTopic(left, event, move, batch), event, move);
}

/** Whether the user is in the source of a move but not in its target: then the messages are no longer theirs. */
export function leavesBehind(replica: Replica, { from, to }: Move): boolean {
  const isElsewhere = from.streamId !== to.streamId && !isSubscribed(replica, to.streamId);
  return isElsewhere && isSubscribed(replica, from.streamId);
}

/** Removes the flags of the messages, and the messages from lists of what the user received. */
function withoutOwn(replica: Replica, ids: readonly MessageId[], batch: Batch): Replica {
  const gone = new Set(ids);
  const keys = [...replica.histories.keys()].filter((key) =>
    /^(?:all|starred|mentions|u:.*)$/.test(key),
  );
  const messages = ids.reduce((all, id) => {
    const message = get(all, id);
    return message === undefined ? all : put(all, id, withoutAccess(message), batch);
  }, replica.messages);
  return {
    ...replica,
    messages,
    starred: without(replica.starred, gone),
    histories: removeFrom(replica.histories, keys, gone, batch),
  };
}

/** The narrows that contain the messages after the move, and may not have contained them before. */
export function narrowsGained({ from, to }: Move): readonly NarrowKey[] {
  const toKey = topicKey(to.streamId, to.topic);
  const gained: string[] = toKey === topicKey(from.streamId, from.topic) ? [] : [toKey];
  if (from.streamId !== to.streamId) gained.push(`s:${to.streamId}`);
  return gained as NarrowKey[];
}

/**
 * A page may already reflect a later move, so messages leave their actual places and not those that the event names.
 */
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
  let all = removeFrom(histories, lost, new Set(known.map(({ id }) => id)), batch);
  const ids = new Set(confirmed);
  const holes = move.ids.filter((id) => !ids.has(id));
  for (const key of narrowsGained(move)) all = cutIn(all, key, holes, batch);
  for (const id of sorted(ids)) all = insertIn(all, stays as Set<NarrowKey>, id, batch);
  return all;
}

function withMovedTopic(replica: Replica, event: Update, move: Move, batch: Batch): Replica {
  const { from, to } = move;
  const [fromKey, toKey] = [topicKey(from.streamId, from.topic), topicKey(to.streamId, to.topic)];
  const newest = sorted(move.ids).at(-1);
  if (newest === undefined) return replica;
  const next = withTopic(replica, to.streamId, { name: to.topic, newest }, batch);
  if (fromKey === toKey) return withTopicName(next, to.streamId, to.topic, batch);
  if (event.propagate_mode === "change_all") return withoutTopic(next, fromKey, batch);
  return withoutNewest(next, new Set(move.ids), [fromKey], batch);
}

/** Having written in a topic carries over to its target. */
function withParticipation(replica: Replica, event: Update, { ids, from, to }: Move): Replica {
  const [fromKey, toKey] = [topicKey(from.streamId, from.topic), topicKey(to.streamId, to.topic)];
  if (fromKey === toKey || !replica.participated.has(fromKey)) return replica;
  const whole = event.propagate_mode === "change_all";
  const own = ids.some((id) => get(replica.messages, id)?.senderId === replica.ownId);
  if (!whole && !own) return replica;
  const participated = new Set(replica.participated).add(toKey);
  if (whole) participated.delete(fromKey);
  return { ...replica, participated };
}
