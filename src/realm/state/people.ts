/** People, bots and groups, indexed by ID and by address. */

import { sorted } from "#base/sorted.ts";
import type { Blueprint, BlueprintUser, Role } from "#realm/seed/blueprint.ts";
import type { GroupPermission, GroupSetting } from "#wire/permission.ts";
import { roles } from "#wire/user.ts";

export type Person = {
  readonly id: number;
  readonly fullName: string;
  /** The API address, by which others identify them. */
  readonly email: string;
  /** The address for signing in; case-insensitive. */
  readonly loginEmail: string;
  /** Who can see the login address: 1 everybody, 2 members, 3 administrators, 4 nobody, 5 moderators. */
  readonly emailVisibility: number;
  readonly role: Role;
  /** Whether they are a billing administrator. */
  readonly isBillingAdmin: boolean;
  readonly isBot: boolean;
  /** The owner of a bot; undefined for people, and for bots without an owner. */
  readonly ownerId: number | undefined;
  /** One of the server's own bots. */
  readonly isSystem: boolean;
  readonly isActive: boolean;
  /** `""` when unset. */
  readonly timezone: string;
  /** UNIX seconds. */
  readonly joinedAt: number;
  /** If undefined, nobody signs in as this person. */
  readonly apiKey: string | undefined;
  readonly password: string | undefined;
  readonly status: Status | undefined;
  /** Profile values by field ID; lists of people as JSON text. */
  readonly profile: Readonly<Record<string, string>>;
};

export type Status = {
  /** Empty when unset. */
  readonly text: string;
  /** Code and type are looked up by name if absent. */
  readonly emoji?: string;
  readonly code?: string;
  readonly type?: string;
  /** Only at levels where it is independent of reporting presence. */
  readonly away?: boolean;
};

export type Group = {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly members: readonly number[];
  readonly subgroups: readonly number[];
  readonly isSystem: boolean;
  /** It is true by default. */
  readonly isActive?: boolean;
  /** It is absent if nobody knows. */
  readonly creatorId?: number;
  /** Who may do what, where that was set. */
  readonly permissions?: Readonly<Partial<Record<GroupPermission, GroupSetting>>>;
};

export type People = {
  readonly byId: Map<number, Person>;
  /** By lower-cased API address. */
  readonly byEmail: Map<string, Person>;
  /** By lower-cased login address. */
  readonly byLogin: Map<string, Person>;
  readonly groups: Map<number, Group>;
  /** The notification bot. */
  readonly notifier: Person;
  /** Incremented with every change of a person or a group, which invalidates derived data. */
  revision: number;
};

/** A domain that does not exist, for generated addresses. */
export const dummyDomain = "realm.invalid";

/** The address of a bot with that name. */
export function botAddress(name: string): string {
  return `${name}-bot@${dummyDomain}`;
}

/** The API address: the real one only if everybody can see it. */
export function apiAddress(id: number, loginEmail: string, visibility: number): string {
  return visibility === 1 ? loginEmail : `user${id}@${dummyDomain}`;
}

function personOf(user: BlueprintUser): Person {
  return {
    id: user.id,
    fullName: user.fullName,
    email: apiAddress(user.id, user.email, user.emailVisibility ?? 1),
    loginEmail: user.email,
    emailVisibility: user.emailVisibility ?? 1,
    role: user.role,
    isBillingAdmin: false,
    isBot: user.isBot ?? false,
    ownerId: user.botOwnerId,
    isSystem: false,
    isActive: user.isActive ?? true,
    timezone: user.timezone ?? "",
    joinedAt: user.joinedAt,
    apiKey: user.apiKey,
    password: user.password,
    status: user.status,
    profile: {},
  };
}

function systemBot(id: number, fullName: string, email: string): Person {
  const bot = personOf({ id, fullName, email, role: roles.member, isBot: true, joinedAt: 0 });
  return { ...bot, isSystem: true };
}

/** The system groups of real servers; each contains the previous one. There is no waiting period for full members. */
const systemGroupLevels: readonly {
  readonly name: string;
  readonly title?: string;
  readonly about: string;
  readonly from: number;
}[] = [
  { name: "role:nobody", about: "Nobody", from: 0 },
  { name: "role:owners", about: "Owners of this organization", from: roles.owner },
  {
    name: "role:administrators",
    about: "Administrators, including owners",
    from: roles.administrator,
  },
  { name: "role:moderators", about: "Moderators, including administrators", from: roles.moderator },
  {
    name: "role:fullmembers",
    title: "Full members",
    about: "Members who are no longer new",
    from: roles.member,
  },
  { name: "role:members", about: "Members, including moderators", from: roles.member },
  { name: "role:everyone", about: "Everyone, including guests", from: roles.guest },
  {
    name: "role:internet",
    title: "Everyone on the internet",
    about: "Everyone on the Internet",
    from: -1,
  },
];

/** Under which it is mentioned. */
export function systemGroupTitle(name: string): string {
  const word = name.replace("role:", "");
  const { title = word.charAt(0).toUpperCase() + word.slice(1) } =
    systemGroupLevels.find((level) => level.name === name) ?? {};
  return title;
}

function systemGroups(first: number, people: Iterable<Person>): Group[] {
  const byRole = Map.groupBy(
    [...people].filter((person) => person.isActive && !person.isSystem),
    (person) => person.role as number,
  );
  return systemGroupLevels.map(({ name, about, from }, step) => ({
    id: first + step,
    name,
    description: about,
    members: sorted((byRole.get(from) ?? []).map((person) => person.id)),
    subgroups: step < 2 ? [] : [first + step - 1],
    isSystem: true,
  }));
}

export function peopleOf(blueprint: Blueprint): People {
  const people = blueprint.users.map(personOf);
  const highest = people.reduce((most, person) => Math.max(most, person.id), 0);
  const notifier = systemBot(highest + 1, "Notification Bot", botAddress("notification"));
  const all = [...people, notifier, systemBot(highest + 2, "Welcome Bot", botAddress("welcome"))];
  const custom = blueprint.groups.map((group) => ({ ...group, subgroups: [], isSystem: false }));
  const highestGroup = custom.reduce((most, group) => Math.max(most, group.id), 0);
  const groups = [...custom, ...systemGroups(highestGroup + 1, people)];
  return {
    byId: new Map(all.map((person) => [person.id, person])),
    byEmail: new Map(all.map((person) => [person.email.toLowerCase(), person])),
    byLogin: new Map(people.map((person) => [person.loginEmail.toLowerCase(), person])),
    groups: new Map(groups.map((group) => [group.id, group])),
    notifier,
    revision: 0,
  };
}

/** Adds or replaces a person. */
export function savePerson(people: People, person: Person): void {
  people.byEmail.delete(people.byId.get(person.id)?.email.toLowerCase() ?? "");
  people.byId.set(person.id, person);
  people.byEmail.set(person.email.toLowerCase(), person);
  if (!person.isSystem) people.byLogin.set(person.loginEmail.toLowerCase(), person);
  people.revision += 1;
}

/** Deletes a group, also from groups that contain it. */
export function deleteGroup(people: People, id: number): void {
  people.groups.delete(id);
  for (const group of people.groups.values()) {
    if (!group.subgroups.includes(id)) continue;
    const subgroups = group.subgroups.filter((one) => one !== id);
    people.groups.set(group.id, { ...group, subgroups });
  }
  people.revision += 1;
}

/** The system groups of which people with a role are direct members: two for members. */
export function groupsOfRole(people: People, role: number): readonly Group[] {
  const names = systemGroupLevels.flatMap(({ name, from }) => (from === role ? [name] : []));
  return [...people.groups.values()].filter(({ name }) => names.includes(name));
}

export function isGuest(person: Person): boolean {
  return person.role === roles.guest;
}

export function isOwner(person: Person): boolean {
  return person.role === roles.owner;
}

/** Administrators and owners. */
export function isAdministrator(person: Person): boolean {
  return person.role <= roles.administrator;
}

/** Moderators and everybody above them. */
export function isModerator(person: Person): boolean {
  return person.role <= roles.moderator;
}

export const daySeconds = 86_400;

/** Moderators and above always; members after that many days. */
export function isFullMember(person: Person, days: number, nowSeconds: number): boolean {
  if (isGuest(person)) return false;
  return isModerator(person) || person.joinedAt + days * daySeconds <= nowSeconds;
}

/** The rank that determines which addresses somebody can see: 0 guests, 1 members, 2 moderators, 3 administrators. */
export function visibilityRank(person: Person): number {
  if (isGuest(person)) return 0;
  if (isAdministrator(person)) return 3;
  return isModerator(person) ? 2 : 1;
}

/** The rank required to see somebody's real address. */
function requiredRank({ isBot, emailVisibility }: Person): number {
  if (isBot) return 0;
  return [0, 0, 1, 3, 4, 2][emailVisibility] ?? 0;
}

/** Whether people of the same rank can see the person's real address. */
export function isSeenByPeers(person: Person): boolean {
  return visibilityRank(person) >= requiredRank(person);
}

export function maySeeAddress(viewer: Person, person: Person): boolean {
  return viewer.id === person.id || visibilityRank(viewer) >= requiredRank(person);
}

/** The ID of the system group with that name, such as `role:members`. */
export function systemGroup(people: People, name: string): number {
  for (const group of people.groups.values()) if (group.name === name) return group.id;
  throw new RangeError(`No system group is called ${name}.`);
}

/** Everybody in a group, including subgroups. */
export function effectiveMembers(people: People, groupId: number): Set<number> {
  const members = new Set<number>();
  for (const id of [groupId, ...effectiveSubgroups(people, groupId)]) {
    for (const member of people.groups.get(id)?.members ?? []) members.add(member);
  }
  return members;
}

/** The direct and indirect subgroups. */
export function effectiveSubgroups(people: People, groupId: number): readonly number[] {
  const subgroups = new Set<number>();
  const open = [...(people.groups.get(groupId)?.subgroups ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (subgroups.has(next)) continue;
    subgroups.add(next);
    open.push(...(people.groups.get(next)?.subgroups ?? []));
  }
  return [...subgroups];
}

export type ProfileField = {
  readonly id: number;
  /** 1 to 8; see the wire's field types. */
  readonly type: number;
  readonly name: string;
  readonly hint: string;
  /** JSON text; empty if the type needs none. */
  readonly data: string;
  /** The sort order; absent: its index. New fields have their ID, until all are reordered. */
  readonly order?: number;
  readonly isRequired: boolean;
  /** Whether it is shown in the profile summary. */
  readonly inSummary: boolean;
  /** Whether only administrators change its values, which is not the default. */
  readonly isManaged?: boolean;
};
