/** Parts that several forms share: fields with the server's limits, and its error texts. */
import { get, values } from "#base/table.ts";
import { personNamed } from "#commands/finder.ts";
import type { Problem } from "#model/limits.ts";
import type { Group } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { personName } from "#model/select/conversations.ts";
import { asStored, checkError } from "#wire/checks.ts";
import { type ErrorRow, isKnownAt, type Parameter } from "#wire/endpoint.ts";
import { type Fill, filled, textAt } from "#wire/error-texts.ts";
import type { UserId } from "#wire/ids.ts";
import { limits } from "#wire/limits.ts";
import type { Option } from "./form.ts";

/** An error text at the server's level, with its placeholders filled in. */
export function refusal({ realm }: Pick<Replica, "realm">, text: string, fill: Fill = {}): string {
  return filled(textAt(realm.featureLevel, text), fill);
}

/** The server's error for a text by itself, from the declaration of its parameter. */
export function textProblem(
  view: Pick<Replica, "realm">,
  parameter: Pick<Parameter, "checks" | "isTrimmed">,
  text: string,
): Problem {
  const { maxStreamNameLength, maxStreamDescriptionLength } = view.realm;
  const found = checkError(parameter, asStored(parameter, text), {
    ...limits,
    streamNameLength: maxStreamNameLength,
    streamDescriptionLength: maxStreamDescriptionLength,
  });
  return found && refusal(view, found.error.text, found.fill);
}

/** What the server says in that case, of the endpoint's declared errors. */
export function serverSays(view: Pick<Replica, "realm">, row: ErrorRow, fill?: Fill): string {
  return refusal(view, row.text, fill);
}

export const yesNo: readonly Option[] = [
  { value: "true", title: "Yes" },
  { value: "false", title: "No" },
];

/** Why the server does not support it: it is older than the parameter. */
export function levelProblem(
  { realm }: Pick<Replica, "realm">,
  parameter: Pick<Parameter, "since" | "until">,
): Problem {
  return isKnownAt(parameter, realm.featureLevel)
    ? undefined
    : `This server is too old for it (from level ${parameter.since} on).`;
}

/**
 * The names in a comma-separated list, without empty ones. A comma that is part of a name is escaped with a backslash.
 */
export function namesIn(text: string): readonly string[] {
  return text
    .split(/(?<!\\),/)
    .map((name) => name.replaceAll("\\,", ",").trim())
    .filter((name) => name !== "");
}

/** The inverse of `namesIn`. */
export function listOf(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(",", "\\,")).join(", ");
}

/** The users with these names, including members of groups, without duplicates. */
export function peopleNamed(view: Replica, text: string): readonly UserId[] {
  const ids = namesIn(text).flatMap((name) => whom(view, name) ?? []);
  return [...new Set(ids)];
}

/** Undefined: no user or group has that name. */
function whom(view: Replica, name: string): readonly UserId[] | undefined {
  const id = personNamed(view, name);
  if (id !== undefined) return [id];
  const group = groupNamed(view, name);
  return group?.isSystem === false ? group.members : undefined;
}

export function groupNamed({ groups }: Replica, name: string): Group | undefined {
  return [...values(groups)].find((group) => group.name === name);
}

/** Whether a list of that kind may have this name. */
export function isKnownName(view: Replica, kind: "people" | "groups", name: string): boolean {
  return (kind === "people" ? whom(view, name) : groupNamed(view, name)) !== undefined;
}

/** The first name that matches nobody. */
export function unknownName(view: Replica, text: string): Problem {
  const unknown = namesIn(text).find((name) => whom(view, name) === undefined);
  return unknown === undefined ? undefined : `No such user: ${unknown}`;
}

/** With the ID if the name is ambiguous, as in mentions. */
export function exactName(view: Replica, id: UserId): string {
  const name = personName(view, id);
  return personNamed(view, name) === id ? name : `${name}|${id}`;
}

/** Names in the format of a field of users. */
export function namesOf(view: Replica, ids: readonly UserId[]): string {
  return listOf(
    ids.filter((id) => get(view.people, id) !== undefined).map((id) => exactName(view, id)),
  );
}
