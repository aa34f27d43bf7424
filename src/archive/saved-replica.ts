/**
 * The replica as an archive keeps it: sections of JSON, each a part of it or a chunk of a large part.
 *
 * Without what is soon outdated (presences, typing) and without messages and histories, which the archive keeps as
 * such. What is read is checked: one value of an unexpected form, and nothing of it is used.
 */
import { isRecord } from "#base/fields.ts";
import { type IdList, idListOf, idsOf } from "#base/id-list.ts";
import { changedChunks, changedEntries, newTable, type Table } from "#base/table.ts";
import { type Conversation, type ConversationKey, conversationKey } from "#model/conversation.ts";
import type { Organization } from "#model/organization.ts";
import type { Permitted } from "#model/permitted.ts";
import type { Group, Person, Status } from "#model/person.ts";
import type { KnownDirect, Realm, Replica, ReportType, Thumbnail } from "#model/replica.ts";
import { emptyReplica, reportTypes } from "#model/replica.ts";
import type { KnownTopic, Policy, Stream, Subscription } from "#model/stream.ts";
import { noUnreads, type UnreadConversation, type Unreads } from "#model/unreads.ts";
import { type Draft, draft, type ScheduledMessage, scheduledMessage } from "#wire/draft.ts";
import { fits } from "#wire/fits.ts";
import type {
  DraftId,
  FolderId,
  GroupId,
  MessageId,
  ReminderId,
  ScheduledId,
  SnippetId,
  StreamId,
  UserId,
} from "#wire/ids.ts";
import { limits } from "#wire/limits.ts";
import { type PermissionRule, permissionRule } from "#wire/permission.ts";
import {
  type NavigationView,
  navigationView,
  type Reminder,
  reminder,
  type SavedSnippet,
  savedSnippet,
} from "#wire/personal.ts";
import { type ProfileField, profileField } from "#wire/profile-field.ts";
import { type Linkifier, linkifier, type RealmEmoji, realmEmoji } from "#wire/realm.ts";
import {
  type ChannelFolder,
  channelFolder,
  type TopicsPolicy,
  topicsPolicy,
} from "#wire/stream.ts";
import { type UserSettings, userSettings } from "#wire/user.ts";
import type { ArchiveChange, SavedSection } from "./archive.ts";

/** To be incremented when a section means something else. One that lacks a field is detected without it. */
const format = 3;

// Reading: a function returns the value if it has the expected form, and throws else. Not schemas: at every start they
// check everybody in a big realm before the first frame. By index: until this code is compiled, iterating takes most of its time.

class Unexpected extends Error {}

type Read<T> = (json: unknown) => T;

function unexpected(): never {
  throw new Unexpected();
}

// IDs are numbers and keys are texts with a name, at compile time only.
const number = <T extends number>(json: unknown): T =>
  typeof json === "number" ? (json as T) : unexpected();
const text = <T extends string>(json: unknown): T =>
  typeof json === "string" ? (json as T) : unexpected();
const flag: Read<boolean> = (json) => (typeof json === "boolean" ? json : unexpected());

function optional<T>(read: Read<T>): Read<T | undefined> {
  return (json) => (json === undefined ? undefined : read(json));
}

function nullable<T>(read: Read<T>): Read<T | null> {
  return (json) => (json === null ? null : read(json));
}

function list<T>(read: Read<T>): Read<readonly T[]> {
  return (json) => {
    if (!Array.isArray(json)) return unexpected();
    for (let at = 0; at < json.length; at += 1) read(json[at]);
    return json;
  };
}

type Fields<T> = {
  readonly [K in keyof T]-?: Read<
    Record<never, never> extends Pick<T, K> ? T[K] | undefined : T[K]
  >;
};

/** A field that nobody checks does not compile. */
function object<T extends object>(fields: Fields<T>): Read<T> {
  const checks = Object.entries<Read<unknown>>(fields).map(([name, read]) => ({ name, read }));
  const { length } = checks;
  return (json) => {
    if (typeof json !== "object" || json === null) return unexpected();
    const values = json as Readonly<Record<string, unknown>>;
    for (let at = 0; at < length; at += 1) {
      const { name, read } = checks[at] as (typeof checks)[number];
      read(values[name]);
    }
    return json as T;
  };
}

function record<T>(read: Read<T>): Read<Readonly<Record<string, T>>> {
  return (json) => {
    if (!isRecord(json)) return unexpected();
    for (const value of Object.values(json)) read(value);
    return json as Readonly<Record<string, T>>;
  };
}

function wire<T>(schema: {
  readonly safeParse: (json: unknown) => { readonly success: boolean };
}): Read<T> {
  const isRead = (json: unknown) => fits(schema, json) || schema.safeParse(json).success;
  return (json) => (isRead(json) ? (json as T) : unexpected());
}

function pair<Key, Value>(key: Read<Key>, value: Read<Value>): Read<readonly [Key, Value]> {
  return (json) =>
    Array.isArray(json) && json.length === 2 ? [key(json[0]), value(json[1])] : unexpected();
}

// What has a section.

/** A part of the replica that is one section. */
type Whole<T> = { readonly write: (part: T) => unknown; readonly read: Read<T> };

function asIs<T>(read: Read<T>): Whole<T> {
  return { write: (part) => part, read };
}

function map<Key, Value>(key: Read<Key>, value: Read<Value>): Whole<ReadonlyMap<Key, Value>> {
  const entries = list(pair(key, value));
  return { write: (part) => [...part], read: (json) => new Map(entries(json)) };
}

function set<T>(read: Read<T>): Whole<ReadonlySet<T>> {
  const all = list(read);
  return { write: (part) => [...part], read: (json) => new Set(all(json)) };
}

const listOfTypes = list(object<ReportType>({ key: text, name: text }));

const realm = object<Realm>({
  name: text,
  url: text,
  featureLevel: number,
  prefix: optional(text),
  version: optional(text),
  emojiDataUrl: optional(text),
  maxMessageLength: number,
  maxUploadSize: optional(number),
  thumbnails: optional(list(object<Thumbnail>({ name: text, width: number, height: number }))),
  maxTopicLength: number,
  // Files of versions before reminders have none.
  maxReminderNoteLength: (json) => (json === undefined ? limits.reminderNoteLength : number(json)),
  // Nor whether the server sums up.
  summarizes: (json) => json === true,
  // Nor reasons for reports.
  reportTypes: (json) => (json === undefined ? reportTypes : listOfTypes(json)),
  maxStreamNameLength: number,
  maxStreamDescriptionLength: number,
  typingStartedWaitMs: number,
  typingStoppedWaitMs: number,
  typingExpiryMs: number,
  presenceOfflineSeconds: number,
  presencePingMs: number,
  generation: optional(number),
  createdAt: optional(number),
});

const organization = object<Organization>({
  settings: record((json) => json),
  permissionRules: record(record(wire<PermissionRule>(permissionRule))),
  profileFields: list(wire<ProfileField>(profileField)),
  emoji: record(wire<RealmEmoji>(realmEmoji)),
  linkifiers: list(wire<Linkifier>(linkifier)),
});

const profile = record<string>(text);
/** One for all who have none. */
const noProfile: Person["profile"] = {};

/**
 * People are rows without the names of the fields, which would take as much room again: there are tens of thousands of
 * them. What most of them lack comes last, and is left out.
 */
const person: Whole<Person> = {
  write: ({ id, name, email, role, isBot, isActive, timezone, ...rest }) => {
    const { deliveryEmail = null, botOwnerId = null } = rest;
    const own = Object.keys(rest.profile).length === 0 ? null : rest.profile;
    const { standIn = null } = rest;
    const isBillingAdmin = rest.isBillingAdmin || null;
    const common = [id, name, email, role, isBot, isActive, timezone];
    const row = [...common, deliveryEmail, botOwnerId, own, standIn, isBillingAdmin];
    return row.slice(0, row.findLastIndex((value) => value !== null) + 1);
  },
  read: (json) => {
    if (!Array.isArray(json)) return unexpected();
    const deliveryEmail = json[7] ?? null;
    const botOwnerId = json[8] ?? null;
    const own = json[9] ?? null;
    const standIn = json[10] ?? undefined;
    return {
      id: number(json[0]),
      name: text(json[1]),
      email: text(json[2]),
      role: number(json[3]),
      isBillingAdmin: json[11] === true,
      isBot: flag(json[4]),
      isActive: flag(json[5]),
      standIn: standIn === "imported" || standIn === "deleted" ? standIn : undefined,
      deliveryEmail: deliveryEmail === null ? undefined : text(deliveryEmail),
      timezone: text(json[6]),
      botOwnerId: botOwnerId === null ? undefined : number(botOwnerId),
      profile: own === null ? noProfile : profile(own),
    };
  },
};

const permissions = record(
  object<Permitted>({ people: list(number<UserId>), groups: list(number<GroupId>) }),
);

const group = object<Group>({
  id: number,
  name: text,
  description: text,
  members: list(number<UserId>),
  subgroups: list(number<GroupId>),
  isSystem: flag,
  isActive: flag,
  creatorId: optional(number<UserId>),
  permissions,
});

const inherited = optional(nullable(flag));

const subscription = object<Subscription>({
  colour: text,
  muted: flag,
  pinned: flag,
  desktopNotifications: inherited,
  audibleNotifications: inherited,
  pushNotifications: inherited,
  emailNotifications: inherited,
  wildcardMentionsNotify: inherited,
});

const stream = object<Stream>({
  id: number,
  name: text,
  description: text,
  isPrivate: flag,
  isWebPublic: flag,
  historyPublic: flag,
  postPolicy: number,
  topicsPolicy: optional(wire<TopicsPolicy>(topicsPolicy)),
  pushDefault: optional(flag),
  retentionDays: optional(nullable(number)),
  permissions,
  weeklyTraffic: optional(number),
  isArchived: flag,
  folderId: optional(number<FolderId>),
  creatorId: optional(number<UserId>),
  createdAt: optional(number),
  subscription: optional(subscription),
  subscribers: optional(list(number<UserId>)),
  subscriberCount: optional(number),
});

const status = object<Status>({ text, emojiName: text, emojiCode: text, emojiType: text });

const direct = object<KnownDirect>({
  userIds: list(number<UserId>),
  newest: number,
  mayBeEmpty: optional((json) => (json === true ? json : unexpected())),
});

const policy: Read<Policy> = (json) =>
  json === 0 || json === 1 || json === 2 || json === 3 ? json : unexpected();

const wholes = {
  realm: asIs(realm),
  organization: asIs(organization),
  archived: map(number<StreamId>, stream),
  ownId: asIs(number<UserId>),
  settings: asIs(wire<UserSettings>(userSettings)),
  policies: map(text<ConversationKey>, policy),
  mutedPeople: set(number<UserId>),
  participated: set(text<ConversationKey>),
  participationKnown: asIs(flag),
  directs: map(text<ConversationKey>, direct),
  starred: asIs(list(number<MessageId>)),
  statuses: map(number<UserId>, status),
  alertWords: asIs(list<string>(text)),
  drafts: map(number<DraftId>, wire<Draft>(draft)),
  snippets: map(number<SnippetId>, wire<SavedSnippet>(savedSnippet)),
  reminders: map(number<ReminderId>, wire<Reminder>(reminder)),
  navigationViews: map(text<string>, wire<NavigationView>(navigationView)),
  folders: map(number<FolderId>, wire<ChannelFolder>(channelFolder)),
  scheduled: map(number<ScheduledId>, wire<ScheduledMessage>(scheduledMessage)),
  newestMessage: asIs(number<number>),
  newestHeard: asIs(number<number>),
} satisfies { readonly [K in keyof Replica]?: Whole<Replica[K]> };

type WholeName = keyof typeof wholes;
const wholeNames = Object.keys(wholes) as readonly WholeName[];

const tables = { people: person, groups: asIs(group), streams: asIs(stream) } as const;
type TableName = keyof typeof tables;
const tableNames = Object.keys(tables) as readonly TableName[];

const topics: Whole<Topics> = map(
  text<ConversationKey>,
  object<KnownTopic>({ name: text, newest: number }),
);

type Topics = ReadonlyMap<ConversationKey, KnownTopic>;
type UnreadGroup = Unreads["directs"];

const conversation: Read<Conversation> = (json) =>
  typeof json === "object" && json !== null && "topic" in json ? topicOf(json) : directOf(json);
const topicOf = object<Extract<Conversation, { readonly kind: "topic" }>>({
  kind: (json) => (json === "topic" ? json : unexpected()),
  streamId: number,
  topic: text,
});
const directOf = object<Extract<Conversation, { readonly kind: "direct" }>>({
  kind: (json) => (json === "direct" ? json : unexpected()),
  userIds: list(number<UserId>),
});

const messageIds = list<MessageId>(number);
const ids: Whole<IdList<MessageId>> = {
  write: idsOf,
  read: (json) => {
    const all = messageIds(json);
    for (let at = 1; at < all.length; at += 1)
      if ((all[at] as number) <= (all[at - 1] as number)) return unexpected();
    return idListOf(all);
  },
};

const unread: Whole<UnreadConversation> = {
  write: (entry) => [
    entry.conversation,
    ...[entry.ids, entry.mentions, entry.wildcards, entry.alerted, entry.byBots].map(ids.write),
  ],
  read: (json) => {
    if (!Array.isArray(json)) return unexpected();
    const where = conversation(json[0]);
    return {
      key: conversationKey(where),
      conversation: where,
      ids: ids.read(json[1]),
      mentions: ids.read(json[2]),
      wildcards: ids.read(json[3]),
      alerted: ids.read(json[4]),
      byBots: ids.read(json[5]),
    };
  },
};

const unreadGroup: Whole<UnreadGroup> = {
  write: (entries) => [...entries.values()].map(unread.write),
  read: (json) => {
    if (!Array.isArray(json)) return unexpected();
    const entries = json.map(unread.read);
    return new Map(entries.map((entry) => [entry.key, entry]));
  },
};

type Reach = Pick<Unreads, "older" | "listedFrom">;
const reach = object<Reach>({ older: flag, listedFrom: number });

// Writing.

type Section = Extract<ArchiveChange, { readonly kind: "section" }>;

/** Makes what is saved as new as the moment at which it is written. */
export const confirmation: Section = section("format", format);

/** What has to be written so that the sections of `before` (undefined: nothing is saved) become those of `now`. */
export function* sectionChanges(before: Replica | undefined, now: Replica): Generator<Section> {
  if (before === undefined) yield confirmation;
  for (const name of wholeNames) {
    if (before === undefined || before[name] !== now[name]) yield section(name, packed(now, name));
  }
  const last = before ?? emptyReplica;
  for (const name of tableNames) {
    const changed = changedChunks<number, unknown>(last[name], now[name]);
    const { write }: { readonly write: (value: never) => unknown } = tables[name];
    for (const { number: at, values } of changed) {
      const rows = values.map((value) => write(value as never));
      yield section(`${name}/${at}`, rows.length === 0 ? undefined : rows);
    }
  }
  for (const [id, entries] of changedEntries(last.topics, now.topics))
    yield section(`topics/${id}`, entries && topics.write(entries));
  yield* unreadChanges(before?.unreads, now.unreads);
}

function* unreadChanges(before: Unreads | undefined, now: Unreads): Generator<Section> {
  if (before === now) return;
  const { streams, directs } = before ?? noUnreads;
  for (const [id, entries] of changedEntries(streams, now.streams))
    yield section(`unreads/${id}`, entries && unreadGroup.write(entries));
  if (directs !== now.directs) yield section("unreads/directs", unreadGroup.write(now.directs));
  const { older, listedFrom } = now;
  yield section("unreads", { older, listedFrom } satisfies Reach);
}

function section(name: string, content: unknown): Section {
  return {
    kind: "section",
    name,
    json: content === undefined ? undefined : JSON.stringify(content),
  };
}

function packed<Name extends WholeName>(replica: Replica, name: Name): unknown {
  const { write }: { readonly write: (part: never) => unknown } = wholes[name];
  return write(replica[name] as never);
}

// Restoring.

/** The replica as it was saved, of the epoch before the first register; undefined if it cannot be trusted. */
export function restoredReplica(sections: readonly SavedSection[]): Replica | undefined {
  try {
    return restored(sections);
  } catch {
    // Not JSON, or of an unexpected form.
    return undefined;
  }
}

function restored(sections: readonly SavedSection[]): Replica {
  const named = new Map(sections.map(({ name, json }) => [name, json]));
  const content = (name: string): unknown => JSON.parse(named.get(name) ?? unexpected());
  if (content("format") !== format) return unexpected();
  // Earlier versions did not save what was heard.
  const savedAs = (name: WholeName) =>
    name === "newestHeard" && !named.has(name) ? "newestMessage" : name;
  const parts = wholeNames.map((name) => [name, wholes[name].read(content(savedAs(name)))]);
  const { newestMessage, ...rest } = Object.fromEntries(parts) as Pick<Replica, WholeName>;
  return {
    ...emptyReplica,
    ...rest,
    epoch: 1,
    namesRevision: 1,
    people: restoredTable(sections, "people", person),
    groups: restoredTable(sections, "groups", tables.groups),
    streams: restoredTable(sections, "streams", tables.streams),
    topics: new Map(byStream(within(sections, "topics"), topics)),
    unreads: restoredUnreads(sections, reach(content("unreads"))),
    newestMessage,
    newestAtRegister: newestMessage,
  };
}

/** The contents of the sections of that name, by what follows it. */
function within(
  sections: readonly SavedSection[],
  name: string,
): readonly (readonly [string, unknown])[] {
  const prefix = `${name}/`;
  return sections
    .filter((section) => section.name.startsWith(prefix))
    .map((section) => [section.name.slice(prefix.length), JSON.parse(section.json)]);
}

function restoredTable<Id extends number, V extends { readonly id: Id }>(
  sections: readonly SavedSection[],
  name: TableName,
  { read }: Whole<V>,
): Table<Id, V> {
  const { add, table } = newTable<Id, V>();
  for (const [, content] of within(sections, name)) {
    if (!Array.isArray(content)) return unexpected();
    for (const json of content) {
      const value = read(json);
      add(value.id, value);
    }
  }
  return table();
}

function byStream<T>(
  contents: readonly (readonly [string, unknown])[],
  { read }: Whole<T>,
): readonly (readonly [StreamId, T])[] {
  return contents
    .filter(([id]) => /^\d+$/.test(id))
    .map(([id, content]) => [Number(id) as StreamId, read(content)]);
}

function restoredUnreads(sections: readonly SavedSection[], unreadReach: Reach): Unreads {
  const contents = within(sections, "unreads");
  const streams = new Map(byStream(contents, unreadGroup));
  const saved = contents.find(([name]) => name === "directs");
  const directs = saved === undefined ? noUnreads.directs : unreadGroup.read(saved[1]);
  let where: Unreads["where"] | undefined;
  return {
    ...unreadReach,
    streams,
    directs,
    // Nothing on the screen needs it before the server answers, or something is read.
    get where() {
      where ??= whereOf([...streams.values(), directs]);
      return where;
    },
  };
}

function whereOf(groups: readonly UnreadGroup[]): Unreads["where"] {
  const { add, table } = newTable<MessageId, ConversationKey>();
  for (const entries of groups) {
    for (const { key, ids: unreadIds } of entries.values())
      for (const id of idsOf(unreadIds)) add(id, key);
  }
  return table();
}
