/** Fields for profile values: each with the editor that fits the type of the organization's field. */
import { get } from "#base/table.ts";
import type { Problem } from "#model/limits.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { peopleIn, profileChoices } from "#model/select/profile-text.ts";
import { type Call, call, type FormValues } from "#store/forms.ts";
import { clearOwnProfile, updateOwnProfile } from "#wire/endpoints/profile-fields.ts";
import { limits } from "#wire/limits.ts";
import { fieldTypes, type ProfileField } from "#wire/profile-field.ts";
import type { Change, Field } from "./form.ts";
import { choice, isTooLong, namesOf, peopleNamed, serverWords, unknownName } from "./parts.ts";

function keyOf({ id }: Pick<ProfileField, "id">): string {
  return `profile:${id}`;
}

export function profileFields(view: Replica): readonly Field[] {
  return view.organization.profileFields.map((field) => fieldFor(view, field));
}

function fieldFor(view: Replica, field: ProfileField): Field {
  const key = keyOf(field);
  const { name: label } = field;
  switch (field.type) {
    case fieldTypes.options:
      return choice(key, label, [{ value: "", title: "none" }, ...profileChoices(field)]);
    case fieldTypes.people:
      return {
        key,
        label,
        kind: { type: "people", placeholder: field.hint || "names, with commas" },
        problem: (text) => unknownName(view, text) ?? unfitPerson(view, text),
      };
    default:
      return {
        key,
        label,
        kind: { type: "text", placeholder: field.hint || (placeholders[field.type] ?? "") },
        problem: (text) => textProblem(view, field, text),
      };
  }
}

const placeholders: Readonly<Record<number, string>> = {
  [fieldTypes.date]: "2026-11-20",
  [fieldTypes.link]: "https://",
  [fieldTypes.account]: "the name of the account",
};

const saidWhen = serverWords(updateOwnProfile.errors);

/** Those who have left, and bots, are nobody's values. */
function unfitPerson(view: Replica, text: string): Problem {
  for (const id of peopleNamed(view, text)) {
    const person = get(view.people, id);
    if (person?.isActive === false) return saidWhen(view, "somebody who has left", { id });
    if (person?.isBot === true) return saidWhen(view, "a bot among people", { id });
  }
  return undefined;
}

function textProblem(view: Replica, { type, name }: ProfileField, text: string): Problem {
  if (text === "") return undefined;
  const limit =
    type === fieldTypes.longText ? limits.profileLongTextLength : limits.profileTextLength;
  if (isTooLong(text, limit)) return saidWhen(view, "too long", { name, limit });
  if (type === fieldTypes.date && !isDate(text)) return saidWhen(view, "no date", { name });
  const isLink = /^https?:/.test(text) && URL.canParse(text);
  return type === fieldTypes.link && !isLink ? saidWhen(view, "no link", { name }) : undefined;
}

/** A day of the calendar: year, month and day. */
function isDate(text: string): boolean {
  const [, year = "", month = "", day = ""] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === "") return false;
  const isLeap = (Number(year) % 4 === 0 && Number(year) % 100 !== 0) || Number(year) % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Number(month) - 1];
  return days !== undefined && Number(day) >= 1 && Number(day) <= days;
}

export function profileTruth(view: Replica, { profile }: Person): FormValues {
  const entries = view.organization.profileFields.map((field) => {
    const value = profile[field.id] ?? "";
    const shown = field.type === fieldTypes.people ? namesOf(view, peopleIn(value)) : value;
    return [keyOf(field), shown] as const;
  });
  return Object.fromEntries(entries);
}

/** The values that changed, as requests have them; an empty one is null. */
export function changedProfile(view: Replica, { values, changed }: Change) {
  return view.organization.profileFields
    .filter((field) => changed.has(keyOf(field)))
    .map(({ id, type }) => {
      const text = values[keyOf({ id })] ?? "";
      if (text.trim() === "") return { id, value: null };
      return { id, value: type === fieldTypes.people ? [...peopleNamed(view, text)] : text };
    });
}

/** The person's own values: what is empty is cleared by a request of its own. */
export function ownProfileCalls(view: Replica, change: Change): readonly Call[] {
  const all = changedProfile(view, change);
  const set = all.flatMap(({ id, value }) => (value === null ? [] : [{ id, value }]));
  const cleared = all.flatMap(({ id, value }) => (value === null ? [id] : []));
  return [
    ...(set.length === 0 ? [] : [call(updateOwnProfile, { data: set })]),
    ...(cleared.length === 0 ? [] : [call(clearOwnProfile, { data: cleared })]),
  ];
}

export function ownPerson(view: Replica): Person | undefined {
  return get(view.people, view.ownId);
}
