/** Who is no newcomer any more: a group that members come into when they have been there for long enough. */
import { realmSetting } from "#realm/register/realm-settings.ts";
import { announceToAll, commit, now, type Server } from "#realm/server.ts";
import { daySeconds, type Group, groupOfRole, type Person } from "#realm/state/people.ts";
import { roles } from "#wire/user.ts";
import { isFull } from "./policies.ts";

function fullMembers({ state }: Server): Group | undefined {
  return [...state.people.groups.values()].find(({ name }) => name === "role:fullmembers");
}

function membersOf({ state }: Server): Group | undefined {
  return groupOfRole(state.people, roles.member);
}

/** Brings the group to what holds for these people now, whether or not they are away, and tells everybody. */
export function settleFullMembers(server: Server, people: Iterable<Person>): void {
  const group = fullMembers(server);
  if (group === undefined) return;
  const present = new Set(group.members);
  // Whoever was away from the beginning stands in no group.
  const known = new Set([...group.members, ...(membersOf(server)?.members ?? [])]);
  const changed = [...people].filter(
    (person) => known.has(person.id) && isDue(server, person) !== present.has(person.id),
  );
  const [coming, going] = [[] as number[], [] as number[]];
  for (const { id } of changed) (present.has(id) ? going : coming).push(id);
  if (changed.length === 0) return;
  const members = [...group.members.filter((id) => !going.includes(id)), ...coming];
  members.sort((a, b) => a - b);
  commit(server, { kind: "group saved", group: { ...group, members } });
  tell(server, group, "add_members", coming);
  tell(server, group, "remove_members", going);
}

/** Higher roles stand in groups of their own, within this one. */
function isDue(server: Server, person: Person): boolean {
  return !person.isSystem && person.role === roles.member && isFull(server, person);
}

function tell(server: Server, { id }: Group, op: string, userIds: readonly number[]): void {
  if (userIds.length === 0) return;
  const user_ids = userIds.toSorted((a, b) => a - b);
  announceToAll(server, "user_group", { op, group_id: id, user_ids });
}

/** Settles everybody, and comes back when the next one has waited long enough. */
export function watchFullMembers(server: Server): void {
  const people = [...server.state.people.byId.values()];
  settleFullMembers(server, people);
  const days = Number(realmSetting(server, "waiting_period_threshold"));
  const waits = people
    .filter((person) => person.role === roles.member && !isFull(server, person))
    .map(({ joinedAt }) => joinedAt + days * daySeconds - now(server));
  if (waits.length === 0) return;
  server.promotion.cancel();
  server.promotion.cancel = server.clock.after(Math.min(...waits) * 1000, () => {
    if (!server.stopped.aborted) watchFullMembers(server);
  });
}
