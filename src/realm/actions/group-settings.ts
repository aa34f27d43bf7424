/** Settings whose value is a group, by its ID or as people and groups without a name. */
import { Refusal } from "#realm/failures.ts";
import type { Server } from "#realm/server.ts";
import type { Group, GroupSetting } from "#realm/state/people.ts";
import { since } from "#wire/levels.ts";

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

/** One group alone is meant by its ID. */
export function plainSetting(setting: GroupSetting): GroupSetting {
  if (typeof setting === "number") return setting;
  const { direct_members: members, direct_subgroups: groups } = setting;
  const [only] = groups;
  return members.length === 0 && groups.length === 1 && only !== undefined ? only : setting;
}

/** Whoever says what they think holds must be right. */
export function requireExpected(present: GroupSetting, old: GroupSetting | undefined): void {
  if (old === undefined || isSameSetting(plainSetting(old), present)) return;
  throw new Refusal("'old' value does not match the expected value.", {
    code: "EXPECTATION_MISMATCH",
  });
}

export function isSameSetting(a: GroupSetting, b: GroupSetting): boolean {
  return ordered(a) === ordered(b);
}

function ordered(setting: GroupSetting): string {
  if (typeof setting === "number") return String(setting);
  const { direct_members: members, direct_subgroups: groups } = setting;
  return JSON.stringify([members, groups].map((ids) => [...new Set(ids)].sort((a, b) => a - b)));
}

function requireFit(setting: string, { name }: Group, unfit: readonly string[]): void {
  if (!unfit.includes(name)) return;
  throw new Refusal(`'${setting}' setting cannot be set to '${name}' group.`);
}

/** Of a setting that takes any people and groups: its value, but for groups of the system that are unfit. */
export function readAnyone(
  server: Server,
  setting: string,
  wanted: GroupSetting,
  unfit: readonly string[],
): GroupSetting {
  // LEVEL(258): only a group's ID before it.
  if (typeof wanted !== "number" && server.level < since.namelessGroups) {
    throw new Refusal(`${setting} is not an integer`);
  }
  const value = plainSetting(wanted);
  if (typeof value === "number") requireFit(setting, groupNumbered(server, value), unfit);
  else {
    requirePeople(server, value.direct_members);
    requireGroups(server, value.direct_subgroups);
  }
  return value;
}

/** Of a setting that takes groups of the system alone: the ID of one that is not unfit. */
export function readSystemGroup(
  server: Server,
  setting: string,
  id: number,
  unfit: readonly string[],
): number {
  const group = groupNumbered(server, id);
  if (!group.isSystem) {
    throw new Refusal(`'${setting}' must be a system user group.`, {
      code: "SYSTEM_GROUP_REQUIRED",
      extra: { setting_name: setting },
    });
  }
  requireFit(setting, group, unfit);
  return id;
}
