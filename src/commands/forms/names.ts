/** Names in the fields of forms: lists of people and groups, what completes them, and what changes in them. */
import { counted } from "#base/counted.ts";
import { memoizeLast } from "#base/memoize.ts";
import { get, values } from "#base/table.ts";
import { groupsLike, peopleLike, personNamed } from "#commands/places/finder.ts";
import type { Editor } from "#editor/editor.ts";
import { replaceRange } from "#editor/history.ts";
import type { Problem } from "#model/limits.ts";
import type { Group, Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { personName } from "#model/select/conversations.ts";
import { systemGroupTitle } from "#model/select/streams.ts";
import type { GroupId, UserId } from "#wire/ids.ts";
import { type Change, type Field, isListOfNames, type NamesField } from "./form.ts";

/**
 * The names in a comma-separated list, without empty ones. A comma that is part of a name is escaped with a backslash.
 */
export function namesIn(text: string): readonly string[] {
  return text
    .split(/(?<!\\),/)
    .map((name) => name.replaceAll("\\,", ",").trim())
    .filter((name) => name !== "");
}

/** Whether another one than that of the name `own` is called so, in whatever capitals. */
export function isTaken(
  all: Iterable<{ readonly name: string }>,
  name: string,
  own: string | undefined,
): boolean {
  const folded = name.toLowerCase();
  return [...all].some((one) => one.name !== own && one.name.toLowerCase() === folded);
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

/** Returns undefined if no user or group has that name, or both have it. */
function whom(view: Replica, name: string): readonly UserId[] | undefined {
  const id = personNamed(view, name);
  const group = groupOfPeople(view, name);
  if (id !== undefined) return group === undefined ? [id] : undefined;
  return group?.members;
}

/** With the mark or without it. */
function groupOfPeople(view: Replica, typed: string): Group | undefined {
  const name = typed.startsWith(groupMark) ? typed.slice(groupMark.length) : typed;
  const group = groupNamed(view, name);
  return group?.isSystem === false && group.isActive ? group : undefined;
}

export function groupNamed({ groups }: Replica, name: string): Group | undefined {
  return [...values(groups)].find((group) => group.name === name);
}

/** Whether a list of that kind may have this name. */
export function isKnownName(
  view: Replica,
  kind: NamesField["kind"]["type"],
  name: string,
): boolean {
  if (kind === "permission") return isHolderName(view, name);
  return (kind === "people" ? whom(view, name) : groupNamed(view, name)) !== undefined;
}

/** What is wrong with the first name that matches nobody, or a person as well as a group. */
export function unknownName(view: Replica, text: string): Problem {
  const unknown = namesIn(text).find((name) => whom(view, name) === undefined);
  if (unknown === undefined) return undefined;
  const id = personNamed(view, unknown);
  return id === undefined
    ? `No such user: ${unknown}`
    : `${unknown} is a person and a group: write ${unknown}|${id} or ${groupMark}${unknown}.`;
}

/** With the ID if the name is ambiguous, as in mentions. */
export function exactName(view: Replica, id: UserId): string {
  const name = personName(view, id);
  return personNamed(view, name) === id ? name : `${name}|${id}`;
}

/** Names in the format of a field of users. */
export function namesOf(view: Replica, ids: readonly UserId[]): string {
  return listOf(
    ids.filter((id) => get(view.people, id) !== undefined).map((id) => listedName(view, id)),
  );
}

/** With the ID if a group has the name, too. */
function listedName(view: Replica, id: UserId): string {
  const name = exactName(view, id);
  return groupOfPeople(view, name) === undefined ? name : `${personName(view, id)}|${id}`;
}

// Who has a permission: people and groups that stand for themselves.

export type Holder =
  | { readonly kind: "person"; readonly id: UserId }
  | { readonly kind: "group"; readonly id: GroupId };

/** Before the name of a group that somebody else has, too. */
export const groupMark = "group:";

/** Everybody and every group of that name. System groups have the names that are shown, too: `Full members`. */
export function holdersNamed(view: Replica, name: string): readonly Holder[] {
  const person = name.startsWith(groupMark) ? undefined : personNamed(view, name);
  const groups = groupsNamed(view, name);
  return [
    ...(person === undefined ? [] : [{ kind: "person", id: person } as const]),
    ...groups.map(({ id }) => ({ kind: "group", id }) as const),
  ];
}

function groupsNamed({ groups }: Replica, typed: string): readonly Group[] {
  const name = typed.startsWith(groupMark) ? typed.slice(groupMark.length) : typed;
  const isNamed = (group: Group) =>
    group.isSystem
      ? typed === group.name || isTitle(group, typed)
      : group.isActive && group.name === name;
  return [...values(groups)].filter(isNamed);
}

function isTitle({ name }: Group, typed: string): boolean {
  return systemGroupTitle(name).toLowerCase() === typed.toLowerCase();
}

/** Whether it names somebody, or one group. */
function isHolderName(view: Replica, name: string): boolean {
  return holdersNamed(view, name).length === 1;
}

export function groupName(view: Replica, id: GroupId): string | undefined {
  const group = get(view.groups, id);
  if (group === undefined) return undefined;
  const [short, exact] = group.isSystem
    ? [systemGroupTitle(group.name), group.name]
    : [group.name, groupMark + group.name];
  return isHolderName(view, short) ? short : exact;
}

/** The name of somebody in such a list. */
export function holderName(view: Replica, id: UserId): string {
  const name = exactName(view, id);
  return isHolderName(view, name) ? name : `${personName(view, id)}|${id}`;
}

export type NameChoice = {
  readonly name: string;
  /** What distinguishes it from others of the same name. */
  readonly detail: string;
};

/** What completion needs of an open form. */
type Typing = {
  readonly field: Field | undefined;
  readonly change: Change;
  readonly form: { readonly input: Editor };
};

const maxChoices = 4;

/** The name that the cursor is in. */
function nameAt({ text, cursor }: Editor) {
  const commas = [...text.matchAll(/(?<!\\),/g)].map(({ index }) => index);
  const from = (commas.findLast((at) => at < cursor) ?? -1) + 1;
  const to = commas.find((at) => at >= cursor) ?? text.length;
  const [name = ""] = namesIn(text.slice(from, to));
  return { from, to, name };
}

/** Completions of the name that is being typed; none in other fields. */
export function nameChoices(view: Replica, typing: Typing): readonly NameChoice[] {
  const { field } = typing;
  if (field === undefined || !isListOfNames(field) || field.locked !== undefined) return [];
  const { kind } = field;
  const { name } = nameAt(typing.form.input);
  if (name === "" || isKnownName(view, kind.type, name)) return [];
  const isPermission = kind.type === "permission";
  const takesGroups = kind.type !== "people" || kind.groups === true;
  const choices = choicesFor(view, kind.type !== "groups", takesGroups, name);
  return isPermission ? [...systemChoices(view, name), ...choices].slice(0, maxChoices) : choices;
}

/** A frame asks for them more than once: to draw them, and to leave an unfinished name out of what changes. */
const choicesFor = memoizeLast(
  (
    view: Replica,
    takesPeople: boolean,
    takesGroups: boolean,
    name: string,
  ): readonly NameChoice[] => {
    const people = takesPeople ? peopleLike(view, name, maxChoices) : [];
    const groups = takesGroups ? groupsLike(view, name, maxChoices) : [];
    const rank = (choice: NameChoice) =>
      choice.name.toLowerCase().startsWith(name.toLowerCase()) ? 0 : 1;
    return [
      ...people.map((one) => personChoice(view, one, people)),
      ...groups.map((one) => groupChoice(view, one, takesPeople)),
    ]
      .sort((a, b) => rank(a) - rank(b))
      .slice(0, maxChoices);
  },
);

function systemChoices({ groups }: Replica, name: string): readonly NameChoice[] {
  return [...values(groups)]
    .filter(({ isSystem }) => isSystem)
    .map((group) => ({ name: systemGroupTitle(group.name), detail: group.description }))
    .filter((choice) => choice.name.toLowerCase().startsWith(name.toLowerCase()));
}

/** People with the same name are distinguished by their addresses. */
function personChoice(view: Replica, person: Person, all: readonly Person[]): NameChoice {
  const { id, name, email, deliveryEmail = email } = person;
  const isOnly = all.every((other) => other === person || other.name !== name);
  return { name: listedName(view, id), detail: isOnly ? "" : deliveryEmail };
}

/** With the mark if somebody has the name, too. */
function groupChoice(view: Replica, { name, members }: Group, besidePeople: boolean): NameChoice {
  const isShared = besidePeople && personNamed(view, name) !== undefined;
  const detail = `group, ${counted(members.length, "person", "people")}`;
  return { name: isShared ? groupMark + name : name, detail };
}

/** The text with that name in place of the one that is being typed; at the end, another one can follow at once. */
export function withName(editor: Editor, name: string): Editor {
  const { from, to } = nameAt(editor);
  const next = to === editor.text.length ? ", " : "";
  return replaceRange(editor, from, to, `${from === 0 ? "" : " "}${listOf([name])}${next}`);
}

/**
 * The values without the name that is being typed while it can be completed: an unfinished one is not an error. The only
 * name counts as its first completion, since a list without names can be an error, too.
 */
export function finishedNames(view: Replica, typing: Typing): Change {
  const { field, change } = typing;
  const [first] = nameChoices(view, typing);
  if (field === undefined || first === undefined) return change;
  const { input } = typing.form;
  const { from, to } = nameAt(input);
  const rest = input.text.slice(0, from) + input.text.slice(to);
  const isOnly = namesIn(rest).length === 0;
  const text = isOnly ? withName(input, first.name).text : rest;
  return { ...change, values: { ...change.values, [field.key]: text } };
}

/** Who is added and who removed: known names alone, and the members of a group that is not one itself. */
export function nameChange(view: Replica, { kind }: NamesField, before: string, after: string) {
  const names = (text: string) =>
    kind.type === "people"
      ? peopleNamed(view, text).map((id) => exactName(view, id))
      : namesIn(text).filter((name) => isKnownName(view, kind.type, name));
  const [old, now] = [names(before), names(after)];
  return {
    added: now.filter((name) => !old.includes(name)),
    removed: old.filter((name) => !now.includes(name)),
  };
}
