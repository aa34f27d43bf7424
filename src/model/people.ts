/** Reducers for people and groups: joining, changes, leaving, presence, status and muting. */
import { fieldsOf } from "#base/fields.ts";
import { type Batch, drop, get, put, values, withEntry, withoutEntry } from "#base/table.ts";
import type { EventOf } from "#wire/events.ts";
import type { GroupId, UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { groupPermissions } from "#wire/permission.ts";
import { fromWireGroup, fromWirePerson, fromWireStatus, standInOf } from "./from-wire.ts";
import { permissionsAfter } from "./permitted.ts";
import type { Group, Person, Presence, Profile } from "./person.ts";
import type { Replica } from "./replica.ts";

type RealmUser = EventOf<"realm_user">;
type Change = Extract<RealmUser, { readonly op: "update" }>["person"];

export function onRealmUser(replica: Replica, event: RealmUser, batch: Batch): Replica {
  switch (event.op) {
    case "add":
      return withPerson(replica, fromWirePerson(event.person), batch);
    case "remove":
      // LEVEL(222): before it, removed meant deactivated.
      return replica.realm.featureLevel < since.deactivationEvents
        ? onUpdate(replica, { user_id: event.person.user_id, is_active: false }, batch)
        : forgotten(replica, event.person.user_id, batch);
    case "update":
      return onUpdate(replica, event.person, batch);
  }
}

/** Removes somebody whom the user may no longer see; the names in their messages stay. */
function forgotten(replica: Replica, id: UserId, batch: Batch): Replica {
  const people = drop(replica.people, id, batch);
  return people === replica.people
    ? replica
    : { ...replica, people, namesRevision: replica.namesRevision + 1 };
}

function withPerson(replica: Replica, person: Person, batch: Batch): Replica {
  const before = get(replica.people, person.id);
  const people = put(replica.people, person.id, person, batch);
  const renamed = before?.name !== person.name;
  return { ...replica, people, namesRevision: replica.namesRevision + (renamed ? 1 : 0) };
}

/** Adds or updates the people of a response. Those without changes keep their identity. */
export function withPeople(replica: Replica, listed: readonly Person[], batch: Batch): Replica {
  return listed.reduce((next, one) => {
    const before = get(next.people, one.id);
    // A register contains only humans' profiles, even if a bot has one.
    const person = one.isBot ? { ...one, profile: before?.profile ?? {} } : one;
    return before !== undefined && isAsBefore(before, person)
      ? next
      : withPerson(next, person, batch);
  }, replica);
}

function isAsBefore(before: Person, after: Person): boolean {
  const { profile, ...plain } = after;
  const isSame = (Object.keys(plain) as (keyof typeof plain)[]).every(
    (key) => before[key] === after[key],
  );
  const values = Object.entries(profile);
  return (
    isSame &&
    values.length === Object.keys(before.profile).length &&
    values.every(([id, value]) => before.profile[id] === value)
  );
}

function onUpdate(replica: Replica, change: Change, batch: Batch): Replica {
  const before = get(replica.people, change.user_id);
  if (before === undefined) return replica;
  const after = changedPerson(before, change);
  const next = after === before ? replica : withPerson(replica, after, batch);
  return before.isActive && !after.isActive ? withoutTraces(next, after.id, batch) : next;
}

/** The same person when no stored field changed. */
function changedPerson(person: Person, change: Change): Person {
  const { full_name: name, role, is_active: isActive, timezone } = change;
  const { is_billing_admin: isBillingAdmin } = change;
  const email = change.new_email ?? change.email;
  const { custom_profile_field: field } = change;
  const changes: Partial<Person> = {
    ...(name !== undefined && { name }),
    ...(role !== undefined && { role }),
    ...(isBillingAdmin !== undefined && { isBillingAdmin }),
    ...(isActive !== undefined && { isActive }),
    ...(("is_deleted" in change || "is_imported_stub" in change) && { standIn: standInOf(change) }),
    ...(email !== undefined && { email }),
    ...(timezone !== undefined && { timezone }),
    // Null clears these two.
    ...("delivery_email" in change && { deliveryEmail: change.delivery_email ?? undefined }),
    ...("bot_owner_id" in change && { botOwnerId: change.bot_owner_id ?? undefined }),
    // A register contains only humans' profiles, even if a bot has one.
    ...(field !== undefined &&
      !person.isBot && { profile: withValue(person.profile, field.id, field.value) }),
  };
  const after = { ...person, ...changes };
  const same = (Object.keys(changes) as (keyof Person)[]).every(
    (key) => after[key] === person[key],
  );
  return same ? person : after;
}

/** The same profile when the value is unchanged. */
function withValue(profile: Profile, id: number, value: string | null): Profile {
  if ((profile[id] ?? null) === value) return profile;
  const { [id]: _, ...others } = profile;
  return value === null ? others : { ...others, [id]: value };
}

/**
 * Deactivation removes somebody from all groups, and their presence, without an event. They stay in the streams' lists:
 * not everybody is told when they are back.
 */
function withoutTraces(replica: Replica, userId: UserId, batch: Batch): Replica {
  const { realm, groups: before, presences } = replica;
  // LEVEL(303): before it, they stay members.
  const left = realm.featureLevel < since.activeMembers ? [] : [...values(before)];
  const groups = left.reduce((next, group) => {
    if (!group.members.includes(userId)) return next;
    const members = group.members.filter((id) => id !== userId);
    return put(next, group.id, { ...group, members }, batch);
  }, before);
  const next = groups === before ? replica : { ...replica, groups };
  if (!presences.has(userId)) return next;
  return { ...next, presences: withoutEntry(presences, userId, batch) };
}

/** Timestamps of presence never decrease. */
export function onPresence(replica: Replica, event: EventOf<"presence">, batch: Batch): Replica {
  const { user_id: userId, presence, presences = {} } = event;
  const next = withPresences(replica, presences, batch);
  if (userId === undefined || presence === undefined) return next;
  return withPresence(next, userId, presence, batch);
}

/** Other people's presence from the response to a presence ping, by user ID; anything else in it is ignored. */
export function withPresences(
  replica: Replica,
  presences: Readonly<Record<string, unknown>>,
  batch: Batch,
): Replica {
  return Object.entries(presences).reduce((now, [id, presence]) => {
    if (!/^\d+$/.test(id) || typeof presence !== "object" || presence === null) return now;
    return withPresence(
      now,
      Number(id) as UserId,
      presence as Readonly<Record<string, unknown>>,
      batch,
    );
  }, replica);
}

/** Less is the time that an answer takes. */
const clockToleranceSeconds = 10;

/** After an answer with presences that was stamped by the server's clock; `now` in UNIX seconds. */
export function withServerTime(
  replica: Replica,
  stamped: number | undefined,
  now: number,
): Replica {
  const clockAhead = stamped === undefined ? replica.clockAhead : now - stamped;
  const isSame = Math.abs(clockAhead - replica.clockAhead) < clockToleranceSeconds;
  return isSame ? replica : { ...replica, clockAhead };
}

function withPresence(
  replica: Replica,
  userId: UserId,
  presence: Readonly<Record<string, unknown>>,
  batch: Batch,
): Replica {
  // It is from before the account was deactivated: answers and events may come late.
  if (get(replica.people, userId)?.isActive === false) return replica;
  const before = replica.presences.get(userId) ?? { activeAt: undefined, idleAt: undefined };
  const reported = presenceOf(presence);
  const after = {
    activeAt: later(before.activeAt, reported.activeAt),
    idleAt: later(before.idleAt, reported.idleAt),
  };
  const same = after.activeAt === before.activeAt && after.idleAt === before.idleAt;
  if (same) return replica;
  return { ...replica, presences: withEntry(replica.presences, userId, after, batch) };
}

function later(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.max(a, b);
}

/** From either form: by client with a status, or two timestamps. */
export function presenceOf(presence: Readonly<Record<string, unknown>>): Presence {
  const { active_timestamp: activeAt, idle_timestamp: idleAt } = presence;
  let latest: Presence = {
    activeAt: typeof activeAt === "number" ? activeAt : undefined,
    idleAt: typeof idleAt === "number" ? idleAt : undefined,
  };
  for (const client of Object.values(presence)) {
    const { status, timestamp } = fieldsOf(client);
    if (typeof timestamp !== "number") continue;
    if (status === "active") latest = { ...latest, activeAt: later(latest.activeAt, timestamp) };
    // Active implies present.
    const isThere = status === "active" || status === "idle";
    if (isThere) latest = { ...latest, idleAt: later(latest.idleAt, timestamp) };
  }
  return latest;
}

/** Absent keys stay unchanged; an empty text clears. */
export function onUserStatus(
  replica: Replica,
  event: EventOf<"user_status">,
  batch: Batch,
): Replica {
  const before = replica.statuses.get(event.user_id);
  const after = fromWireStatus({
    status_text: event.status_text ?? before?.text,
    emoji_name: event.emoji_name ?? before?.emojiName,
    emoji_code: event.emoji_code ?? before?.emojiCode,
    reaction_type: event.reaction_type ?? before?.emojiType,
  });
  if (after === undefined && before === undefined) return replica;
  const statuses =
    after === undefined
      ? withoutEntry(replica.statuses, event.user_id, batch)
      : withEntry(replica.statuses, event.user_id, after, batch);
  return { ...replica, statuses };
}

export function onMutedUsers(replica: Replica, event: EventOf<"muted_users">): Replica {
  return { ...replica, mutedPeople: new Set(event.muted_users.map(({ id }) => id)) };
}

// User groups and their members.

export function onUserGroup(replica: Replica, event: EventOf<"user_group">, batch: Batch): Replica {
  if (event.op === "add") return withGroup(replica, fromWireGroup(event.group), batch);
  if (event.op === "remove") return withoutGroup(replica, event.group_id, batch);
  const before = get(replica.groups, event.group_id);
  if (before === undefined) return replica;
  switch (event.op) {
    case "update": {
      const { name, description, can_mention_group_id: mentioners, ...data } = event.data;
      const { can_mention_group = mentioners } = data;
      // LEVEL(198): before it, `…_id`.
      const told = { ...data, can_mention_group };
      const permissions = permissionsAfter(before.permissions, groupPermissions, told);
      const { deactivated } = data;
      const change = {
        name: name ?? before.name,
        description: description ?? before.description,
        isActive: deactivated === undefined ? before.isActive : !deactivated,
        permissions,
      };
      return withGroup(replica, { ...before, ...change }, batch);
    }
    case "add_members": {
      const added = event.user_ids.filter((id) => !before.members.includes(id));
      return withGroup(replica, { ...before, members: [...before.members, ...added] }, batch);
    }
    case "remove_members": {
      const members = before.members.filter((id) => !event.user_ids.includes(id));
      return withGroup(replica, { ...before, members }, batch);
    }
    case "add_subgroups": {
      const added = event.direct_subgroup_ids.filter((id) => !before.subgroups.includes(id));
      return withGroup(replica, { ...before, subgroups: [...before.subgroups, ...added] }, batch);
    }
    case "remove_subgroups": {
      const subgroups = before.subgroups.filter((id) => !event.direct_subgroup_ids.includes(id));
      return withGroup(replica, { ...before, subgroups }, batch);
    }
  }
}

/** It is no longer a subgroup of any other, for which there is no event. */
function withoutGroup(replica: Replica, id: GroupId, batch: Batch): Replica {
  let groups = drop(replica.groups, id, batch);
  if (groups === replica.groups) return replica;
  const outer = [...values(groups)].filter(({ subgroups }) => subgroups.includes(id));
  for (const group of outer) {
    const subgroups = group.subgroups.filter((one) => one !== id);
    groups = put(groups, group.id, { ...group, subgroups }, batch);
  }
  // Messages that mention it now show plain text.
  return { ...replica, groups, namesRevision: replica.namesRevision + 1 };
}

function withGroup(replica: Replica, group: Group, batch: Batch): Replica {
  const renamed = get(replica.groups, group.id)?.name !== group.name;
  const groups = put(replica.groups, group.id, group, batch);
  return { ...replica, groups, namesRevision: replica.namesRevision + (renamed ? 1 : 0) };
}
