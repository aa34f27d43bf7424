/** Builds the initial replica of a queue from the register response alone. */
import { idAt } from "#base/id-list.ts";
import { sorted } from "#base/sorted.ts";
import { drop, emptyTable, get, newBatch, put, type Table, values } from "#base/table.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";
import { read } from "#wire/read.ts";
import { thumbnailFormat, type UnreadMessages } from "#wire/register.ts";
import type { Brand } from "#wire/server.ts";
import { looseSettings, roles } from "#wire/user.ts";
import { type Conversation, type ConversationKey, directKey, topicKey } from "./conversation.ts";
import type { Register } from "./decode.ts";
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
import type { History } from "./histories.ts";
import { withCarriedOver } from "./merge-page.ts";
import type { Message } from "./message.ts";
import type { NarrowKey } from "./narrow.ts";
import { organizationFrom } from "./organization.ts";
import { presenceOf } from "./people.ts";
import type { Person, Presence, Status } from "./person.ts";
import { keptFrom } from "./personal.ts";
import type { KnownDirect, Realm, Replica } from "./replica.ts";
import { emptyReplica } from "./replica.ts";
import type { KnownTopic, Policy, Stream } from "./stream.ts";
import { accessibleStream, lostStream } from "./streams.ts";
import { mutedTopics, policyOf } from "./topics.ts";
import { isUnread, type Unreads, unreadsFrom } from "./unreads.ts";

type RegisterContext = {
  /** Higher than that of every previous replica. */
  readonly epoch: number;
  readonly brand: Brand;
  /** The account's user ID if the response lacks it because people were not requested. */
  readonly ownId?: UserId | undefined;
};

/**
 * The replica that `register` describes; fields that it lacks are as in `emptyReplica`.
 *
 * A big realm's people take tens of milliseconds: the caller may pause at every yield.
 */
export function* fromRegister(
  register: Register,
  { epoch, brand, ownId: known }: RegisterContext,
): Generator<undefined, Replica> {
  const ownId = ownIdIn(register) ?? known ?? emptyReplica.ownId;
  const people = yield* tableInSlices(peopleFrom(register, ownId), (person) => person.id);
  const listed = yield* tableInSlices(streamsFrom(register), (stream) => stream.id);
  const { streams, archived } = apart(listed);
  const groups = (register.realm_user_groups ?? []).map(fromWireGroup);
  const unreads = yield* unreadsFromWire(register.unread_msgs, ownId);
  const topics = topicsFrom(unreads);
  yield;
  const presences = presencesFrom(register);
  const statuses = statusesFrom(register);
  yield;
  const { max_message_id: told } = register;
  const newest = Math.max(0, told ?? 0);
  // What came after nobody knows which message is not known to be all that came.
  const heardAfter = told === undefined ? Number.POSITIVE_INFINITY : newest;
  return {
    ...emptyReplica,
    epoch,
    lastEvent: register.last_event_id,
    realm: realmFrom(register, brand),
    organization: organizationFrom(register),
    ownId,
    settings: register.user_settings ?? settingsBeside(register),
    people,
    namesRevision: 1,
    groups: yield* tableInSlices(groups, (group) => group.id),
    streams,
    archived,
    topics,
    folders: new Map((register.channel_folders ?? []).map((folder) => [folder.id, folder])),
    policies: policiesFrom(register, streams),
    mutedPeople: new Set((register.muted_users ?? []).map(({ id }) => id)),
    directs: directsFrom(register, unreads, ownId),
    unreads,
    starred: sorted(register.starred_messages ?? []),
    presences,
    statuses,
    alertWords: register.alert_words ?? [],
    drafts: draftsById(register.drafts ?? []),
    scheduled: scheduledById(register.scheduled_messages ?? []),
    ...keptFrom(register),
    newestMessage: newest,
    newestAtRegister: heardAfter,
    newestHeard: newest,
    openEnds: { since: heardAfter, from: new Map(), epoch: 0 },
  };
}

/** Elements after which work on a long list may pause: far below a millisecond. */
const slice = 256;

/** The last value of an ID wins. */
function* tableInSlices<Id extends number, V>(
  all: Iterable<V>,
  idOf: (value: V) => Id,
): Generator<undefined, Table<Id, V>> {
  const batch = newBatch("register");
  let table = emptyTable<Id, V>();
  let count = 0;
  for (const value of all) {
    table = put(table, idOf(value), value, batch);
    count += 1;
    if (count % slice === 0) yield;
  }
  return table;
}

/** LEVEL(89): before it, settings were not in a separate object. */
function settingsBeside(register: Register): Replica["settings"] {
  const reading = read(looseSettings, register, "", []);
  return reading.kind === "read" ? reading.value : emptyReplica.settings;
}

function maxUploadSize({ max_file_upload_size_mib: mebibytes }: Register): number | undefined {
  return mebibytes === undefined ? undefined : mebibytes * 1_048_576;
}

function thumbnailsFrom({ server_thumbnail_formats: formats }: Register): Realm["thumbnails"] {
  return formats
    ?.flatMap((raw) => {
      const reading = read(thumbnailFormat, raw, "", []);
      if (reading.kind === "unreadable") return [];
      const { animated, name, max_width: width, max_height: height } = reading.value;
      // The name becomes a part of a path.
      return animated || !/^[\w-]+\.[\w-]+$/.test(name) ? [] : [{ name, width, height }];
    })
    .sort((one, other) => one.width - other.width);
}

/** The server's description of itself. */
function realmFrom(register: Register, brand: Brand): Realm {
  const { realm: nothing } = emptyReplica;
  const url = register.realm_url ?? register.realm_uri ?? nothing.url;
  const createdAt = register["realm_date_created"];
  return {
    name: register.realm_name ?? nothing.name,
    url: url.replace(/\/+$/, ""),
    featureLevel: brand.featureLevel,
    prefix: brand.prefix,
    version: brand.version,
    emojiDataUrl: register.server_emoji_data_url,
    maxMessageLength: register.max_message_length ?? nothing.maxMessageLength,
    maxUploadSize: maxUploadSize(register),
    thumbnails: thumbnailsFrom(register),
    maxTopicLength: register.max_topic_length ?? nothing.maxTopicLength,
    maxReminderNoteLength: register.max_reminder_note_length ?? nothing.maxReminderNoteLength,
    summarizes: register.server_can_summarize_topics ?? nothing.summarizes,
    reportTypes: register.server_report_message_types ?? nothing.reportTypes,
    maxStreamNameLength: register.max_stream_name_length ?? nothing.maxStreamNameLength,
    maxStreamDescriptionLength:
      register.max_stream_description_length ?? nothing.maxStreamDescriptionLength,
    typingStartedWaitMs:
      register.server_typing_started_wait_period_milliseconds ?? nothing.typingStartedWaitMs,
    typingStoppedWaitMs:
      register.server_typing_stopped_wait_period_milliseconds ?? nothing.typingStoppedWaitMs,
    typingExpiryMs:
      register.server_typing_started_expiry_period_milliseconds ?? nothing.typingExpiryMs,
    presenceOfflineSeconds:
      register.server_presence_offline_threshold_seconds ?? nothing.presenceOfflineSeconds,
    presencePingMs: pingMs(register) ?? nothing.presencePingMs,
    generation: register.server_generation,
    createdAt: typeof createdAt === "number" ? createdAt : undefined,
  };
}

/** The user's ID; a register from which it cannot be read has their address. */
function ownIdIn({ user_id: id, email, realm_users: people = [] }: Register): UserId | undefined {
  return id ?? people.find((person) => person.email === email)?.user_id;
}

/** Undefined if people were not requested. */
function ownPersonFrom(register: Register, ownId: UserId): Person | undefined {
  const { email, full_name } = register;
  if (email === undefined || full_name === undefined) return undefined;
  const { is_owner, is_admin, is_guest } = register;
  const own = fromWirePerson({ user_id: ownId, email, full_name, is_owner, is_admin, is_guest });
  // From level 380 on it is true of administrators, too.
  const isModerator = register.is_moderator === true && own.role === roles.member;
  return isModerator ? { ...own, role: roles.moderator } : own;
}

function* peopleFrom(register: Register, ownId: UserId): Generator<Person> {
  // What else the lists tell of the user replaces it. Nobody is permitted more because their entry cannot be read.
  const own = ownPersonFrom(register, ownId);
  if (own !== undefined) yield own;
  for (const user of register.realm_non_active_users ?? []) yield fromWirePerson(user, false);
  for (const user of register.cross_realm_bots ?? []) yield fromWirePerson(user);
  for (const user of register.realm_users ?? []) yield fromWirePerson(user);
}

/** Subscriptions last, because they are the most complete. */
function* streamsFrom(register: Register): Generator<Stream> {
  const { streams = [], never_subscribed: never = [], unsubscribed = [] } = register;
  for (const list of [streams, never, unsubscribed])
    for (const stream of list) yield fromWireStream(stream);
  for (const stream of register.subscriptions ?? []) yield fromWireSubscription(stream);
}

/** Archived streams are few among those in use. */
function apart(listed: Table<StreamId, Stream>): Pick<Replica, "streams" | "archived"> {
  const batch = newBatch("register");
  const archived = [...values(listed)].filter(({ isArchived }) => isArchived);
  return {
    streams: archived.reduce((streams, { id }) => drop(streams, id, batch), listed),
    archived: new Map(archived.map((stream) => [stream.id, stream])),
  };
}

function unreadsFromWire(
  wire: UnreadMessages | undefined,
  ownId: UserId,
): Generator<undefined, Unreads> {
  const conversations = wire === undefined ? [] : unreadConversations(wire, ownId);
  // What cannot be read may be anything.
  const older = wire === undefined || wire.old_unreads_missing === true;
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

/** Topics are derived from unread messages. */
function topicsFrom(unreads: Unreads): Replica["topics"] {
  const topics = new Map<StreamId, Map<ConversationKey, KnownTopic>>();
  for (const [streamId, group] of unreads.streams) {
    const inStream = new Map<ConversationKey, KnownTopic>();
    for (const [key, { conversation, ids }] of group) {
      const newest = idAt(ids, -1);
      if (newest === undefined || conversation.kind !== "topic") continue;
      inStream.set(key, { name: conversation.topic, newest });
    }
    topics.set(streamId, inStream);
  }
  return topics;
}

function policiesFrom(register: Register, streams: Table<StreamId, Stream>): Replica["policies"] {
  const { user_topics: topics, muted_topics: muted } = register;
  if (topics === undefined) return mutedTopics(muted ?? [], values(streams));
  const policies = new Map<ConversationKey, Policy>();
  for (const topic of topics) {
    const policy = policyOf(topic.visibility_policy);
    if (policy !== 0) policies.set(topicKey(topic.stream_id, topic.topic_name), policy);
  }
  return policies;
}

function directsFrom(register: Register, unreads: Unreads, ownId: UserId): Replica["directs"] {
  const directs = new Map<ConversationKey, KnownDirect>();
  for (const {
    user_ids: others,
    max_message_id: newest,
  } of register.recent_private_conversations ?? []) {
    const userIds = everybody(ownId, others);
    directs.set(directKey(userIds), { userIds, newest });
  }
  for (const [key, { conversation, ids }] of unreads.directs) {
    const newest = idAt(ids, -1);
    if (newest === undefined || conversation.kind !== "direct") continue;
    if ((directs.get(key)?.newest ?? 0) >= newest) continue;
    directs.set(key, { userIds: conversation.userIds, newest });
  }
  return directs;
}

function pingMs({ server_presence_ping_interval_seconds: seconds }: Register): number | undefined {
  return seconds === undefined || seconds <= 0 ? undefined : seconds * 1000;
}

function presencesFrom(register: Register): ReadonlyMap<UserId, Presence> {
  const presences = new Map<UserId, Presence>();
  for (const [id, presence] of Object.entries(register.presences ?? {})) {
    // Keyed by email address if the slim form was not requested; those cannot be resolved here.
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

// What is carried over from the previous replica when a queue is lost.
//
// Unread marks, stars and settings come from the new register. Messages and histories stay on the screen, but belong to
// the older epoch until a page of the new one replaces them.

/**
 * True when the response cannot be from the realm of `previous`: then nothing of that may be carried over.
 *
 * Detected by a lower highest message ID. On the same server process, that only means that the newest message was
 * deleted.
 */
export function isAnotherRealm(previous: Replica, register: Register, brand: Brand): boolean {
  return isOfAnotherRealm(previous, {
    realm: realmFrom(register, brand),
    ownId: register.user_id ?? previous.ownId,
    newestMessage: register.max_message_id,
  });
}

type RealmMarks = Pick<Replica, "realm" | "ownId"> & {
  /** It is undefined if it is not known. */
  readonly newestMessage: number | undefined;
};

/** The same for a replica whose register told the highest message ID. */
export function isOfAnotherRealm(previous: Replica, fresh: RealmMarks): boolean {
  const [before, now] = [previous.realm, fresh.realm];
  if (fresh.ownId !== previous.ownId || now.url !== before.url) return true;
  const bothBorn = now.createdAt !== undefined && before.createdAt !== undefined;
  if (bothBorn && now.createdAt !== before.createdAt) return true;
  const fell = fresh.newestMessage !== undefined && fresh.newestMessage < previous.newestMessage;
  const sameProcess = now.generation !== undefined && now.generation === before.generation;
  return fell && !sameProcess;
}

/** `replica`, fresh from a register, with what is still valid of `previous`. Not to be used if `isAnotherRealm`. */
export function carryOver(replica: Replica, previous: Replica): Replica {
  const hasSettings = replica.settings !== emptyReplica.settings;
  return carryOverMessages(
    {
      ...replica,
      settings: hasSettings ? replica.settings : previous.settings,
      emojiNames: previous.emojiNames,
      namesRevision: previous.namesRevision + 1,
      topics: joinedTopics(previous.topics, replica.topics),
      archived: archivedSince(previous, replica),
      participated: previous.participated,
      participationKnown: previous.participationKnown,
      clockAhead: previous.clockAhead,
      // What came while there was no queue is not known, until the server is asked for it.
      openEnds: {
        ...previous.openEnds,
        since: Math.min(previous.openEnds.since, replica.openEnds.since),
      },
      newestMessage: Math.max(replica.newestMessage, previous.newestMessage),
    },
    previous,
  );
}

/** Streams that the server no longer lists disappeared while there was no queue. */
function archivedSince(before: Replica, now: Replica): Replica["archived"] {
  // Before the first register, these are names from an earlier run.
  if (before.epoch === 0) return new Map([...before.archived, ...now.archived]);
  const lost = [...before.archived.values(), ...values(before.streams)];
  const all = lost.map((stream) => [stream.id, lostStream(stream)] as const);
  return new Map([...all.filter(([id]) => get(now.streams, id) === undefined), ...now.archived]);
}

type Topics = Replica["topics"];

/** Topics known before are kept: a list from the server may be outdated by now, so none is complete. */
function joinedTopics(before: Topics, now: Topics): Topics {
  const topics = new Map(before);
  for (const [streamId, fresh] of now) {
    const inStream = new Map(before.get(streamId));
    for (const [key, topic] of fresh) {
      if ((inStream.get(key)?.newest ?? 0) < topic.newest) inStream.set(key, topic);
    }
    topics.set(streamId, inStream);
  }
  return topics;
}

/** Messages in a history or unread are kept, with the server's stars; their histories belong to the old epoch. */
function carryOverMessages(replica: Replica, previous: Replica): Replica {
  const carried = new Set<MessageId>();
  for (const { ids } of previous.histories.values()) for (const id of ids) carried.add(id);
  const isKept = ({ id }: Message) => carried.has(id) || isUnread(replica.unreads, id);
  const older = [...values(previous.messages)].filter(isKept);
  const histories = new Map<NarrowKey, History>();
  for (const [key, history] of previous.histories) {
    if (isStillSeen(replica, history)) histories.set(key, { ...history, newestKnown: false });
  }
  return { ...withCarriedOver(replica, older, newBatch("register")), histories };
}

function isStillSeen(replica: Replica, { narrow }: History): boolean {
  const streamId =
    narrow.kind === "topic" || narrow.kind === "stream" ? narrow.streamId : undefined;
  return streamId === undefined || accessibleStream(replica, streamId) !== undefined;
}
