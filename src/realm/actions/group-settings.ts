/** The groups and people that a request names by their IDs. */
import { Refusal } from "#realm/failures.ts";
import type { Server } from "#realm/server.ts";
import type { Group } from "#realm/state/people.ts";

export function groupNumbered({ state }: Server, id: number): Group {
  const group = state.people.groups.get(id);
  if (group === undefined) throw new Refusal("Invalid user group");
  return group;
}

export function requirePeople({ state }: Server, ids: readonly number[]): void {
  const missing = ids.find((id) => state.people.byId.get(id)?.isSystem !== false);
  if (missing !== undefined) throw new Refusal(`Invalid user ID: ${missing}`);
}

export function requireGroups({ state }: Server, ids: readonly number[]): void {
  const missing = ids.find((id) => !state.people.groups.has(id));
  if (missing !== undefined) throw new Refusal(`Invalid user group ID: ${missing}`);
}

/** Of a setting that takes groups of the system alone: the ID of one that is not unfit. */
export function readSystemGroup(
  server: Server,
  setting: string,
  id: number,
  unfit: readonly string[],
): number {
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
  return id;
}
