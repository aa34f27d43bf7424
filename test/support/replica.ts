/** Replicas as plain values, the part determined by a register, and the invariants of replicas. */
import { expect } from "vitest";
import { hasId, idsOf } from "#base/id-list.ts";
import { has } from "#base/sorted.ts";
import { get, ids, newBatch, type Table, values } from "#base/table.ts";
import { apply } from "#model/apply.ts";
import { type ConversationKey, conversationKey } from "#model/conversation.ts";
import type { History } from "#model/histories.ts";
import { narrowsOf } from "#model/histories.ts";
import { narrowKey } from "#model/narrow.ts";
import { ofGroup, ofRealm, ofStream, type Permission, permittedOf } from "#model/permission.ts";
import { permittedIn } from "#model/permitted.ts";
import type { Group, Person } from "#model/person.ts";
import { confirmedMessage, type Replica } from "#model/replica.ts";
import { inbox, inboxRows } from "#model/select/inbox.ts";
import { profileOf } from "#model/select/people.ts";
import { activeSubscribers } from "#model/select/streams.ts";
import type { Stream } from "#model/stream.ts";
import { archivedStreams } from "#model/streams.ts";
import { streamOfKey, type UnreadConversation } from "#model/unreads.ts";
import type { Event } from "#wire/events.ts";
import type { StreamId } from "#wire/ids.ts";

const byKey = ([a]: [unknown, unknown], [b]: [unknown, unknown]) =>
  typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));

function plainMap(map: ReadonlyMap<unknown, unknown>): unknown {
  return [...map].sort(byKey).map(([key, value]) => [key, plain(value)]);
}

function isTable(value: object): value is Table<number, unknown> {
  return "chunks" in value && "owner" in value;
}

/** Converts maps, sets and tables to sorted lists, recursively, so that equal replicas give equal values. */
export function plain(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Map) return plainMap(value);
  if (value instanceof Set) return [...value].sort();
  if (Array.isArray(value)) return value.map(plain);
  if (isTable(value)) return plainMap(new Map([...ids(value)].map((id) => [id, get(value, id)])));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}

function plainUnreads({ ids: unread, mentions }: UnreadConversation) {
  return { ids: idsOf(unread), mentions: idsOf(mentions) };
}

/** Permissions as they are read: people who are deactivated are kept in them but not shown. */
function shownPermissions<Name extends string>(
  replica: Replica,
  permissions: Readonly<Partial<Record<Name, unknown>>>,
  permission: (name: Name) => Permission,
) {
  const shown = (name: string) => permittedOf(replica, permission(name as Name));
  return Object.fromEntries(Object.keys(permissions).map((name) => [name, shown(name)]));
}

function plainGroup(replica: Replica, group: Group) {
  return {
    ...group,
    members: [...group.members].sort(),
    subgroups: [...group.subgroups].sort(),
    permissions: shownPermissions(replica, group.permissions, (name) => ofGroup(group, name)),
  };
}

function plainOrganization(replica: Replica) {
  const { organization } = replica;
  const isPermission = ([, value]: [string, unknown]) => permittedIn(value) !== undefined;
  const permissions = Object.fromEntries(
    Object.entries(organization.settings).filter(isPermission),
  );
  const shown = shownPermissions(replica, permissions, ofRealm);
  return { ...organization, settings: { ...organization.settings, ...shown } };
}

/** The part of a replica that a register answer determines; unordered lists are sorted. */
export function registered(replica: Replica) {
  const { unreads } = replica;
  // Values of deleted fields are kept but not shown.
  const shownOf = (person: Person) => ({
    ...person,
    profile: profileOf(replica, person).map(({ field, value }) => [field.id, value]),
  });
  const groups = [unreads.directs, ...unreads.streams.values()];
  const unread = new Map(
    groups.flatMap((group) => [...group]).map(([key, entry]) => [key, plainUnreads(entry)]),
  );
  const members = [...values(replica.groups)].map(
    (group) => [group.id, plainGroup(replica, group)] as const,
  );
  // Policies of inaccessible streams are kept, but not part of a register.
  const policies = [...replica.policies].filter(([key]) =>
    get(replica.streams, streamOfKey(key) ?? (0 as StreamId)),
  );
  // Who is deactivated is kept in lists but not shown.
  const listed = (streams: Iterable<Stream>) =>
    plain(
      new Map(
        [...streams].map((stream) => [
          stream.id,
          {
            ...stream,
            subscribers: activeSubscribers(replica, stream),
            permissions: shownPermissions(replica, stream.permissions, (name) =>
              ofStream(stream, name),
            ),
          },
        ]),
      ),
    );
  return {
    unread: plain(unread),
    starred: replica.starred,
    streams: listed(values(replica.streams)),
    archived: listed(archivedStreams(replica)),
    people: plain(new Map([...values(replica.people)].map((one) => [one.id, shownOf(one)]))),
    organization: plain(plainOrganization(replica)),
    groups: plain(new Map(members)),
    policies: plain(new Map(policies)),
    mutedPeople: plain(replica.mutedPeople),
    directs: plain(replica.directs),
    statuses: plain(replica.statuses),
    alertWords: [...replica.alertWords].sort(),
    settings: plain(replica.settings),
    drafts: plain(replica.drafts),
    scheduled: plain(replica.scheduled),
    folders: plain(replica.folders),
    snippets: plain(replica.snippets),
    reminders: plain(replica.reminders),
    navigationViews: plain(replica.navigationViews),
    realm: replica.realm.name,
  };
}

/** The keys of all conversations of the inbox in order. */
export function inboxOrder(replica: Replica): readonly ConversationKey[] {
  return [...inboxRows(inbox(replica))].map(({ key }) => key);
}

type Faults = string[];

function checkRising(list: readonly number[], what: string, faults: Faults): void {
  const rising = list.every((id, at) => at === 0 || id > (list[at - 1] ?? 0));
  if (!rising) faults.push(`${what} does not rise: ${list.join(" ")}`);
}

function checkEntry(
  replica: Replica,
  key: string,
  entry: UnreadConversation,
  faults: Faults,
): void {
  if (conversationKey(entry.conversation) !== key) faults.push(`${key} holds another conversation`);
  if (entry.ids.length === 0) faults.push(`${key} has nothing unread`);
  const all = idsOf(entry.ids);
  checkRising(all, `unread of ${key}`, faults);
  for (const id of all) {
    if (get(replica.unreads.where, id) !== key)
      faults.push(`${id} is unread in ${key} and elsewhere`);
    const place = confirmedMessage(replica, id)?.conversation ?? key;
    if (place !== key) faults.push(`${id} is unread in ${key} and stands in ${place}`);
  }
  for (const part of [entry.mentions, entry.alerted, entry.byBots].map(idsOf)) {
    checkRising(part, `a part of ${key}`, faults);
    if (!part.every((id) => has(all, id))) faults.push(`${key} has a part that is not unread`);
  }
  if (!idsOf(entry.wildcards).every((id) => hasId(entry.mentions, id))) {
    faults.push(`${key} has wildcards that are no mentions`);
  }
}

function checkUnreads(replica: Replica, faults: Faults): void {
  const { unreads } = replica;
  let size = 0;
  for (const group of [...unreads.streams.values(), unreads.directs]) {
    if (group.size === 0 && group !== unreads.directs) faults.push("an empty stream");
    for (const [key, entry] of group) {
      checkEntry(replica, key, entry, faults);
      size += entry.ids.length;
    }
  }
  if (size !== unreads.where.size) faults.push(`${size} unread, ${unreads.where.size} places`);
}

function checkHoles({ narrow, ids: shown, holes }: History, faults: Faults): void {
  if (holes === undefined) return;
  const key = narrowKey(narrow);
  checkRising(holes, `holes of ${key}`, faults);
  const isWithin = holes.every((id) => has(shown, id) && id !== shown.at(-1));
  if (holes.length === 0 || !isWithin) faults.push(`holes ${holes} of ${key} in ${shown}`);
}

function checkHistory(replica: Replica, history: History, faults: Faults): void {
  const key = narrowKey(history.narrow);
  checkRising(history.ids, `history ${key}`, faults);
  checkHoles(history, faults);
  if (history.holes !== undefined && history.epoch === replica.epoch) {
    faults.push(`the current history ${key} has holes`);
  }
  for (const id of history.ids) {
    const now = history.epoch === replica.epoch;
    const message = now ? confirmedMessage(replica, id) : get(replica.messages, id);
    if (message === undefined) faults.push(`${id} of ${key} is not known`);
    else if (now && !narrowsOf(message).includes(key)) {
      faults.push(`${id} does not belong to ${key}`);
    }
  }
}

/** Checks the invariants that all events and pages preserve. */
export function checkInvariants(replica: Replica): void {
  const faults: Faults = [];
  checkUnreads(replica, faults);
  checkRising(replica.starred, "starred", faults);
  for (const message of values(replica.messages)) {
    if (message.starred !== has(replica.starred, message.id)) faults.push(`star of ${message.id}`);
    const empty = message.reactions.some(({ userIds }) => userIds.length === 0);
    if (empty) faults.push(`${message.id} has a reaction of nobody`);
  }
  for (const [key, history] of replica.histories) {
    if (narrowKey(history.narrow) !== key) faults.push(`${key} holds another narrow`);
    checkHistory(replica, history, faults);
  }
  for (const [key, typists] of replica.typing) {
    if (typists.length === 0) faults.push(`nobody types in ${key}`);
  }
  expect(faults, faults.join("\n")).toEqual([]);
}

/** Applies one event as a batch, and checks that the previous replica was not modified. */
export function step(before: Replica, event: Event, now = 0): Replica {
  const copy = plain(before);
  const after = apply(before, event, newBatch("test"), now);
  expect(plain(before), `${event.type} wrote into the picture before it`).toEqual(copy);
  checkInvariants(after);
  return after;
}
