/**
 * The picture at the birth of a queue, and what of an earlier picture stays when a queue was lost.
 *
 * Unread marks, stars and settings are the server's anew. Messages and histories stay on the screen, but belong to the
 * older epoch until a page of the new one replaces them.
 */
import { type Sorted, sorted } from "#base/sorted.ts";
import {
  type Batch,
  emptyTable,
  get,
  newBatch,
  put,
  type Table,
  tableOf,
  values,
} from "#base/table.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";
import { limits } from "#wire/limits.ts";
import type { UnreadMessages } from "#wire/register.ts";
import type { Brand } from "#wire/server.ts";
import { type Conversation, type ConversationKey, directKey, topicKey } from "./conversation.ts";
import type { Register } from "./decode-register.ts";
import { draftsById, scheduledById } from "./drafts.ts";
import {
  everybody,
  fromWireGroup,
  fromWirePerson,
  fromWireStatus,
  fromWireStream,
  fromWireSubscription,
  topicOf,
} from "./from-wire.ts";
import type { History } from "./history.ts";
import type { Message } from "./message.ts";
import { starred } from "./message-changes.ts";
import { factsOf } from "./messages.ts";
import type { NarrowKey } from "./narrow.ts";
import { presenceOf } from "./people.ts";
import type { Person, Presence, Status } from "./person.ts";
import type { Picture, RealmFacts } from "./picture.ts";
import { mutedTopics, policyOf } from "./policies.ts";
import { noRecent } from "./recent.ts";
import type { KnownTopic, Policy, Stream } from "./stream.ts";
import { isUnread, noteUnread, type Unreads, unreadsFrom } from "./unreads.ts";

export type RegisterContext = {
  /** Higher than that of every picture before. */
  readonly epoch: number;
  readonly brand: Brand;
  /** Whose account it is, where the answer does not say: people were not asked for. */
  readonly ownId?: UserId;
};

/**
 * The picture that `register` describes. What `previous` fetched is kept as far as it may still be true; pass nothing
 * where `isAnotherRealm`.
 */
export function fromRegister(
  register: Register,
  { epoch, brand, ownId: known }: RegisterContext,
  previous?: Picture,
): Picture {
  const batch = newBatch("register");
  const ownId = register.user_id ?? previous?.ownId ?? known ?? (0 as UserId);
  const streams = streamsFrom(register);
  const unreads = unreadsFromWire(register.unread_msgs, ownId);
  const newest = Math.max(0, register.max_message_id ?? 0);
  const picture: Picture = {
    epoch,
    lastEvent: register.last_event_id,
    recent: noRecent,
    realm: factsFrom(register, brand),
    ownId,
    settings: register.user_settings ?? previous?.settings ?? {},
    people: tableOf(peopleFrom(register), (person) => person.id),
    namesRevision: (previous?.namesRevision ?? 0) + 1,
    groups: tableOf((register.realm_user_groups ?? []).map(fromWireGroup), (group) => group.id),
    streams,
    topics: topicsFrom(unreads, previous),
    topicsComplete: new Set(),
    policies: policiesFrom(register, streams),
    mutedPeople: new Set((register.muted_users ?? []).map(({ id }) => id)),
    participated: previous?.participated ?? new Set(),
    directs: directsFrom(register, unreads, ownId),
    messages: emptyTable(),
    unconfirmed: emptyTable(),
    histories: new Map(),
    unreads,
    starred: sorted(register.starred_messages ?? []),
    typing: new Map(),
    presences: presencesFrom(register),
    statuses: statusesFrom(register),
    alertWords: register.alert_words ?? [],
    drafts: draftsById(register.drafts ?? []),
    scheduled: scheduledById(register.scheduled_messages ?? []),
    newestMessage: Math.max(newest, previous?.newestMessage ?? 0),
    newestAtRegister: newest,
  };
  return previous === undefined ? picture : withKept(picture, previous, batch);
}

/**
 * True when the answer cannot come from the realm of `previous`: then nothing of it may be kept.
 *
 * A highest message ID that fell is the sign. On the very server process of before it only means that the newest
 * message was deleted.
 */
export function isAnotherRealm(previous: Picture, register: Register, brand: Brand): boolean {
  const before = previous.realm;
  const now = factsFrom(register, brand);
  const ownId = register.user_id ?? previous.ownId;
  if (ownId !== previous.ownId || now.url !== before.url) return true;
  const bothBorn = now.createdAt !== undefined && before.createdAt !== undefined;
  if (bothBorn && now.createdAt !== before.createdAt) return true;
  const fell =
    register.max_message_id !== undefined && register.max_message_id < previous.newestMessage;
  const sameProcess = now.generation !== undefined && now.generation === before.generation;
  return fell && !sameProcess;
}

function factsFrom(register: Register, brand: Brand): RealmFacts {
  const url = register.realm_url ?? register.realm_uri ?? "";
  const createdAt = register["realm_date_created"];
  return {
    name: register.realm_name ?? "",
    url: url.replace(/\/+$/, ""),
    featureLevel: brand.featureLevel,
    prefix: brand.prefix,
    maxMessageLength: register.max_message_length ?? limits.messageLength,
    maxTopicLength: register.max_topic_length ?? limits.topicLength,
    typingStartedWaitMs: register.server_typing_started_wait_period_milliseconds ?? 10_000,
    typingStoppedWaitMs: register.server_typing_stopped_wait_period_milliseconds ?? 5_000,
    typingExpiryMs: register.server_typing_started_expiry_period_milliseconds ?? 15_000,
    presenceOfflineSeconds: register.server_presence_offline_threshold_seconds ?? 140,
    generation: register.server_generation,
    createdAt: typeof createdAt === "number" ? createdAt : undefined,
  };
}

function* peopleFrom(register: Register): Generator<Person> {
  for (const user of register.realm_non_active_users ?? []) yield fromWirePerson(user, false);
  for (const user of register.cross_realm_bots ?? []) yield fromWirePerson(user);
  for (const user of register.realm_users ?? []) yield fromWirePerson(user);
}

/** Subscriptions last, because they say most. */
function streamsFrom(register: Register): Table<StreamId, Stream> {
  const { streams = [], never_subscribed: never = [], unsubscribed = [] } = register;
  const all = [
    ...streams.map((stream) => fromWireStream(stream)),
    ...never.map((stream) => fromWireStream(stream)),
    ...unsubscribed.map((stream) => fromWireStream(stream)),
    ...(register.subscriptions ?? []).map(fromWireSubscription),
  ];
  return tableOf(all, (stream) => stream.id);
}

function unreadsFromWire(wire: UnreadMessages | undefined, ownId: UserId): Unreads {
  const conversations = wire === undefined ? [] : unreadConversations(wire, ownId);
  const older = wire?.old_unreads_missing ?? false;
  return unreadsFrom(conversations, new Set(wire?.mentions), older);
}

function* unreadConversations(
  wire: UnreadMessages,
  ownId: UserId,
): Generator<{ readonly conversation: Conversation; readonly ids: readonly MessageId[] }> {
  for (const { stream_id: streamId, topic, unread_message_ids: ids } of wire.streams) {
    yield { conversation: topicOf(streamId, topic), ids };
  }
  for (const { other_user_id, sender_id, unread_message_ids: ids } of wire.pms) {
    const other = other_user_id ?? sender_id;
    if (other === undefined) continue;
    yield { conversation: { kind: "direct", userIds: everybody(ownId, [other]) }, ids };
  }
  for (const { user_ids_string: people, unread_message_ids: ids } of wire.huddles) {
    const userIds = everybody(ownId, people.split(",").map(Number) as UserId[]);
    yield { conversation: { kind: "direct", userIds }, ids };
  }
}

/** Topics are known from what is unread in them, and from before: a list that the server gave may be old by now. */
function topicsFrom(unreads: Unreads, previous: Picture | undefined): Picture["topics"] {
  const topics = new Map<StreamId, Map<ConversationKey, KnownTopic>>();
  for (const [streamId, known] of previous?.topics ?? []) topics.set(streamId, new Map(known));
  for (const [streamId, group] of unreads.streams) {
    const known = topics.get(streamId) ?? new Map<ConversationKey, KnownTopic>();
    topics.set(streamId, known);
    for (const [key, { conversation, ids }] of group) {
      const newest = ids.at(-1);
      if (newest === undefined || conversation.kind !== "topic") continue;
      if ((known.get(key)?.newest ?? 0) < newest)
        known.set(key, { name: conversation.topic, newest });
    }
  }
  return topics;
}

function policiesFrom(register: Register, streams: Table<StreamId, Stream>): Picture["policies"] {
  const { user_topics: topics, muted_topics: muted } = register;
  if (topics === undefined) return mutedTopics(muted ?? [], values(streams));
  const policies = new Map<ConversationKey, Policy>();
  for (const topic of topics) {
    const policy = policyOf(topic.visibility_policy);
    if (policy !== 0) policies.set(topicKey(topic.stream_id, topic.topic_name), policy);
  }
  return policies;
}

function directsFrom(register: Register, unreads: Unreads, ownId: UserId): Picture["directs"] {
  const directs = new Map<ConversationKey, { userIds: Sorted<UserId>; newest: MessageId }>();
  for (const {
    user_ids: others,
    max_message_id: newest,
  } of register.recent_private_conversations ?? []) {
    const userIds = everybody(ownId, others);
    directs.set(directKey(userIds), { userIds, newest });
  }
  for (const [key, { conversation, ids }] of unreads.directs) {
    const newest = ids.at(-1);
    if (newest === undefined || conversation.kind !== "direct") continue;
    if ((directs.get(key)?.newest ?? 0) >= newest) continue;
    directs.set(key, { userIds: conversation.userIds, newest });
  }
  return directs;
}

function presencesFrom(register: Register): ReadonlyMap<UserId, Presence> {
  const presences = new Map<UserId, Presence>();
  for (const [id, presence] of Object.entries(register.presences ?? {})) {
    // LEVEL(178): keyed by address without `slim_presence`; those cannot be told apart from here.
    if (/^\d+$/.test(id)) presences.set(Number(id) as UserId, presenceOf(presence));
  }
  return presences;
}

function statusesFrom(register: Register): ReadonlyMap<UserId, Status> {
  const statuses = new Map<UserId, Status>();
  for (const [id, wire] of Object.entries(register.user_status ?? {})) {
    const status = fromWireStatus(wire);
    if (status !== undefined) statuses.set(Number(id) as UserId, status);
  }
  return statuses;
}

/** Messages that a history shows or that are unread stay, with the server's stars; their histories are of the old epoch. */
function withKept(picture: Picture, previous: Picture, batch: Batch): Picture {
  const stars = new Set(picture.starred);
  const known = new Set<MessageId>();
  for (const { ids } of previous.histories.values()) for (const id of ids) known.add(id);
  let { unreads } = picture;
  let messages: Table<MessageId, Message> = emptyTable();
  let unconfirmed: Picture["unconfirmed"] = emptyTable();
  for (const old of values(previous.messages)) {
    const unread = isUnread(unreads, old.id);
    if (!unread && !known.has(old.id)) continue;
    messages = put(messages, old.id, starred(old, stars.has(old.id)), batch);
    unconfirmed = put(unconfirmed, old.id, true, batch);
    if (unread) unreads = noteUnread(unreads, old.id, keptFacts(picture, old), batch);
  }
  const histories = new Map<NarrowKey, History>();
  for (const [key, history] of previous.histories) {
    if (isStillSeen(picture, history)) histories.set(key, { ...history, newestKnown: false });
  }
  return { ...picture, messages, unconfirmed, histories, unreads };
}

/** The server has just said which unread messages mention; the old message says only by what. */
function keptFacts(picture: Picture, message: Message) {
  const { wildcard, ...facts } = factsOf(picture, message);
  return { ...facts, mentioned: undefined, wildcard };
}

function isStillSeen(picture: Picture, { narrow }: History): boolean {
  const streamId =
    narrow.kind === "topic" || narrow.kind === "stream" ? narrow.streamId : undefined;
  return streamId === undefined || get(picture.streams, streamId) !== undefined;
}
