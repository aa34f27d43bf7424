/** Groups of people: made, renamed, filled and emptied, by whoever may have to do with groups at all. */
import { Refusal } from "#realm/failures.ts";
import { keysAt } from "#realm/levels.ts";
import { announceToAll, commit, type Server } from "#realm/server.ts";
import {
  effectiveSubgroups,
  type Group,
  type GroupSetting,
  isModerator,
  mentionersOf,
  type Person,
} from "#realm/state/people.ts";
import { groupView } from "#realm/views/person.ts";
import { notPermitted } from "./access.ts";
import {
  groupNumbered,
  isSameSetting,
  plainSetting,
  readAnyone,
  requireExpected,
  requireGroups,
  requirePeople,
} from "./group-settings.ts";
import { named, notify } from "./notify.ts";

/** The group, for somebody who may change it: those who are in it, and moderators. */
function manageable(server: Server, person: Person, id: number): Group {
  const group = groupNumbered(server, id);
  const isInside = group.members.includes(person.id) || isModerator(person);
  if (group.isSystem || !isInside) throw notPermitted();
  return group;
}

const longestName = 100;
const reserved = ["@", "role:", "user:", "stream:", "channel:"];

function readName({ state }: Server, name: string, ownId?: number): string {
  if (name.trim() === "") throw new Refusal("User group name can't be empty!");
  if ([...name].length > longestName) {
    throw new Refusal(`User group name cannot exceed ${longestName} characters.`);
  }
  const prefix = reserved.find((one) => name.startsWith(one));
  if (prefix !== undefined) throw new Refusal(`User group name cannot start with '${prefix}'.`);
  const other = [...state.people.groups.values()].find((group) => group.name === name);
  if (other !== undefined && other.id !== ownId) {
    throw new Refusal(`User group '${name}' already exists.`);
  }
  return name;
}

/** Who may call a group by its name. */
function readMentioners(server: Server, wanted: GroupSetting): GroupSetting {
  return readAnyone(server, "can_mention_group", wanted, ["role:internet", "role:owners"]);
}

export type GroupWish = {
  readonly name: string;
  readonly description: string;
  readonly members: readonly number[];
  readonly canMention: GroupSetting | undefined;
};

export function createGroup(server: Server, wish: GroupWish): void {
  const members = [...new Set(wish.members)].sort((a, b) => a - b);
  requirePeople(server, members);
  const { canMention } = wish;
  const group: Group = {
    id: server.state.newest.group + 1,
    name: readName(server, wish.name),
    description: wish.description,
    members,
    subgroups: [],
    isSystem: false,
    canMention: canMention === undefined ? undefined : readMentioners(server, canMention),
  };
  commit(server, { kind: "group saved", group });
  announceToAll(server, "user_group", { op: "add", group: groupView(server, group) });
}

export type GroupChange = {
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly canMention:
    | { readonly new: GroupSetting; readonly old?: GroupSetting | undefined }
    | undefined;
};

export function updateGroup(server: Server, person: Person, id: number, change: GroupChange): void {
  const { name, description, canMention } = change;
  if (name === undefined && description === undefined && canMention === undefined) {
    throw new Refusal("No new data supplied");
  }
  const group = manageable(server, person, id);
  const next = {
    ...group,
    name: name === undefined || name === group.name ? group.name : readName(server, name, id),
    description: description ?? group.description,
    canMention: readChange(server, group, canMention) ?? group.canMention,
  };
  commit(server, { kind: "group saved", group: next });
  const tellPart = (data: object) =>
    announceToAll(server, "user_group", { op: "update", group_id: id, data });
  if (next.name !== group.name) tellPart({ name: next.name });
  if (next.description !== group.description) tellPart({ description: next.description });
  if (next.canMention !== group.canMention)
    tellPart(keysAt(server.level, { can_mention_group: next.canMention }));
}

/** The new value of the setting; undefined where it stays. Whoever says what they think holds must be right. */
function readChange(
  server: Server,
  group: Group,
  change: GroupChange["canMention"],
): GroupSetting | undefined {
  if (change === undefined) return undefined;
  const present = mentionersOf(server.state.people, group);
  requireExpected(present, change.old);
  const next = plainSetting(change.new);
  return isSameSetting(next, present) ? undefined : readMentioners(server, next);
}

export function deleteGroup(server: Server, person: Person, id: number): void {
  manageable(server, person, id);
  commit(server, { kind: "group deleted", groupId: id });
  announceToAll(server, "user_group", { op: "remove", group_id: id });
}

export type Exchange = { readonly add: readonly number[]; readonly remove: readonly number[] };

function requireSomething({ add, remove }: Exchange): void {
  if (add.length + remove.length > 0) return;
  throw new Refusal('Nothing to do. Specify at least one of "add" or "delete".');
}

/** Each that comes is not there yet, and each that goes then is; else the sentence says which. */
function requireFitting(
  present: readonly number[],
  { add, remove }: Exchange,
  sentences: Readonly<Record<"present" | "absent", (id: number) => string>>,
): void {
  const twice = add.find((one) => present.includes(one));
  if (twice !== undefined) throw new Refusal(sentences.present(twice));
  const missing = remove.find((one) => !(present.includes(one) || add.includes(one)));
  if (missing !== undefined) throw new Refusal(sentences.absent(missing));
}

/** Whoever comes and goes in one request is gone. */
function exchanged(present: readonly number[], { add, remove }: Exchange): readonly number[] {
  return [...new Set([...present, ...add])].filter((one) => !remove.includes(one));
}

export function changeMembers(
  server: Server,
  person: Person,
  id: number,
  exchange: Exchange,
): void {
  const { add, remove } = exchange;
  requireSomething(exchange);
  const group = manageable(server, person, id);
  requirePeople(server, [...add, ...remove]);
  requireFitting(group.members, exchange, {
    present: (one) => `User ${one} is already a member of this group`,
    absent: (one) => `There is no member '${one}' in this user group`,
  });
  const members = exchanged(group.members, exchange).toSorted((a, b) => a - b);
  commit(server, { kind: "group saved", group: { ...group, members } });
  if (add.length > 0)
    announceToAll(server, "user_group", { op: "add_members", group_id: id, user_ids: add });
  tellTouched(server, person, group, add, "added you to");
  if (remove.length > 0)
    announceToAll(server, "user_group", { op: "remove_members", group_id: id, user_ids: remove });
  tellTouched(server, person, group, remove, "removed you from");
}

function tellTouched(
  server: Server,
  person: Person,
  { name }: Group,
  ids: readonly number[],
  what: string,
): void {
  for (const id of ids) {
    const other = server.state.people.byId.get(id);
    if (other === undefined || other.isBot || !other.isActive || id === person.id) continue;
    notify(server, { to: id }, `${named(person)} ${what} the group @_*${name}*.`);
  }
}

export function changeSubgroups(
  server: Server,
  person: Person,
  id: number,
  exchange: Exchange,
): void {
  const { add, remove } = exchange;
  requireSomething(exchange);
  const group = manageable(server, person, id);
  requireGroups(server, [...add, ...remove]);
  requireFitting(group.subgroups, exchange, {
    present: (one) => `User group ${one} is already a subgroup of this group.`,
    absent: (one) => `User group ${one} is not a subgroup of this group.`,
  });
  requireNoCircle(server, id, add);
  const subgroups = exchanged(group.subgroups, exchange);
  commit(server, { kind: "group saved", group: { ...group, subgroups } });
  const name = (op: string, ids: readonly number[]) => ({
    op,
    group_id: id,
    direct_subgroup_ids: ids,
  });
  if (add.length > 0) announceToAll(server, "user_group", name("add_subgroups", add));
  if (remove.length > 0) announceToAll(server, "user_group", name("remove_subgroups", remove));
}

/** No group is within itself, however far down. */
function requireNoCircle({ state }: Server, id: number, add: readonly number[]): void {
  const isCircle = add.some(
    (one) => one === id || effectiveSubgroups(state.people, one).includes(id),
  );
  if (!isCircle) return;
  throw new Refusal(`User group ${id} is already a subgroup of one of the passed subgroups.`);
}
