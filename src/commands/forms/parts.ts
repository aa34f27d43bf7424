/** Parts that several forms have: fields by the limits of the server, and its own words for what it would refuse. */
import { get, values } from "#base/table.ts";
import { personNamed } from "#commands/finder.ts";
import type { Problem } from "#model/limits.ts";
import type { Replica } from "#model/replica.ts";
import { personName } from "#model/select/conversations.ts";
import { complaintAbout, kept } from "#wire/checks.ts";
import { type ErrorRow, isKnownAt, type Parameter } from "#wire/endpoint.ts";
import { type Fill, filled, textAt } from "#wire/error-texts.ts";
import type { UserId } from "#wire/ids.ts";
import { limits } from "#wire/limits.ts";
import type { Field, Option } from "./form.ts";

/** An error's text at the server's level, its places in angle brackets filled in. */
export function refusal({ realm }: Pick<Replica, "realm">, text: string, fill: Fill = {}): string {
  return filled(textAt(realm.featureLevel, text), fill);
}

/** What the server would say of a text for itself, by the declaration of the parameter that it is sent as. */
export function textProblem(
  view: Pick<Replica, "realm">,
  parameter: Pick<Parameter, "checks" | "isTrimmed">,
  text: string,
): Problem {
  const { maxStreamNameLength, maxStreamDescriptionLength } = view.realm;
  const found = complaintAbout(parameter, kept(parameter, text), {
    ...limits,
    streamNameLength: maxStreamNameLength,
    streamDescriptionLength: maxStreamDescriptionLength,
  });
  return found && refusal(view, found.error.text, found.fill);
}

/** What the server says when that is so, as the declarations of endpoints have it; a row that is missing is a fault. */
export function serverWords(
  ...declared: readonly (readonly ErrorRow[] | undefined)[]
): (view: Pick<Replica, "realm">, when: string, fill?: Fill) => string {
  const texts = new Map(declared.flatMap((rows = []) => rows.map((row) => [row.when, row.text])));
  return (view, when, fill) => {
    const text = texts.get(when);
    if (text === undefined) throw new RangeError(`No declared error: ${when}.`);
    return refusal(view, text, fill);
  };
}

export const yesNo: readonly Option[] = [
  { value: "true", title: "yes" },
  { value: "false", title: "no" },
];

/** Locked where there is a reason. */
export function lockedBy<F extends Field>(field: F, locked: Problem): F {
  return locked === undefined ? field : { ...field, locked };
}

/** Why the server cannot be told of it: it is older than the parameter. */
export function levelProblem(
  { realm }: Pick<Replica, "realm">,
  parameter: Pick<Parameter, "since" | "until">,
): Problem {
  return isKnownAt(parameter, realm.featureLevel)
    ? undefined
    : `This server is too old for it (from level ${parameter.since} on).`;
}

/** The names of a list as they were typed; blank ones are nobody. A comma that is part of a name has a backslash before it. */
export function namesIn(text: string): readonly string[] {
  return text
    .split(/(?<!\\),/)
    .map((name) => name.replaceAll("\\,", ",").trim())
    .filter((name) => name !== "");
}

/** The list that `namesIn` reads so. */
export function listOf(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(",", "\\,")).join(", ");
}

/** What differs between two lists of names. */
export function nameChange(before: string, after: string) {
  const [old, now] = [namesIn(before), namesIn(after)];
  return {
    added: now.filter((name) => !old.includes(name)),
    removed: old.filter((name) => !now.includes(name)),
  };
}

/** Everybody whom the names mean, members of groups among them; each once. */
export function peopleNamed(view: Replica, text: string): readonly UserId[] {
  const ids = namesIn(text).flatMap((name) => whom(view, name) ?? []);
  return [...new Set(ids)];
}

/** Undefined: nobody and no group is called so. */
function whom(view: Replica, name: string): readonly UserId[] | undefined {
  const id = personNamed(view, name);
  if (id !== undefined) return [id];
  const group = [...values(view.groups)].find((each) => !each.isSystem && each.name === name);
  return group?.members;
}

/** The first name that means nobody. */
export function unknownName(view: Replica, text: string): Problem {
  const unknown = namesIn(text).find((name) => whom(view, name) === undefined);
  return unknown === undefined ? undefined : `No such user: ${unknown}`;
}

/** With the ID behind it where somebody else is called so too, as mentions have it. */
function exactName(view: Replica, id: UserId): string {
  const name = personName(view, id);
  return personNamed(view, name) === id ? name : `${name}|${id}`;
}

/** Names as a field of people holds them. */
export function namesOf(view: Replica, ids: readonly UserId[]): string {
  return listOf(
    ids.filter((id) => get(view.people, id) !== undefined).map((id) => exactName(view, id)),
  );
}
