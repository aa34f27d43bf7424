/** Whether somebody is in a group, including its subgroups. */
import { get } from "#base/table.ts";
import type { Replica } from "#model/replica.ts";
import type { GroupId, UserId } from "#wire/ids.ts";

/** Visits each group once, even if groups contain each other. `unknown` is the answer for groups that are not known. */
export function isInGroup(
  { groups }: Pick<Replica, "groups">,
  id: GroupId,
  userId: UserId,
  unknown = false,
  seen: ReadonlySet<GroupId> = new Set(),
): boolean {
  const group = get(groups, id);
  if (group === undefined) return unknown;
  if (seen.has(id)) return false;
  if (group.members.includes(userId)) return true;
  const now = new Set(seen).add(id);
  return group.subgroups.some((one) => isInGroup({ groups }, one, userId, unknown, now));
}
