/** Reducers for streams and subscriptions: creation, changes and removal; and what is known of a stream. */

import { insert, remove, type Sorted, without } from "#base/sorted.ts";
import {
  type Batch,
  drop,
  get,
  put,
  values,
  withEntry,
  withoutEntry,
  writableMap,
} from "#base/table.ts";
import type { EventOf } from "#wire/events.ts";
import type { FolderId, StreamId, UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import type { Message } from "#wire/message.ts";
import { type StreamPermission, streamPermissions } from "#wire/permission.ts";
import type * as wireStream from "#wire/stream.ts";
import { topicsPolicy } from "#wire/stream.ts";
import { fromWireStream, fromWireSubscription } from "./from-wire.ts";
import {
  type History,
  isWithin,
  openEnded,
  withoutStream as withoutStreamHistories,
} from "./histories.ts";
import type { NarrowKey } from "./narrow.ts";
import { permittedIn } from "./permitted.ts";
import type { Replica } from "./replica.ts";
import type { Stream, Subscription } from "./stream.ts";
import { isSubscribed, withoutTopicsOf } from "./topics.ts";
import { dropStreamUnreads } from "./unreads.ts";

export function onStream(replica: Replica, event: EventOf<"stream">, batch: Batch): Replica {
  switch (event.op) {
    case "create":
      return event.streams.reduce((next, stream) => {
        const before = accessibleStream(next, stream.stream_id);
        const after = fromWireStream(stream, before?.subscription);
        const subscribers = after.subscribers ?? before?.subscribers ?? nobodyYet(next);
        // Those it has are told by the next event, also where a stream that the user lost without one was still known.
        const subscriberCount = after.subscriberCount === undefined ? undefined : 0;
        return withStream(next, { ...after, subscribers, subscriberCount }, batch);
      }, replica);
    case "delete":
      return deletedStreams(event).reduce(
        (next, id) => onDeletion(next, id, event, batch),
        replica,
      );
    case "update":
      return onStreamUpdate(replica, event, batch);
  }
}

type Deletion = EventOf<"stream"> & { readonly op: "delete" };

function deletedStreams({ stream_ids: ids, streams = [] }: Deletion): readonly StreamId[] {
  return ids ?? streams.map(({ stream_id: id }) => id);
}

/** LEVEL(378): before it, also for streams that are archived; who loses access to another one has left it before. */
function onDeletion(replica: Replica, id: StreamId, event: Deletion, batch: Batch): Replica {
  const { featureLevel: level } = replica.realm;
  const stream = get(replica.streams, id);
  const isUpdate = level >= since.archivedStreams && level < since.archivedUpdates;
  const isArchived =
    event.for_archiving === true || (isUpdate && stream?.subscription !== undefined);
  if (stream === undefined || !isArchived) return withoutStream(replica, id, batch);
  return withStream(replica, { ...stream, isArchived }, batch);
}

/** Archived ones are apart from those in use, so that nothing offers them. */
export function withStream(replica: Replica, stream: Stream, batch: Batch): Replica {
  const { id, isArchived } = stream;
  if (isArchived) {
    const archived = withEntry(replica.archived, id, stream, batch);
    return { ...replica, archived, streams: drop(replica.streams, id, batch) };
  }
  const archived = withoutEntry(replica.archived, id, batch);
  return { ...replica, archived, streams: put(replica.streams, id, stream, batch) };
}

/** What is kept of a stream to which access was lost. */
export function lostStream(stream: Stream): Stream {
  return { ...stream, isArchived: false, subscription: undefined, subscribers: undefined };
}

/** Some servers put it before the name of an archived stream. */
const archivedMark = /^[\da-f]{0,7}!+DEACTIVATED:/;

/** Streams that the server does not list are named by their messages. */
export function withStreamsOf(replica: Replica, messages: readonly Message[]): Replica {
  const archived = new Map(replica.archived);
  for (const { stream_id: id, display_recipient: name } of messages) {
    if (id === undefined || typeof name !== "string" || name === "") continue;
    if (get(replica.streams, id) !== undefined || archived.has(id)) continue;
    const facts = { stream_id: id, description: "", invite_only: false };
    archived.set(id, fromWireStream({ ...facts, name: name.replace(archivedMark, "") }));
  }
  if (archived.size === replica.archived.size) return replica;
  return { ...replica, archived, namesRevision: replica.namesRevision + 1 };
}

/** Adds or updates the streams of a response; what it does not contain is kept. */
export function withStreams(
  replica: Replica,
  listed: readonly wireStream.Stream[],
  batch: Batch,
): Replica {
  return listed.reduce((next, stream) => {
    const before = accessibleStream(next, stream.stream_id);
    const { subscription, subscribers, weeklyTraffic } = before ?? {};
    const after = fromWireStream(stream, subscription);
    const traffic = after.weeklyTraffic ?? weeklyTraffic;
    return withStream(next, { ...after, subscribers, weeklyTraffic: traffic }, batch);
  }, replica);
}

/** If subscribers are stored, those of a new stream come by later events; otherwise they stay unknown. */
function nobodyYet({ streams }: Replica): readonly UserId[] | undefined {
  const [any] = values(streams);
  return any?.subscribers === undefined ? undefined : [];
}

/**
 * Access was lost, or the server keeps nothing of archived streams: no further event reports that its subscription and
 * unread marks are gone. Policies are kept, because they apply again when access returns.
 */
function withoutStream(replica: Replica, id: StreamId, batch: Batch): Replica {
  const stream = accessibleStream(replica, id);
  if (stream === undefined) return replica;
  const next = withoutTopicsOf(replica, id, batch);
  return {
    ...next,
    archived: withEntry(next.archived, id, lostStream(stream), batch),
    streams: drop(next.streams, id, batch),
    unreads: dropStreamUnreads(next.unreads, id, batch),
    histories: withoutStreamHistories(next.histories, id, batch),
  };
}

type Update = EventOf<"stream"> & { readonly op: "update" };

function onStreamUpdate(replica: Replica, event: Update, batch: Batch): Replica {
  const before = accessibleStream(replica, event.stream_id);
  if (before === undefined) return replica;
  const change = streamChange(before, event, replica.realm.featureLevel);
  if (change === undefined) return replica;
  const next = withStream(replica, { ...before, ...change }, batch);
  // Stream links in rendered messages show the name.
  return event.property === "name" ? { ...next, namesRevision: next.namesRevision + 1 } : next;
}

type Changes = (update: Update) => Partial<Stream> | undefined;

function ofType(type: "string" | "number" | "boolean", name: keyof Stream): Changes {
  return ({ value }) => (typeof value === type ? { [name]: value } : undefined);
}

/** What an update of each property changes; undefined where what was known stays. */
const changes = new Map<string, Changes>([
  ["name", ofType("string", "name")],
  ["description", ofType("string", "description")],
  ["message_retention_days", ({ value }) => retentionChange(value)],
  ["invite_only", privacyChange],
  ["stream_post_policy", ofType("number", "postPolicy")],
  ["is_archived", ofType("boolean", "isArchived")],
  ["topics_policy", ({ value }) => ({ topicsPolicy: topicsPolicy.safeParse(value).data })],
  ["default_push_notifications", ofType("boolean", "pushDefault")],
  ["folder_id", ({ value }) => folderChange(value)],
]);

/** Undefined for properties that are not stored. */
function streamChange(before: Stream, event: Update, level: number): Partial<Stream> | undefined {
  const { property, value } = event;
  // LEVEL(1): before it, the only such property; since then, it is less precise than the policy sent with it.
  if (property === "is_announcement_only" && level < since.postPolicy)
    return { postPolicy: value === true ? 2 : 1 };
  const change = changes.get(property);
  return change === undefined ? permissionChange(before, event) : change(event);
}

/** LEVEL(197): before it, `…_id`. */
const olderName = "can_remove_subscribers_group_id";

function permissionChange(
  { permissions }: Stream,
  { property, value }: Update,
): Partial<Stream> | undefined {
  const name = property === olderName ? "can_remove_subscribers_group" : property;
  if (!Object.hasOwn(streamPermissions, name)) return undefined;
  const { [name as StreamPermission]: _, ...others } = permissions;
  const permitted = permittedIn(value);
  return { permissions: permitted === undefined ? others : { ...others, [name]: permitted } };
}

function folderChange(value: unknown): Partial<Stream> | undefined {
  if (value === null) return { folderId: undefined };
  return typeof value === "number" ? { folderId: value as FolderId } : undefined;
}

function retentionChange(value: unknown): Partial<Stream> {
  return { retentionDays: typeof value === "number" || value === null ? value : undefined };
}

/** One event contains all three properties. A stream is never taken for public if it might not be. */
function privacyChange({
  value,
  is_web_public: isWebPublic,
  history_public_to_subscribers: historyPublic,
}: Update): Partial<Stream> {
  return {
    isPrivate: value !== false,
    ...(typeof isWebPublic === "boolean" && { isWebPublic }),
    ...(typeof historyPublic === "boolean" && { historyPublic }),
  };
}

/** Folders that an order leaves out stay where they are. */
export function onChannelFolder(
  replica: Replica,
  event: EventOf<"channel_folder">,
  batch: Batch,
): Replica {
  const { folders } = replica;
  if (event.op === "add") {
    const { channel_folder: folder } = event;
    return { ...replica, folders: withEntry(folders, folder.id, folder, batch) };
  }
  if (event.op === "reorder") {
    const ordered = writableMap(folders, batch);
    for (const [order, id] of event.order.entries()) {
      const folder = folders.get(id);
      if (folder !== undefined) ordered.set(id, { ...folder, order });
    }
    return { ...replica, folders: ordered };
  }
  const before = folders.get(event.channel_folder_id);
  if (before === undefined) return replica;
  const { name = before.name, description = before.description } = event.data;
  const { is_archived = before.is_archived } = event.data;
  const { rendered_description = before.rendered_description } = event.data;
  const after = { ...before, name, description, rendered_description, is_archived };
  return { ...replica, folders: withEntry(folders, before.id, after, batch) };
}

// The user's subscriptions and their settings, and the other subscribers.

type SubscriptionEvent = EventOf<"subscription">;

export function onSubscription(replica: Replica, event: SubscriptionEvent, batch: Batch): Replica {
  switch (event.op) {
    case "add":
      return event.subscriptions.reduce((next, wire) => {
        const stream = fromWireSubscription(wire);
        const before = accessibleStream(next, stream.id)?.subscribers;
        // Only the existence of a new stream is known so far: its other subscribers must be fetched.
        const peers = before?.length === 0 ? undefined : before;
        const joined = { ...stream, subscribers: stream.subscribers ?? peers };
        return withStream(withUnheard(next, stream.id, batch), joined, batch);
      }, replica);
    case "remove":
      return event.subscriptions.reduce(
        (next, { stream_id: id }) => unsubscribed(next, id, batch),
        replica,
      );
    case "update":
      return onUpdate(replica, event, batch);
    case "peer_add":
    case "peer_remove":
      return onPeers(replica, event, batch);
  }
}

/** What is sent to a stream without a subscription comes without an event: so what is known of it may lack the end. */
export function withUnheard(replica: Replica, id: StreamId, batch: Batch): Replica {
  if (isSubscribed(replica, id)) return replica;
  const isConcerned = (_: History, key: NarrowKey) => isWithin(key, id);
  const histories = openEnded(replica.histories, isConcerned, batch);
  return histories === replica.histories ? replica : { ...replica, histories };
}

/** The server marks its messages read a moment later; nothing is unread in a stream without a subscription. */
function unsubscribed(replica: Replica, id: StreamId, batch: Batch): Replica {
  const stream = accessibleStream(replica, id);
  if (stream?.subscription === undefined) return replica;
  const user = new Set([replica.ownId]);
  const subscribers =
    stream.subscribers === undefined ? undefined : without(stream.subscribers, user);
  const subscriberCount = counted(stream, -1);
  const left = { ...stream, subscription: undefined, subscribers, subscriberCount };
  const next = withStream(replica, left, batch);
  return { ...next, unreads: dropStreamUnreads(next.unreads, id, batch) };
}

function onUpdate(
  replica: Replica,
  event: SubscriptionEvent & { readonly op: "update" },
  batch: Batch,
): Replica {
  const stream = accessibleStream(replica, event.stream_id);
  const change = subscriptionChange(event.property, event.value);
  if (stream?.subscription === undefined || change === undefined) return replica;
  const subscription = { ...stream.subscription, ...change };
  return withStream(replica, { ...stream, subscription }, batch);
}

/** Overrides of the user's general settings, by their names on the wire. */
const overrides: ReadonlyMap<string, keyof Subscription> = new Map([
  ["desktop_notifications", "desktopNotifications"],
  ["audible_notifications", "audibleNotifications"],
  ["push_notifications", "pushNotifications"],
  ["email_notifications", "emailNotifications"],
  ["wildcard_mentions_notify", "wildcardMentionsNotify"],
]);

/** Undefined for properties that are not stored. */
function subscriptionChange(property: string, value: unknown): Partial<Subscription> | undefined {
  const override = overrides.get(property);
  if (override !== undefined)
    return { [override]: typeof value === "boolean" || value === null ? value : undefined };
  if (property === "color") return typeof value === "string" ? { colour: value } : undefined;
  if (typeof value !== "boolean") return undefined;
  if (property === "is_muted") return { muted: value };
  if (property === "in_home_view") return { muted: !value };
  return property === "pin_to_top" ? { pinned: value } : undefined;
}

function asList<Id>(id: Id | undefined): readonly Id[] {
  return id === undefined ? [] : [id];
}

/** Undefined if the server does not tell. */
function counted({ subscriberCount: count }: Stream, more: number): number | undefined {
  return count === undefined ? undefined : Math.max(0, count + more);
}

/** If subscribers were not requested, only their number is stored. */
function onPeers(
  replica: Replica,
  event: SubscriptionEvent & { readonly op: "peer_add" | "peer_remove" },
  batch: Batch,
): Replica {
  const [change, way] = event.op === "peer_add" ? [insert<UserId>, 1] : [remove<UserId>, -1];
  // LEVEL(35): before it, one stream and one person.
  const streamIds = event.stream_ids ?? asList(event.stream_id);
  const userIds = event.user_ids ?? asList(event.user_id);
  return streamIds.reduce((next, id) => {
    const stream = accessibleStream(next, id);
    if (stream === undefined) return next;
    const before = stream.subscribers;
    const subscribers = before && userIds.reduce<Sorted<UserId>>(change, before);
    const subscriberCount = counted(stream, way * userIds.length);
    const isSame = subscribers === before && subscriberCount === stream.subscriberCount;
    return isSame ? next : withStream(next, { ...stream, subscribers, subscriberCount }, batch);
  }, replica);
}

// Streams by ID, including those that were archived, or are not accessible, if anything has told their names.

type Streams = Pick<Replica, "streams" | "archived">;

/** A stream that can be read: in use or archived. */
export function accessibleStream(replica: Streams, id: StreamId): Stream | undefined {
  const stream = knownStream(replica, id);
  return stream === undefined || stream.isArchived || get(replica.streams, id) === stream
    ? stream
    : undefined;
}

/** LEVEL(480): before it, servers list neither topics nor subscribers of archived streams. */
export function isUnlisted({ archived, realm }: Replica, id: StreamId): boolean {
  return archived.get(id)?.isArchived === true && realm.featureLevel < since.archivedLists;
}

/** Those that the server lists. */
export function archivedStreams({ archived }: Pick<Replica, "archived">): readonly Stream[] {
  return [...archived.values()].filter(({ isArchived }) => isArchived);
}

/** Why nothing can be read or written in a stream that the server does not list: it gives no reason. */
const outOfReach = "archived, or not accessible";

/** Why nothing can be written in the stream, as the end of a sentence; undefined if it is in use. */
export function lostUse({ streams, archived }: Streams, id: StreamId): string | undefined {
  if (get(streams, id) !== undefined) return undefined;
  return archived.get(id)?.isArchived ? "archived" : outOfReach;
}

/** Instead of the name of a stream that nothing has told: it is such a one, or the server has not answered yet. */
export const namelessStream = "unknown stream";

/** For names and titles; undefined if nothing has told of it. */
export function knownStream({ streams, archived }: Streams, id: StreamId): Stream | undefined {
  return get(streams, id) ?? archived.get(id);
}

/** `#backend`, with the sign of its privacy. Not safe for a terminal. */
export function streamTitle(replica: Streams, id: StreamId): string {
  const stream = knownStream(replica, id);
  return `${streamSign(stream)}${stream?.name ?? namelessStream}`;
}

/** `#`, or `◈` for a private and `◎` for a web-public stream. */
export function streamSign(stream: Stream | undefined): string {
  if (stream?.isWebPublic) return "◎";
  return stream?.isPrivate ? "◈" : "#";
}

/** Why nothing can be sent to a stream that is not in use. Not safe for a terminal. */
export function outOfReachSentence(replica: Streams, id: StreamId): string {
  const isKnown = knownStream(replica, id) !== undefined;
  const name = isKnown ? streamTitle(replica, id) : "This stream";
  return `${name} is ${lostUse(replica, id) ?? "in use"}.`;
}
