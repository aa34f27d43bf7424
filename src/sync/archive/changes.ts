/** What a round of writing has to tell the archive: the difference between two replicas, and what events reported. */
import type { ArchiveChange, ShrinkRules } from "#archive/archive.ts";
import { sectionChanges } from "#archive/saved-replica.ts";
import { changedChunks, emptyTable, get, ids, values } from "#base/table.ts";
import type { Action } from "#journal/intent.ts";
import { topicKey } from "#model/conversation.ts";
import type { History } from "#model/histories.ts";
import type { Message } from "#model/message.ts";
import { caughtUp, deletedIds, flagOp, mentionsUser, moveOf } from "#model/message-changes.ts";
import { isSearchKey, type NarrowKey } from "#model/narrow.ts";
import type { MessageChange } from "#model/recent-events.ts";
import type { Replica } from "#model/replica.ts";
import { isFollowed } from "#model/select/inbox-row.ts";
import type { Stream } from "#model/stream.ts";
import { accessibleStream, archivedStreams } from "#model/streams.ts";
import { narrowsGained } from "#model/topics.ts";
import type { Event } from "#wire/events.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";

/**
 * What has changed since `before` was written (undefined: nothing was), a message's place before what depends on it.
 * Each step is far below a millisecond, or one chunk. Messages that are `gone` are not written.
 */
export function* changesSince(
  before: Replica | undefined,
  now: Replica,
  gone: ReadonlySet<MessageId> = new Set(),
): Generator<ArchiveChange | undefined> {
  const last = before?.messages ?? emptyTable<MessageId, Message>();
  const hidden = new Set(hiddenSince(before, now));
  for (const { changed } of changedChunks<MessageId, Message>(last, now.messages)) {
    // What was carried over is from the archive, or was written when it was received.
    const received = changed.filter(
      ({ id, streamId }) =>
        get(now.carriedOver, id) === undefined &&
        !gone.has(id) &&
        !(streamId !== undefined && hidden.has(streamId)),
    );
    yield messagesChange(received);
  }
  for (const [key, history] of now.histories) {
    if (history.epoch !== now.epoch || isSearchKey(key)) continue;
    yield knownChange(key, before?.histories.get(key), history);
  }
  yield* sectionChanges(before, now);
}

/** The streams that became invisible since `before`, which have to leave the file. */
export function hiddenChanges(before: Replica | undefined, now: Replica): readonly ArchiveChange[] {
  const streams = hiddenSince(before, now);
  return streams.length === 0 ? [] : [{ kind: "hidden", streams }];
}

/**
 * What a deletion that the server has confirmed to the user leaves to erase; undefined if the action deletes nothing.
 */
export function erasureOf(action: Action): ArchiveChange | undefined {
  if (action.kind === "delete-message") return { kind: "deleted", ids: [action.messageId] };
  if (action.kind !== "delete-topic" || action.newest === undefined) return undefined;
  return {
    kind: "emptied",
    conversation: topicKey(action.streamId, action.topic),
    to: action.newest,
  };
}

/** Unread messages and followed topics go last. */
export function shrinkRules(replica: Replica, bytes: number): ShrinkRules {
  const { unreads, policies, ownId } = replica;
  const topics = [...policies.keys()].filter((key) => isFollowed(replica, key));
  return {
    bytes,
    unread: [...ids(unreads.where)],
    followed: topics as readonly string[] as readonly NarrowKey[],
    ownId,
  };
}

/** Undefined for none. */
export function messagesChange(messages: readonly Message[]): ArchiveChange | undefined {
  return messages.length === 0 ? undefined : { kind: "messages", json: JSON.stringify(messages) };
}

/** Any part of a history is known without holes: usually, only its end is new. */
function knownChange(
  narrow: NarrowKey,
  before: History | undefined,
  now: History,
): ArchiveChange | undefined {
  const { ids, oldestKnown, newestKnown } = now;
  if (before === now || (ids.length === 0 && !(oldestKnown && newestKnown))) return undefined;
  const last = before?.epoch === now.epoch ? before : undefined;
  const same = last === undefined ? 0 : sameFirst(last.ids, ids);
  const isEndNew =
    (oldestKnown && last?.oldestKnown !== true) || (newestKnown && last?.newestKnown !== true);
  if (same === ids.length && !isEndNew) return undefined;
  // From the last one that was written, so that the parts are joined.
  const from = isEndNew ? 0 : Math.max(0, same - 1);
  const isFirst = from === 0 && oldestKnown;
  return { kind: "known", narrow, ids: ids.slice(from), oldestKnown: isFirst, newestKnown };
}

/** How many of `now` are as before. Of `before`, the first ones may have been evicted. */
function sameFirst(before: readonly MessageId[], now: readonly MessageId[]): number {
  const [first] = now;
  const start = first === undefined ? -1 : before.indexOf(first);
  if (start < 0) return 0;
  let count = 0;
  while (count < now.length && before[start + count] === now[count]) count += 1;
  // Whatever is missing at the end was deleted or moved: the part there has to be told again.
  const isCut = count === now.length && start + count < before.length;
  return isCut ? count - 1 : count;
}

/** Streams that the user could read and no longer can. */
function hiddenSince(before: Replica | undefined, now: Replica): readonly StreamId[] {
  if (before === undefined) return [];
  if (before.streams === now.streams && before.archived === now.archived) return [];
  return [...values(before.streams), ...archivedStreams(before)]
    .filter((stream) => isReadable(stream) && !isReadable(accessibleStream(now, stream.id)))
    .map(({ id }) => id);
}

function isReadable(stream: Stream | undefined): boolean {
  return stream !== undefined && (stream.subscription !== undefined || !stream.isPrivate);
}

// Events about messages that the replica may not have: the archive's copies follow them.

/** The messages that an event deletes, or else changes. */
export function concernedBy(event: Event): {
  readonly deleted?: true;
  readonly ids: readonly MessageId[];
} {
  switch (event.type) {
    case "delete_message":
      return { deleted: true, ids: deletedIds(event) };
    case "update_message":
      return { ids: [...new Set([event.message_id, ...event.message_ids])] };
    case "update_message_flags":
      return { ids: event.flag === "starred" ? event.messages : [] };
    case "reaction":
    case "submessage":
      return { ids: [event.message_id] };
    default:
      return { ids: [] };
  }
}

/** Where events brought messages that the archive may not have, though it knows all others there. */
export function* gainedBy(events: readonly MessageChange[]): Generator<ArchiveChange> {
  for (const event of events) {
    if (event.type === "update_message") {
      const move = moveOf(event);
      if (move !== undefined) yield gained(narrowsGained(move), move.ids);
      if (mentionsUser(event)) yield gained(["mentions"], [event.message_id]);
    } else if (event.type === "update_message_flags" && flagOp(event) === "add")
      yield gained([event.flag], event.messages);
  }
}

function gained(narrows: readonly string[], ids: readonly MessageId[]): ArchiveChange {
  return { kind: "gained", narrows: narrows as readonly NarrowKey[], ids };
}

/** Those of the archived messages that these events change. */
export function followed(
  archived: readonly Message[],
  events: readonly MessageChange[],
): readonly Message[] {
  const changes = events.map((event) => ({ event, newest: 0, leftBehind: false }));
  return archived.flatMap((message) => {
    const now = caughtUp({ message, read: true }, changes)?.message;
    return now === undefined || now === message ? [] : [now];
  });
}
