/** Fields for permissions: people and groups by name, which stand for themselves, and what such a list is on the wire. */
import { get } from "#base/table.ts";
import type { Problem } from "#model/limits.ts";
import {
  nobody,
  type Permission,
  permittedOf,
  ruleOf,
  systemGroupNamed,
  toldPermitted,
} from "#model/permission.ts";
import type { Permitted } from "#model/permitted.ts";
import type { Replica } from "#model/replica.ts";
import { systemGroupTitle } from "#model/select/streams.ts";
import type { Endpoint } from "#wire/endpoint.ts";
import type { GroupSetting } from "#wire/permission.ts";
import { type FieldRow, field, type Now } from "./endpoint-form.ts";
import {
  groupMark,
  groupName,
  type Holder,
  holderName,
  holdersNamed,
  listOf,
  namesIn,
} from "./names.ts";

/** The text of a field for it. */
export function textOfPermitted(view: Replica, permitted: Permitted | undefined): string {
  if (permitted === undefined) return "";
  const { people, groups } = permitted;
  const names = [
    ...groups.map((id) => groupName(view, id) ?? stranger),
    ...people.map((id) => (get(view.people, id) === undefined ? stranger : holderName(view, id))),
  ];
  return listOf(names.length === 0 ? [systemGroupTitle(nobody)] : names);
}

const stranger = "unknown";

/** Why the value cannot be changed: who is permitted now is not all known here, and would be lost. */
function unknownProblem(view: Replica, permitted: Permitted | undefined): Problem {
  if (permitted === undefined) return "The server does not report who may.";
  const { people, groups } = permitted;
  const isKnown =
    groups.every((id) => get(view.groups, id) !== undefined) &&
    people.every((id) => get(view.people, id) !== undefined);
  return isKnown ? undefined : "The server does not list everybody who may.";
}

/** Who is named in the text; the first holder of an ambiguous name. Nobody adds nobody to others. */
export function permittedNamed(view: Replica, text: string): Permitted {
  const holders = namesIn(text).flatMap((name) => holdersNamed(view, name)[0] ?? []);
  const none = systemGroupNamed(view, nobody)?.id;
  const groups = idsOf(holders, "group").filter((id) => id !== none || holders.length === 1);
  return { people: idsOf(holders, "person"), groups };
}

/** As servers have it: one group alone is its ID, and nobody is a group. */
function settingOf(view: Replica, { people, groups }: Permitted): GroupSetting {
  const [only] = groups;
  if (only !== undefined && groups.length === 1 && people.length === 0) return only;
  const none = systemGroupNamed(view, nobody)?.id;
  if (none !== undefined && people.length + groups.length === 0) return none;
  return { direct_members: [...people], direct_subgroups: [...groups] };
}

function idsOf<Kind extends Holder["kind"]>(holders: readonly Holder[], kind: Kind) {
  type Id = Extract<Holder, { readonly kind: Kind }>["id"];
  return [...new Set(holders.flatMap((one) => (one.kind === kind ? [one.id as Id] : [])))];
}

/** Why the text cannot be the value of the permission. */
export function permittedProblem(view: Replica, permission: Permission, text: string): Problem {
  const names = namesIn(text);
  for (const name of names) {
    const { length: count } = holdersNamed(view, name);
    if (count === 0) return `No such user or group: ${name}`;
    if (count > 1) return `${name} is a user and a group: write ${groupMark}${name} for the group.`;
  }
  if (names.length === 0) return `Name people or groups, or ${systemGroupTitle(nobody)}.`;
  return refusedGroup(view, permission, text);
}

/** LEVEL(221): before it, servers do not say which groups they refuse. */
function refusedGroup(view: Replica, permission: Permission, text: string): Problem {
  const rule = ruleOf(view, permission);
  const { people, groups } = permittedNamed(view, text);
  if (rule === undefined) return undefined;
  const isSystem = ([id]: typeof groups) => id !== undefined && get(view.groups, id)?.isSystem;
  const isOne = people.length === 0 && groups.length === 1 && isSystem(groups) === true;
  if (rule.require_system_group === true && !isOne)
    return "This can only be one of the groups that every organization has.";
  const refused = {
    [nobody]: rule.allow_nobody_group,
    "role:everyone": rule.allow_everyone_group,
    "role:internet": rule.allow_internet_group,
  };
  const names = groups.map((id) => get(view.groups, id)?.name ?? "");
  const name = names.find((one) => refused[one as keyof typeof refused] === false);
  return name === undefined ? undefined : `${systemGroupTitle(name)} cannot have this permission.`;
}

/** The names of groups of the server that the command line accepts for a permission, as words. */
export const holderWords = [
  "everybody",
  "members",
  "full-members",
  "moderators",
  "administrators",
  "owners",
  "nobody",
] as const;

type PermissionRow<Subject> = {
  readonly key: string;
  readonly label: string;
  readonly flag?: string;
  readonly olderWords?: Readonly<Record<string, string>>;
  readonly permission: (subject: Subject) => Permission;
  readonly locked?: (now: Now<Subject>) => Problem;
  readonly isFor?: (subject: Subject, view: Replica) => boolean;
};

/** The field of a permission, which is sent with the value that it replaces where it is `changed`. */
export function permissionField<Subject>(
  endpoint: Endpoint,
  { permission, ...row }: PermissionRow<Subject>,
  sent: "created" | "changed",
): FieldRow<Subject> {
  // What exists has a value, and the default is not it: what is not told is not known.
  const permittedNow = sent === "created" ? permittedOf : toldPermitted;
  const now = ({ view, subject }: Now<Subject>) => permittedNow(view, permission(subject));
  return field<Subject, Endpoint["parameters"]>(endpoint, nameIn(permission), {
    ...row,
    locked: (at) =>
      row.locked?.(at) ?? (sent === "changed" ? unknownProblem(at.view, now(at)) : undefined),
    kind: { type: "permission", placeholder: "names of people and groups, comma-separated" },
    value: (at) => textOfPermitted(at.view, now(at)),
    // Where nothing is the default, the server decides.
    problem: (text, at) =>
      text === "" && now(at) === undefined
        ? undefined
        : permittedProblem(at.view, permission(at.subject), text),
    toRequest: (text, at) => {
      const { view, subject } = at;
      const value = settingOf(view, permittedNamed(view, text));
      const before = now(at);
      const replaced = before === undefined ? {} : { old: settingOf(view, before) };
      const change = sent === "created" ? value : { new: value, ...replaced };
      return { request: { [permission(subject).name]: change } };
    },
  });
}

/** It depends on nothing but the row. */
function nameIn<Subject>(permission: (subject: Subject) => Permission): string {
  return permission({} as Subject).name;
}
