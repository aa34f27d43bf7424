/** Streams: reading, updating with an event and a notice per property, and archiving. */

import {
  announcePeers,
  groupNumbered,
  isAllowed,
  isKnownTo,
  knownStream,
  notPermitted,
  requireAllowed,
  visibleStream,
  visibleStreamNamed,
} from "#realm/actions/access.ts";
import { requirePosting } from "#realm/actions/addressee.ts";
import { badValue, noSuchStream, Refusal, refusalOf } from "#realm/failures.ts";
import { accepted, parsedJson } from "#realm/parameters.ts";
import {
  changedValue,
  isSame,
  knowsOf,
  mayAdminister,
  mayInRealm,
  newValue,
  streamValue,
} from "#realm/permissions.ts";
import { action, type RouteRequest, route } from "#realm/route.ts";
import { announce, commit, type Server } from "#realm/server.ts";
import { realmSetting } from "#realm/settings/realm.ts";
import { isAdministrator, isGuest, type Person } from "#realm/state/people.ts";
import type { QueueOptions } from "#realm/state/queues.ts";
import { personalOf } from "#realm/state/state.ts";
import { type Stream, type StreamFacts, streamFacts } from "#realm/state/streams.ts";
import {
  deletionOf,
  mailAddress,
  readsArchived,
  streamView,
  subscribersOf,
  subscriptionView,
} from "#realm/views/stream.ts";
import { isChoice } from "#wire/checks.ts";
import * as wire from "#wire/endpoints/streams.ts";
import { streamDescription, streamSettings, webPublicOff } from "#wire/endpoints/streams.ts";
import { documentLevel } from "#wire/error-texts.ts";
import { since } from "#wire/levels.ts";
import {
  type GroupSetting,
  type SettingChange,
  type StreamPermission,
  streamPermissions,
} from "#wire/permission.ts";
import type { TopicsPolicy } from "#wire/stream.ts";
import { folderNumbered } from "./folders.ts";

export const routes = [
  route(wire.getStreams, ({ server, person, values }) => {
    const all = values.include_all_active === true || values.include_all === true;
    const withArchived = server.level >= since.archivedStreams && values.exclude_archived === false;
    if (values.include_all_active === true && !isAdministrator(person))
      throw new Refusal("User not authorized for this query");
    // Guests see only subscribed and web-public streams.
    const isPublic = (values.include_public ?? true) && !isGuest(person);
    const isSubscribed = values.include_subscribed ?? true;
    const isWebPublic = values.include_web_public === true;
    const ownerId = values.include_owner_subscribed === true ? person.ownerId : undefined;
    const isIncluded = (stream: Stream) =>
      (all && knowsOf(server, person, stream)) ||
      (isPublic && !stream.inviteOnly) ||
      (isSubscribed && stream.subscribers.has(person.id)) ||
      (isWebPublic && stream.isWebPublic) ||
      (ownerId !== undefined && stream.subscribers.has(ownerId));
    return {
      streams: [...server.state.streams.byId.values()]
        .filter((stream) => !stream.isGone && (withArchived || !stream.isArchived))
        .filter(isIncluded)
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .map((stream) => ({
          ...streamView(server, stream),
          ...(values.include_default === true ? { is_default: stream.isDefault } : {}),
        })),
    };
  }),
  route(wire.getStream, ({ server, person, id }) => ({
    stream: streamView(server, listableStream(server, knownStream(server, person, id))),
  })),
  route(wire.getStreamId, ({ server, person, values }) => ({
    stream_id: visibleStreamNamed(server, person, values.stream).id,
  })),
  route(wire.getMembers, ({ server, person, id }) => {
    const stream = listableStream(server, knownStream(server, person, id));
    const ids = subscribersOf(server, stream);
    if (server.level >= since.subscriberIds) return { subscribers: ids };
    const { people } = server.state;
    return { subscribers: ids.map((one) => people.byId.get(one)?.email ?? "") };
  }),
  /** LEVEL(448): before it, whoever sees the stream learns its address. */
  route(wire.getStreamAddress, ({ server, person, id }) => {
    const stream = visibleStream(server, person, id);
    if (server.level >= since.addressesForSenders) requirePosting(server, person, stream);
    return { email: mailAddress(stream) };
  }),
  /** Checks everything before any change. */
  action(
    [wire.updateStream, { raw: ["message_retention_days"], checksItself: true }],
    (request) => {
      const { server, person, id } = request;
      const stream = managedStream(server, person, id);
      if (stream.isGone) throw noSuchStream();
      const next = requestedSettings(request, stream);
      if (request.values.is_archived === false) unarchiveStream(server, stream);
      for (const step of steps) {
        const before = server.state.streams.byId.get(id) ?? stream;
        const facts = step.filter((fact) => fact in next);
        if (facts.length === 0) continue;
        const changed = Object.fromEntries(facts.map((fact) => [fact, next[fact]]));
        commit(server, { kind: "stream saved", stream: { ...streamFacts(before), ...changed } });
        const now = server.state.streams.byId.get(id) ?? before;
        tellStep(server, step[0], before, now);
      }
    },
  ),
  action([wire.archiveStream, { checksItself: true }], ({ server, person, id }) => {
    const stream = managedStream(server, person, id);
    if (stream.isArchived) throw new Refusal("Channel is already deactivated");
    archiveStream(server, stream);
  }),
];

// Updates streams, with an event and a notice per property, and archives them.

type Changing = RouteRequest<typeof wire.updateStream.parameters>;

/** The stream to be managed; the error does not reveal its existence to people who may not know of it. */
function managedStream(server: Server, person: Person, id: number): Stream {
  const stream = server.state.streams.byId.get(id);
  if (stream === undefined) throw noSuchStream();
  if (isAdministrator(person)) return stream;
  if (!mayAdminister(server, person, stream)) {
    visibleStream(server, person, id);
    requireAllowed(server, person, wire.updateStream.who);
    throw new Refusal("You do not have permission to administer this channel.");
  }
  return stream;
}

/** Properties that change together, in the order of their events. */
const steps = [
  ["inviteOnly", "isWebPublic", "historyPublic"],
  ["retention"],
  ["description"],
  ["name"],
  ["postPolicy"],
  ["folderId"],
  ["topicsPolicy"],
  ["pushDefault"],
  ["permissions"],
] as const satisfies readonly (readonly (keyof StreamFacts)[])[];

type ChangeStep = (typeof steps)[number];

/** The requested values, even if unchanged; a group only if it differs. */
function requestedSettings(request: Changing, stream: Stream): Partial<StreamFacts> {
  const { server, person, values } = request;
  const { description, new_name: name, is_announcement_only: legacy } = values;
  const { postPolicy, retention, folderId, pushDefault } = readSettings(request);
  const permissions = changedPermissions(request, stream);
  const { who } = wire.updateStream.parameters.message_retention_days;
  if (retention !== undefined && who !== undefined) requireAllowed(server, person, [who]);
  // LEVEL(1): a boolean before it. The legacy parameter takes precedence if both are given.
  const policy = legacy === undefined ? postPolicy : 1 + Number(legacy);
  return {
    ...newPrivacy(request, stream),
    ...(retention === undefined ? {} : { retention }),
    ...(description === undefined ? {} : { description: readDescription(description) }),
    ...(name === undefined ? {} : { name: newName(server, stream, name) }),
    ...(policy === undefined ? {} : { postPolicy: policy }),
    ...(folderId === undefined ? {} : { folderId }),
    ...(pushDefault === undefined ? {} : { pushDefault }),
    ...(values.topics_policy === undefined
      ? {}
      : { topicsPolicy: topicsPolicyIn(request, values.topics_policy) }),
    ...(permissions === undefined ? {} : { permissions }),
  };
}

/**
 * The new privacy; undefined if not requested. Throws for invalid combinations. A stream that becomes private is no
 * longer web-public, and its history is protected unless requested otherwise.
 */
function newPrivacy({ server, person, values }: Changing, stream: Stream) {
  const { is_private: isPrivate, is_web_public: isOpen } = values;
  const isAlone = isPrivate === undefined && isOpen === undefined;
  if (isAlone && values.history_public_to_subscribers === undefined) return undefined;
  // LEVEL(136): history alone was ignored before it.
  const isIgnored = isAlone && server.level < since.historyAlone;
  const before = isPrivate === undefined ? stream.historyPublic : !isPrivate;
  const next = {
    inviteOnly: isPrivate ?? stream.inviteOnly,
    isWebPublic: isOpen ?? (stream.isWebPublic && isPrivate !== true),
    historyPublic: isIgnored ? before : (values.history_public_to_subscribers ?? before),
  };
  if (next.inviteOnly ? next.isWebPublic : !next.historyPublic) {
    throw new Refusal("Invalid parameters");
  }
  // Changing privacy requires access to the content.
  if (isPrivate !== undefined) visibleStream(server, person, stream.id);
  if (isOpen === true) requireWebPublic(server, person);
  return next;
}

function newName(server: Server, stream: Stream, written: string): string {
  if (written.trim() === stream.name) throw new Refusal("Channel already has that name.");
  const name = accepted(wire.streamName, written);
  const other = server.state.streams.byName.get(name.toLowerCase());
  if (other !== undefined && other.id !== stream.id) {
    throw new Refusal("Channel name already in use.");
  }
  return name;
}

/** Whether somebody receives events of the stream; guests only if they are subscribed. */
function follows(server: Server, userId: number, stream: Stream): boolean {
  const person = server.state.people.byId.get(userId);
  if (person === undefined || !isKnownTo(server, userId, stream)) return false;
  return !isGuest(person) || stream.subscribers.has(userId);
}

/** The people with a queue who receive events of the stream. */
function followers(server: Server, stream: Stream): ReadonlySet<number> {
  const users = [...server.queues.values()].map(({ userId }) => userId);
  return new Set(users.filter((userId) => follows(server, userId, stream)));
}

/** A property of an update event, its value, and additional keys. */
type Update = readonly [property: string, value: unknown, more?: object];

function updatesOf(
  server: Server,
  fact: ChangeStep[0],
  before: Stream,
  now: Stream,
): readonly Update[] {
  const { level } = server;
  const { historyPublic, isWebPublic } = now;
  const privacy = { history_public_to_subscribers: historyPublic, is_web_public: isWebPublic };
  switch (fact) {
    case "inviteOnly":
      return [["invite_only", now.inviteOnly, privacy]];
    case "retention":
      return [["message_retention_days", now.retention]];
    case "description": {
      const { rendered_description } = streamView(server, now);
      return [["description", now.description, { rendered_description }]];
    }
    case "name":
      return [["name", now.name]];
    case "postPolicy": {
      const older: Update = ["is_announcement_only", now.postPolicy === 2];
      if (level < since.postPolicy) return [older];
      return [["stream_post_policy", now.postPolicy], older];
    }
    case "folderId":
      return [["folder_id", now.folderId]];
    case "topicsPolicy":
      return [["topics_policy", now.topicsPolicy]];
    case "pushDefault":
      return [["default_push_notifications", now.pushDefault]];
    case "permissions":
      return Object.keys(streamPermissions).flatMap((each): readonly Update[] => {
        const name = each as StreamPermission;
        const value = streamValue(server, now, name);
        if (isSame(streamValue(server, before, name), value)) return [];
        return [[name === "can_remove_subscribers_group" ? removersName(level) : name, value]];
      });
  }
}

function tellStep(server: Server, fact: ChangeStep[0], before: Stream, now: Stream): void {
  const isAboutAccess = fact === "inviteOnly" || fact === "permissions";
  const gains = isAboutAccess ? announceGain(server, before, now) : () => false;
  for (const [property, value, more] of updatesOf(server, fact, before, now)) {
    announce(
      server,
      "stream",
      (userId) => !gains(userId) && follows(server, userId, now), // The event for a new name contains the old one.
      { op: "update", property, value, stream_id: now.id, name: before.name, ...more },
    );
  }
  if (fact !== "permissions") return;
  const knew = followers(server, before);
  const loses = (userId: number) => knew.has(userId) && !isKnownTo(server, userId, now);
  announce(server, "stream", loses, deletionOf(server, [now]));
}

/** Announces the stream and its subscribers to people who gain access; returns the test for these. */
function announceGain(server: Server, before: Stream, now: Stream): (userId: number) => boolean {
  const knew = followers(server, before);
  const gains = (userId: number) => !knew.has(userId) && follows(server, userId, now);
  announce(server, "stream", gains, { op: "create", streams: [streamView(server, now)] });
  const peers = { streamIds: [now.id], userIds: subscribersOf(server, now) };
  announcePeers(server, (id) => (gains(id) ? { op: "peer_add", ...peers } : undefined));
  return gains;
}

/** The stream's update for clients that know archived ones at levels where that is an update. */
function archivedUpdate(
  server: Server,
  { id, name }: Stream,
  value: boolean,
  options: QueueOptions,
) {
  if (!readsArchived(server, options) || server.level < since.archivedUpdates) return undefined;
  return { op: "update", property: "is_archived", value, stream_id: id, name };
}

/** LEVEL(315): before it, everybody loses access, and its messages are no longer unread. */
export function archiveStream(server: Server, stream: Stream): void {
  const knew = followers(server, stream);
  const deletion = deletionOf(server, [stream]);
  const isGone = server.level < since.archivedStreams;
  const archived = { ...streamFacts(stream), isArchived: true, isGone, isDefault: false };
  commit(server, { kind: "stream saved", stream: archived });
  announce(
    server,
    "stream",
    (userId) => knew.has(userId),
    ({ options }) => archivedUpdate(server, stream, true, options) ?? deletion,
  );
}

/** To clients that knew nothing of it, it is a new one. */
function unarchiveStream(server: Server, stream: Stream): void {
  if (!stream.isArchived) throw new Refusal("Channel is not currently deactivated");
  commit(server, { kind: "stream saved", stream: { ...streamFacts(stream), isArchived: false } });
  const now = server.state.streams.byId.get(stream.id) ?? stream;
  const creation = { op: "create", streams: [streamView(server, now)] };
  announce(
    server,
    "stream",
    (userId) => follows(server, userId, now),
    ({ options }) => archivedUpdate(server, now, false, options) ?? creation,
  );
  announce(
    server,
    "subscription",
    (userId, { options }) => now.subscribers.has(userId) && !readsArchived(server, options),
    ({ userId, options }) => {
      const personal = personalOf(server.state, userId);
      return { op: "add", subscriptions: [subscriptionView(server, personal, now, options)] };
    },
  );
}

/** LEVEL(480): before it, nothing of archived streams was listed. */
export function listableStream({ level }: Server, stream: Stream): Stream {
  if (stream.isArchived && level < since.archivedLists) throw noSuchStream();
  return stream;
}

// Parses and validates settings of streams.

/** LEVEL(404): one of the policies is newer than the others. */
export function topicsPolicyIn(
  { server, person }: { readonly server: Server; readonly person: Person },
  policy: TopicsPolicy,
): TopicsPolicy {
  if (!mayInRealm(server, person, "can_set_topics_policy_group")) throw notPermitted();
  if (policy !== "empty_topic_only" || server.level >= since.emptyTopicsOnly) return policy;
  throw new Refusal("Invalid topics_policy");
}

/** Descriptions are a single line. */
export function readDescription(text: string): string {
  return accepted(streamDescription, text).replaceAll("\n", " ");
}

/** A request that creates or changes a stream. */
type Setting = Pick<RouteRequest<typeof streamSettings>, "server" | "person" | "values" | "text">;

/** The settings in a request, except name and privacy; undefined if absent. */
export function readSettings({ server, person, values, text }: Setting) {
  const { level } = server;
  const { stream_post_policy: postPolicy, folder_id: folderId } = values;
  if (typeof folderId === "number") folderNumbered(server, folderId);
  if (postPolicy !== undefined && !isChoice(streamSettings.stream_post_policy, postPolicy, level)) {
    throw new Refusal("Invalid stream_post_policy");
  }
  const { default_push_notifications: pushDefault } = values;
  if (pushDefault !== undefined && !isAdministrator(person)) throw notPermitted();
  const days = level < since.retention ? undefined : text("message_retention_days");
  return {
    postPolicy,
    folderId,
    pushDefault,
    retention: days === undefined ? undefined : readRetention(level, days),
  };
}

type Requested = { readonly server: Server; readonly values: Readonly<Record<string, unknown>> };

/** The permissions in a request, by their newest names. */
function requestedPermissions<Value>({ values }: Requested) {
  const older = values["can_remove_subscribers_group_id"];
  const all = older === undefined ? values : { ...values, can_remove_subscribers_group: older };
  return Object.keys(streamPermissions).flatMap((name) =>
    all[name] === undefined ? [] : [[name as StreamPermission, all[name] as Value] as const],
  );
}

/** Those of a new stream. */
export function readPermissions(request: Requested): Stream["permissions"] {
  const { server } = request;
  const entries = requestedPermissions<GroupSetting>(request).map(([name, value]) => [
    name,
    isOlder(server, name) ? readRemovers(server, value) : newValue(server, "stream", name, value),
  ]);
  return Object.fromEntries(entries);
}

/** Undefined if none differs. */
function changedPermissions(request: Requested, stream: Stream): Stream["permissions"] | undefined {
  const { server } = request;
  const changes = requestedPermissions<SettingChange>(request).flatMap(([name, change]) => {
    const present = streamValue(server, stream, name);
    const value = isOlder(server, name)
      ? readRemovers(server, change)
      : changedValue(server, "stream", name, change, present);
    return isSame(value, present) ? [] : [[name, value] as const];
  });
  if (changes.length === 0) return undefined;
  return { ...stream.permissions, ...Object.fromEntries(changes) };
}

/** LEVEL(320): single groups before it. */
function isOlder({ level }: Server, name: StreamPermission): boolean {
  return name === "can_remove_subscribers_group" && level < since.settingChanges;
}

/** Days, or a word for unlimited, which need not be JSON. LEVEL(91): `forever` was `unlimited`. */
function readRetention(level: number, text: string): number | null {
  const isBare = level <= documentLevel && /^[a-z_]+$/.test(text);
  const value = isBare ? text : parsedJson("message_retention_days", text);
  if (value === "realm_default") return null;
  if (value === (level < since.unlimited ? "forever" : "unlimited")) return -1;
  if (typeof value === "number" && Number.isInteger(value) && value > 0) return value;
  throw badValue("message_retention_days", value);
}

/** Any system group except internet and owners. Servers newer than the document also refuse the group of nobody. */
function readRemovers(server: Server, id: unknown): GroupSetting {
  const { level } = server;
  if (typeof id !== "number") throw new Refusal(`${removersName(level)} is not an integer`);
  const unfit = ["role:internet", "role:owners", ...(level > documentLevel ? ["role:nobody"] : [])];
  const setting = removersName(level);
  const { isSystem, name } = groupNumbered(server, id);
  if (!isSystem) {
    throw new Refusal(`'${setting}' must be a system user group.`, {
      code: "SYSTEM_GROUP_REQUIRED",
      extra: { setting_name: setting },
    });
  }
  if (unfit.includes(name)) {
    throw new Refusal(`'${setting}' setting cannot be set to '${name}' group.`);
  }
  return id as GroupSetting;
}

/** LEVEL(197): the name had a suffix before it. */
function removersName(level: number): string {
  return level < since.removersName
    ? "can_remove_subscribers_group_id"
    : "can_remove_subscribers_group";
}

/** Whether web-public streams are enabled, by the server and by the realm. */
export function hasWebPublicStreams(server: Server): boolean {
  const isSwitchedOff = server.state.settings.get("web_public_streams_enabled") === false;
  return !isSwitchedOff && realmSetting(server, "enable_spectator_access") === true;
}

export function requireWebPublic(server: Server, person: Person): void {
  if (!hasWebPublicStreams(server)) throw refusalOf(webPublicOff);
  if (!isAllowed(server, person, "create_web_public_stream_policy")) throw notPermitted();
}
