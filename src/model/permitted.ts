/** Who is permitted to do something, as the client stores it: one form, whatever form the server gave it. */
import { fits } from "#wire/fits.ts";
import type { GroupId, UserId } from "#wire/ids.ts";
import { type GroupSetting, groupSetting } from "#wire/permission.ts";

/** Those people, and everybody in one of the groups. */
export type Permitted = {
  readonly people: readonly UserId[];
  readonly groups: readonly GroupId[];
};

/** By the names of the permissions on the wire. A name is absent if the server does not tell, or is too old for it. */
export type Permissions<Name extends string> = { readonly [N in Name]?: Permitted };

const nobody: readonly UserId[] = [];

export function permittedFrom(setting: GroupSetting): Permitted {
  if (typeof setting === "number") return { people: nobody, groups: [setting] };
  return { people: setting.direct_members, groups: setting.direct_subgroups };
}

/** Undefined for anything else than a permission's value. */
export function permittedIn(value: unknown): Permitted | undefined {
  return fits(groupSetting, value) ? permittedFrom(value as GroupSetting) : undefined;
}

/** The permissions after an event with new values of some; null: a value that cannot be read, so that it is not known. */
export function permissionsAfter<Name extends string>(
  before: Permissions<Name>,
  names: Readonly<Record<Name, number>>,
  changes: { readonly [N in NoInfer<Name>]?: GroupSetting | null | undefined },
): Permissions<Name> {
  const after: { [N in Name]?: Permitted } = { ...before };
  for (const name in names) {
    const setting = changes[name];
    if (setting === null) delete after[name];
    else if (setting !== undefined) after[name] = permittedFrom(setting);
  }
  return after;
}

/** What an object of the wire says about the permissions of that table. */
export function permissionsFrom<Name extends string>(
  names: Readonly<Record<Name, number>>,
  object: { readonly [N in NoInfer<Name>]?: GroupSetting | undefined },
): Permissions<Name> {
  const permissions: { [N in Name]?: Permitted } = {};
  for (const name in names) {
    const setting = object[name];
    if (setting !== undefined) permissions[name] = permittedFrom(setting);
  }
  return permissions;
}
