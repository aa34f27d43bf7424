/**
 * Who has a permission whose value is a group: evaluated for a person as servers do, and in words.
 *
 * What is not known permits: then the server decides, and its sentence is shown.
 */
import { get, values } from "#base/table.ts";
import type { UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import {
  creatorGroups,
  type GroupPermission,
  groupPermissions,
  type PermissionRule,
  type RealmPermission,
  realmPermissions,
  type StreamPermission,
  streamPermissions,
} from "#wire/permission.ts";
import { roles } from "#wire/user.ts";
import type { Problem } from "./limits.ts";
import { type Permitted, permittedIn } from "./permitted.ts";
import type { Group } from "./person.ts";
import type { Replica } from "./replica.ts";
import { isPermitted } from "./select/people.ts";
import { permittedTitle, permittedWords, postPolicyTitle } from "./select/streams.ts";
import type { Stream } from "./stream.ts";

/** A permission of the realm, of a stream or of a group. */
export type Permission =
  | { readonly of: "realm"; readonly name: RealmPermission }
  | {
      readonly of: "stream";
      readonly name: StreamPermission;
      readonly stream: Pick<Stream, "permissions" | "creatorId">;
    }
  | {
      readonly of: "group";
      readonly name: GroupPermission;
      readonly group: Pick<Group, "permissions" | "creatorId" | "isSystem">;
    };

export function ofRealm(name: RealmPermission): Permission {
  return { of: "realm", name };
}

export function ofStream(
  stream: Pick<Stream, "permissions" | "creatorId">,
  name: StreamPermission,
): Permission {
  return { of: "stream", name, stream };
}

export function ofGroup(
  group: Pick<Group, "permissions" | "creatorId" | "isSystem">,
  name: GroupPermission,
): Permission {
  return { of: "group", name, group };
}

const levels = {
  realm: realmPermissions,
  stream: streamPermissions,
  group: groupPermissions,
} as const;

/** Undefined if the server has not described it. */
export function ruleOf(
  { organization }: Pick<Replica, "organization">,
  { of, name }: Pick<Permission, "of" | "name">,
): PermissionRule | undefined {
  return organization.permissionRules[of]?.[name];
}

/** Whether the server has it: an older one follows a policy, or has no such permission. */
export function hasPermission(replica: Replica, permission: Permission): boolean {
  const { of, name } = permission;
  const first: number | undefined = (levels[of] as Readonly<Record<string, number>>)[name];
  return (
    permittedOf(replica, permission) !== undefined || replica.realm.featureLevel >= (first ?? 0)
  );
}

/**
 * Its value, else its default; undefined if the server has told neither. LEVEL(303): before it, servers name people who are
 * deactivated. They stay in what is stored: when they are back, no event says so of streams.
 */
export function permittedOf(replica: Replica, permission: Permission): Permitted | undefined {
  return toldPermitted(replica, permission) ?? active(replica, defaultOf(replica, permission));
}

/** Its value; undefined if the server has not told it, or not so that it can be read. */
export function toldPermitted(replica: Replica, permission: Permission): Permitted | undefined {
  return active(replica, toldValue(replica, permission));
}

function active(replica: Replica, permitted: Permitted | undefined): Permitted | undefined {
  if (permitted === undefined || replica.realm.featureLevel < since.activeMembers) return permitted;
  const people = permitted.people.filter((id) => get(replica.people, id)?.isActive !== false);
  return people.length === permitted.people.length ? permitted : { ...permitted, people };
}

function toldValue({ organization }: Replica, permission: Permission): Permitted | undefined {
  if (permission.of === "stream") return permission.stream.permissions[permission.name];
  if (permission.of === "group") return permission.group.permissions[permission.name];
  const value = organization.settings[permission.name];
  return permittedIn(value);
}

function defaultOf(replica: Replica, permission: Permission): Permitted | undefined {
  const rule = ruleOf(replica, permission);
  const isSystem = permission.of === "group" && permission.group.isSystem;
  const name = (isSystem ? rule?.default_for_system_groups : undefined) ?? rule?.default_group_name;
  if (name === undefined) return undefined;
  if (!creatorGroups.has(name)) {
    const group = systemGroupNamed(replica, name);
    return group && { people: [], groups: [group.id] };
  }
  const creatorId =
    permission.of === "stream" ? permission.stream.creatorId : creatorOf(permission);
  return { people: creatorId === undefined ? [] : [creatorId], groups: [] };
}

function creatorOf(permission: Permission): UserId | undefined {
  return permission.of === "group" ? permission.group.creatorId : undefined;
}

export function systemGroupNamed(
  { groups }: Pick<Replica, "groups">,
  name: string,
): Group | undefined {
  for (const group of values(groups)) if (group.isSystem && group.name === name) return group;
  return undefined;
}

/** Whether the person has the permission; true if that is not known. */
export function admits(replica: Replica, permission: Permission, id: UserId): boolean {
  const permitted = permittedOf(replica, permission);
  if (permitted === undefined) return hasPermission(replica, permission);
  const person = get(replica.people, id);
  if (person?.isActive === false || isGuestRefused(replica, permission, id)) return false;
  return isPermitted(replica, permitted, id);
}

/** Guests do not have most permissions, even if they are listed. */
function isGuestRefused(replica: Replica, permission: Permission, id: UserId): boolean {
  const role = get(replica.people, id)?.role ?? roles.owner;
  return role >= roles.guest && ruleOf(replica, permission)?.allow_everyone_group === false;
}

/**
 * Why the user has none of the permissions, one of which is enough: `Only moderators and Ana Ruiz may post here.`; `deed`
 * ends the sentence, which also names those in `anyway`, whom no setting lists. Not safe for a terminal.
 */
export function permissionProblem(
  replica: Replica,
  permissions: readonly Permission[],
  deed: string,
  anyway: readonly Permitted[] = [],
): Problem {
  const had = permissions.filter((one) => hasPermission(replica, one));
  if (had.length === 0 || had.some((one) => admits(replica, one, replica.ownId))) return undefined;
  if (had.every((one) => isGuestRefused(replica, one, replica.ownId)))
    return `Guests may not ${deed}.`;
  const permitted = had.flatMap((one) => permittedOf(replica, one) ?? []);
  return onlySentence(replica, [...anyway, ...permitted], deed);
}

/** The people and groups of all of them together, without nobody. */
function onlySentence(replica: Replica, permitted: readonly Permitted[], deed: string): string {
  const groups = new Set(permitted.flatMap((one) => one.groups));
  const named = [...groups].filter((id) => get(replica.groups, id)?.name !== nobody);
  const people = [...new Set(permitted.flatMap((one) => one.people))];
  return named.length + people.length === 0
    ? `Nobody may ${deed}.`
    : `Only ${permittedWords(replica, { people, groups: named })} may ${deed}.`;
}

/** The group that is always empty. */
export const nobody = "role:nobody";

/** Who may post in the stream, in words. LEVEL(333): by its policy before it. */
export function postersTitle(replica: Replica, stream: Stream): string {
  const senders = ofStream(stream, "can_send_message_group");
  return hasPermission(replica, senders)
    ? permittedTitle(replica, toldPermitted(replica, senders))
    : postPolicyTitle(stream.postPolicy);
}

const policyGroups: Readonly<Record<string, number>> = {
  "role:everyone": 1,
  "role:administrators": 2,
  "role:fullmembers": 3,
  "role:moderators": 4,
};

/** The policy for posts that says exactly who may post; undefined if none does, or if that is not known. */
export function postPolicyOf(replica: Replica, stream: Stream): number | undefined {
  const senders = ofStream(stream, "can_send_message_group");
  if (!hasPermission(replica, senders)) return stream.postPolicy;
  const { people = [], groups = [] } = toldPermitted(replica, senders) ?? {};
  const [only] = groups;
  if (only === undefined || groups.length + people.length > 1) return undefined;
  return policyGroups[get(replica.groups, only)?.name ?? ""];
}

/** Whether nothing that the server tells keeps anybody from posting there. */
export function isOpenToPosts(replica: Replica, stream: Stream): boolean {
  const posters = toldPermitted(replica, ofStream(stream, "can_send_message_group"));
  if (posters === undefined) return stream.postPolicy === 1;
  return posters.groups.some((id) => get(replica.groups, id)?.name === "role:everyone");
}
