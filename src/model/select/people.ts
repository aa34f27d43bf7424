/** People for display: everybody by name, profile values, roles, and membership in groups. */
import { memoizeEach, memoizePer } from "#base/memoize.ts";
import { get, type Table, values } from "#base/table.ts";
import type { Permitted } from "#model/permitted.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { choiceTitle } from "#wire/checks.ts";
import { createProfileField } from "#wire/endpoints/profile-fields.ts";
import type { GroupId, UserId } from "#wire/ids.ts";
import { fieldTypes, type ProfileField } from "#wire/profile-field.ts";
import { roles } from "#wire/user.ts";

type ProfileEntry = { readonly field: ProfileField; readonly value: string };

/** In the realm's order. Excludes values of deleted fields and options, which no event removes. */
export function profileOf({ organization }: Replica, { profile }: Person): readonly ProfileEntry[] {
  return organization.profileFields.flatMap((field) => {
    const value = profile[field.id];
    return value === undefined || isGone(field, value) ? [] : [{ field, value }];
  });
}

/** Whether the value is an option that no longer exists. */
function isGone({ type, field_data: data }: ProfileField, value: string): boolean {
  return type === fieldTypes.options && !Object.hasOwn(parsed(data), value);
}

type Choice = { readonly value: string; readonly title: string };

/** Of Markdown, the source. Not safe for a terminal. */
export function profileText(view: Replica, field: ProfileField, value: string): string {
  switch (field.type) {
    case fieldTypes.options:
      return profileChoices(field).find((choice) => choice.value === value)?.title ?? "";
    case fieldTypes.people:
      return peopleIn(value)
        .map((id) => get(view.people, id)?.name ?? "somebody")
        .join(", ");
    case fieldTypes.account:
      return accountText(field, value);
    default:
      return value;
  }
}

/** Whether its values are Markdown. */
export function isMarkdown({ type }: Pick<ProfileField, "type">): boolean {
  return type === fieldTypes.shortText || type === fieldTypes.longText;
}

/** `List of options`; the number for types of newer servers. */
export function fieldTypeTitle({ type }: ProfileField): string {
  return choiceTitle(createProfileField.parameters.field_type, type) ?? `Type ${type}`;
}

/** The options of a field in their order; empty for other types. */
export function profileChoices({
  field_data: data,
}: Pick<ProfileField, "field_data">): readonly Choice[] {
  const options = Object.entries(parsed(data)).flatMap(([value, option]) => {
    const { text, order } = typeof option === "object" && option !== null ? option : {};
    return typeof text === "string" ? [{ value, title: text, order: Number(order) }] : [];
  });
  return options.sort((a, b) => a.order - b.order);
}

/** Parses the value of a people field: a list of IDs in JSON. */
export function peopleIn(value: string): readonly UserId[] {
  try {
    const ids: unknown = JSON.parse(value);
    return Array.isArray(ids) ? ids.filter((id) => Number.isInteger(id)) : [];
  } catch {
    return [];
  }
}

/** Includes the URL of the account if the field defines a pattern for it. */
function accountText({ field_data: data }: ProfileField, value: string): string {
  const { url_pattern: pattern } = parsed(data);
  if (typeof pattern !== "string") return value;
  return `${value}  ${pattern.replace("%(username)s", encodeURIComponent(value))}`;
}

type Parsed = Readonly<Record<string, { text?: unknown; order?: unknown } | string | null>>;

function parsed(data: string): Parsed {
  try {
    const read: unknown = JSON.parse(data);
    return typeof read === "object" && read !== null ? (read as Parsed) : {};
  } catch {
    return {};
  }
}

// Everybody in the organization by name: people, bots, and deactivated users.

/** Each sorted by name, ignoring case and accents, in the same order on every machine. */
type Everybody = {
  readonly people: readonly Person[];
  readonly bots: readonly Person[];
  readonly deactivated: readonly Person[];
};

/** The same object while nobody joins, leaves or changes. */
export const everybody = memoizeEach((table: Table<UserId, Person>): Everybody => {
  const all = [...values(table)]
    .map((person) => ({ person, name: sortKey(person) }))
    .sort((a, b) => compare(a.name, b.name) || a.person.id - b.person.id)
    .map(({ person }) => person);
  return {
    people: all.filter(({ isActive, isBot }) => isActive && !isBot),
    bots: all.filter(({ isActive, isBot }) => isActive && isBot),
    deactivated: all.filter(({ isActive }) => !isActive),
  };
});

/** Accents come apart from their letters, so that É is not behind Z. */
function sortKey({ name }: Person): string {
  return name.toLowerCase().normalize("NFD");
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * People who are active or idle, by name. Without a clock: the current time is taken to be the latest presence, and
 * one's own presence is reported every minute. Linear in the number of known presences.
 */
export const presentPeople = memoizePer(
  (presences: Replica["presences"], table: Replica["people"], offline: number) => {
    let newest = 0;
    for (const { activeAt = 0, idleAt = 0 } of presences.values())
      newest = Math.max(newest, activeAt, idleAt);
    const present = new Set<UserId>();
    for (const [id, { activeAt = 0, idleAt = 0 }] of presences)
      if (Math.max(activeAt, idleAt) > newest - offline) present.add(id);
    return [...present]
      .flatMap((id) => get(table, id) ?? [])
      .filter(({ isActive, isBot }) => isActive && !isBot)
      .sort((a, b) => compare(sortKey(a), sortKey(b)) || a.id - b.id);
  },
);

// Names of roles.

const names = new Map<number, string>(Object.entries(roles).map(([name, role]) => [role, name]));

/** `owner`, `administrator`, `moderator`, `member` or `guest`; the number for roles of newer servers. */
export function roleName(role: number): string {
  return names.get(role) ?? `role ${role}`;
}

/** Why nobody reads what is sent to the account; undefined for those in use. */
export function disuseOf({ isActive, standIn }: Person): string | undefined {
  return standIn ?? (isActive ? undefined : "deactivated");
}

/** Whether somebody is among those people, or in one of the groups. */
export function isPermitted(
  { groups }: Pick<Replica, "groups">,
  permitted: Permitted,
  id: UserId,
): boolean {
  const isMember = (group: GroupId) => isInGroup({ groups }, group, id);
  return permitted.people.includes(id) || permitted.groups.some(isMember);
}

/**
 * Whether somebody is in a group, including its subgroups, each of which is visited once, even if groups contain each
 * other. In a group that is not known, everybody may be.
 */
function isInGroup(
  { groups }: Pick<Replica, "groups">,
  id: GroupId,
  userId: UserId,
  seen: Set<GroupId> = new Set(),
): boolean {
  const group = get(groups, id);
  if (group === undefined) return true;
  if (seen.has(id)) return false;
  if (group.members.includes(userId)) return true;
  seen.add(id);
  return group.subgroups.some((one) => isInGroup({ groups }, one, userId, seen));
}
