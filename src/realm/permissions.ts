/** Permissions whose values are groups, as servers evaluate them: by whom a value names, or the default of its kind. */
import { sorted } from "#base/sorted.ts";
import { Refusal, refusalOf } from "#realm/failures.ts";
import { announceToAll, commit, type Server } from "#realm/server.ts";
import type { Message } from "#realm/state/messages.ts";
import {
  effectiveMembers,
  type Group,
  isAdministrator,
  isGuest,
  isOwner,
  type Person,
  systemGroup,
} from "#realm/state/people.ts";
import { hasReceived, streamOf } from "#realm/state/state.ts";
import type { Stream } from "#realm/state/streams.ts";
import { staleSetting } from "#wire/error-rows.ts";
import type { UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import {
  type GroupPermission,
  type GroupSetting,
  groupPermissions,
  type RealmPermission,
  realmPermissions,
  type SettingChange,
  type StreamPermission,
  streamPermissions,
} from "#wire/permission.ts";

/** The default of a permission, as the name of a system group or of its creator; in the second column, guests may have it. */
type Rule = readonly [standard: string, admitsGuests?: true];

const realmRules = {
  can_create_web_public_channel_group: ["role:owners"],
  can_create_public_channel_group: ["role:members"],
  can_create_private_channel_group: ["role:members"],
  can_delete_any_message_group: ["role:administrators"],
  can_delete_own_message_group: ["role:everyone", true],
  can_create_groups: ["role:members"],
  can_manage_all_groups: ["role:owners"],
  can_move_messages_between_channels_group: ["role:members"],
  can_move_messages_between_topics_group: ["role:everyone", true],
  can_add_subscribers_group: ["role:members"],
  can_mention_many_users_group: ["role:administrators", true],
  can_resolve_topics_group: ["role:everyone", true],
  can_set_topics_policy_group: ["role:members", true],
  can_summarize_topics_group: ["role:everyone", true],
} as const satisfies Partial<Record<RealmPermission, Rule>>;
export type RealmRule = keyof typeof realmRules;

const streamRules: Readonly<Record<StreamPermission, Rule>> = {
  can_remove_subscribers_group: ["role:administrators", true],
  can_administer_channel_group: ["channel_creator"],
  can_send_message_group: ["role:everyone", true],
  can_add_subscribers_group: ["role:nobody"],
  can_subscribe_group: ["role:nobody"],
  can_move_messages_out_of_channel_group: ["role:nobody"],
  can_move_messages_within_channel_group: ["role:nobody"],
  can_resolve_topics_group: ["role:nobody"],
  can_delete_any_message_group: ["role:nobody"],
  can_delete_own_message_group: ["role:nobody"],
  can_create_topic_group: ["role:everyone", true],
};

const groupRules: Readonly<Record<GroupPermission, Rule>> = {
  can_mention_group: ["role:everyone", true],
  can_manage_group: ["group_creator"],
  can_join_group: ["role:nobody"],
  can_add_members_group: ["group_creator"],
  can_leave_group: ["role:everyone", true],
  can_remove_members_group: ["role:nobody"],
};

const kinds = {
  realm: { rules: realmRules, levels: realmPermissions },
  stream: { rules: streamRules, levels: streamPermissions },
  group: { rules: groupRules, levels: groupPermissions },
} as const;
type Kind = keyof typeof kinds;

/** Older ones of the realm's do not exist here: the policies that they replaced decide up to this level. */
const firstOfRealm = 280;

function ruleOf(kind: Kind, name: string): Rule {
  const { rules }: { readonly rules: Readonly<Record<string, Rule>> } = kinds[kind];
  return rules[name] ?? ["role:nobody"];
}

/** Whether a realm of that level has the permission. */
export function hasAt(level: number, kind: Kind, name: string): boolean {
  const { levels }: { readonly levels: Readonly<Record<string, number>> } = kinds[kind];
  const first = levels[name] ?? 0;
  return level >= (kind === "realm" ? Math.max(first, firstOfRealm) : first);
}

function namesAt(level: number, kind: Kind): readonly string[] {
  return Object.keys(kinds[kind].rules).filter((name) => hasAt(level, kind, name));
}

/** `server_supported_permission_settings`. */
export function permissionRules({ level }: Server) {
  const itemOf = (kind: Kind, name: string) => {
    const [standard, admitsGuests = false] = ruleOf(kind, name);
    return {
      require_system_group: name === "can_create_web_public_channel_group",
      allow_internet_group: false,
      allow_nobody_group: name !== "can_manage_all_groups",
      allow_everyone_group: admitsGuests,
      default_group_name: standard,
      default_for_system_groups: kind === "group" ? "role:nobody" : null,
      allowed_system_groups: [],
    };
  };
  const view = (kind: Kind) =>
    Object.fromEntries(namesAt(level, kind).map((name) => [name, itemOf(kind, name)]));
  return { realm: view("realm"), stream: view("stream"), group: view("group") };
}

/** Who may post where no permission was set: in streams from before there were such permissions, their policy says it. */
const ofPolicy: Readonly<Record<number, string>> = {
  2: "role:administrators",
  3: "role:fullmembers",
  4: "role:moderators",
};

type Owned = { readonly creatorId?: number | null | undefined };

/** The default's group; where that is no group, the creator, else nobody. */
function standardOf({ state }: Server, standard: string, { creatorId }: Owned): GroupSetting {
  const isGroup = standard.startsWith("role:");
  if (!isGroup && creatorId != null)
    return { direct_members: [creatorId as UserId], direct_subgroups: [] };
  return groupSettingOf(systemGroup(state.people, isGroup ? standard : "role:nobody"));
}

function groupSettingOf(id: number): GroupSetting {
  return id as GroupSetting;
}

/** LEVEL(303): before it, values kept people who were deactivated. */
function withoutGone({ state, level }: Server, value: GroupSetting): GroupSetting {
  if (typeof value === "number" || level < since.activeMembers) return value;
  const isActive = (id: number) => state.people.byId.get(id)?.isActive === true;
  return { ...value, direct_members: value.direct_members.filter(isActive) };
}

export function realmValue(server: Server, name: RealmRule): GroupSetting {
  const told = server.state.settings.get(name) as GroupSetting | undefined;
  return withoutGone(server, told ?? standardOf(server, ruleOf("realm", name)[0], {}));
}

export function streamValue(
  server: Server,
  stream: Pick<Stream, "permissions" | "postPolicy" | "creatorId">,
  name: StreamPermission,
): GroupSetting {
  const [standard] = ruleOf("stream", name);
  const byPolicy = name === "can_send_message_group" ? ofPolicy[stream.postPolicy] : undefined;
  const value = stream.permissions[name] ?? standardOf(server, byPolicy ?? standard, stream);
  return withoutGone(server, value);
}

export function groupValue(server: Server, group: Group, name: GroupPermission): GroupSetting {
  const [standard] = ruleOf("group", name);
  const byDefault = group.isSystem ? "role:nobody" : standard;
  const value = group.permissions?.[name] ?? standardOf(server, byDefault, group);
  return withoutGone(server, value);
}

/** The values of all permissions of a kind at the level, by name. */
export function valuesAt<Name extends string>(
  level: number,
  kind: Kind,
  valueFor: (name: Name) => GroupSetting,
): Readonly<Record<string, GroupSetting>> {
  return Object.fromEntries(
    namesAt(level, kind).map((name) => [name, valueFor(name as Name)] as const),
  );
}

// Who has a permission.

function admits(server: Server, person: Person, kind: Kind, name: string, value: GroupSetting) {
  const [, admitsGuests = false] = ruleOf(kind, name);
  if (!person.isActive || (isGuest(person) && !admitsGuests)) return false;
  const { people } = server.state;
  if (typeof value === "number") return effectiveMembers(people, value).has(person.id);
  const { direct_members: members, direct_subgroups: groups } = value;
  const isDirect = (members as readonly number[]).includes(person.id);
  return isDirect || groups.some((id) => effectiveMembers(people, id).has(person.id));
}

export function mayInRealm(server: Server, person: Person, name: RealmRule): boolean {
  return admits(server, person, "realm", name, realmValue(server, name));
}

/** False at levels that do not have the permission. */
export function mayInStream(
  server: Server,
  person: Person,
  stream: Stream,
  name: StreamPermission,
): boolean {
  if (!hasAt(server.level, "stream", name)) return false;
  return admits(server, person, "stream", name, streamValue(server, stream, name));
}

/**
 * LEVEL(354): who may add people to a private stream, or join it, reads it without being in it; from level 438 on owners, too,
 * if the realm says so.
 */
function hasContentAccess(server: Server, person: Person, stream: Stream): boolean {
  const { level, state } = server;
  const admitsOwners = state.settings.get("owner_full_content_access") === true;
  if (level >= since.ownerAccess && admitsOwners && isOwner(person)) return true;
  const names = ["can_add_subscribers_group", "can_subscribe_group"] as const;
  return (
    level >= since.contentAccess && names.some((name) => mayInStream(server, person, stream, name))
  );
}

/** Whether the person can see the stream and read its public content. */
export function canSee(server: Server, person: Person, stream: Stream): boolean {
  if (stream.subscribers.has(person.id)) return true;
  if (stream.inviteOnly) return hasContentAccess(server, person, stream);
  return stream.isWebPublic || !isGuest(person);
}

/**
 * Whether the person may know that the stream exists: administrators know of all, those of the stream of it from level
 * 354 on; nobody of those that are gone.
 */
export function knowsOf(server: Server, person: Person, stream: Stream): boolean {
  if (stream.isGone) return false;
  if (canSee(server, person, stream) || isAdministrator(person)) return true;
  return server.level >= since.contentAccess && mayAdminister(server, person, stream);
}

/** Whether the person may read messages that were sent while they were not subscribed. */
export function canReadHistory(server: Server, person: Person, stream: Stream): boolean {
  return stream.historyPublic && canSee(server, person, stream);
}

/** Whether the person may read the message, received or not. */
export function mayRead(server: Server, person: Person, message: Message): boolean {
  if (message.streamId === undefined) return message.participants.includes(person.id);
  const stream = streamOf(server.state, message);
  if (stream === undefined) return false;
  if (canReadHistory(server, person, stream)) return true;
  return canSee(server, person, stream) && hasReceived(server.state, person.id, message);
}

/** Whether the person may change and archive the stream. */
export function mayAdminister(server: Server, person: Person, stream: Stream): boolean {
  return (
    isAdministrator(person) || mayInStream(server, person, stream, "can_administer_channel_group")
  );
}

export function mayWithGroup(
  server: Server,
  person: Person,
  group: Group,
  names: readonly GroupPermission[],
): boolean {
  return names.some(
    (name) =>
      hasAt(server.level, "group", name) &&
      admits(server, person, "group", name, groupValue(server, group, name)),
  );
}

// New values.

/** Normalized: one group is its ID. Throws for groups that do not exist, or cannot have the permission. */
export function newValue(server: Server, kind: Kind, name: string, value: GroupSetting) {
  const { groups } = server.state.people;
  const parts =
    typeof value === "number" ? { direct_members: [], direct_subgroups: [value] } : value;
  const ids = sorted(parts.direct_subgroups);
  for (const id of ids) {
    const group = groups.get(id);
    if (group === undefined || group.isActive === false) throw new Refusal("Invalid user group");
    const isRefused =
      group.name === "role:internet" ||
      (group.name === "role:everyone" && ruleOf(kind, name)[1] !== true);
    if (isRefused) throw new Refusal(`'${name}' setting cannot be set to '${group.name}' group.`);
  }
  const members = sorted(parts.direct_members);
  const isUnknown = members.some((id) => !server.state.people.byId.get(id)?.isActive);
  if (isUnknown) throw new Refusal("Invalid user ID");
  const [only] = ids;
  if (members.length > 0 || ids.length > 1)
    return { direct_members: members, direct_subgroups: ids } as GroupSetting;
  return only ?? groupSettingOf(systemGroup(server.state.people, "role:nobody"));
}

/**
 * The new value of a change; throws if `old` is not the present one. LEVEL(320): a bare value before it.
 */
export function changedValue(
  server: Server,
  kind: Kind,
  name: string,
  change: SettingChange,
  present: GroupSetting,
): GroupSetting {
  if (typeof change === "number" || !("new" in change)) {
    if (server.level >= since.settingChanges) throw new Refusal(`${name} has no new value`);
    return newValue(server, kind, name, change as GroupSetting);
  }
  const { old } = change as { readonly new: GroupSetting; readonly old?: GroupSetting };
  if (old !== undefined && !isSame(newValue(server, kind, name, old), present))
    throw refusalOf(staleSetting);
  return newValue(server, kind, name, change.new as GroupSetting);
}

export function isSame(one: GroupSetting, other: GroupSetting): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Sets a permission of the realm, and announces it. */
export function setRealmPermission(server: Server, name: RealmRule, value: GroupSetting): void {
  const next = newValue(server, "realm", name, value);
  commit(server, { kind: "realm set", property: name, value: next });
  announceRealmPermissions(server, [name]);
}

/** Their values as they are now. */
export function announceRealmPermissions(server: Server, names: readonly RealmRule[]): void {
  if (names.length === 0) return;
  const data = Object.fromEntries(names.map((name) => [name, realmValue(server, name)]));
  announceToAll(server, "realm", { op: "update_dict", property: "default", data });
}

/** The permissions that somebody has by name, of the realm and of each group. */
export function permissionsNaming(server: Server, userId: number) {
  const { people } = server.state;
  const namesOf = <Name extends string>(kind: Kind, valueFor: (name: Name) => GroupSetting) =>
    (namesAt(server.level, kind) as readonly Name[]).filter((name) => {
      const value = valueFor(name);
      return typeof value === "object" && value.direct_members.some((id) => id === userId);
    });
  return {
    realm: namesOf<RealmRule>("realm", (name) => realmValue(server, name)),
    groups: [...people.groups.values()].map((group) => ({
      group,
      names: namesOf<GroupPermission>("group", (name) => groupValue(server, group, name)),
    })),
  };
}

export function isRealmRule(name: string): name is RealmRule {
  return name in realmRules;
}
