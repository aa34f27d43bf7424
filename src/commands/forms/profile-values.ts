/** Fields for profile values: each with an editor for the field's type. */
import { get } from "#base/table.ts";
import type { Problem } from "#model/limits.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { peopleIn, profileChoices } from "#model/select/profile.ts";
import type { FormValues } from "#store/forms.ts";
import {
  botAmongPeople,
  clearOwnProfile,
  formerUser,
  profileValue,
  type updateOwnProfile,
} from "#wire/endpoints/profile-fields.ts";
import { updateUser } from "#wire/endpoints/users.ts";
import { fieldTypes, type ProfileField } from "#wire/profile-field.ts";
import { field, type SavedField, type SentParameter } from "./endpoint-form.ts";
import type { FieldKind } from "./form.ts";
import { namesOf, peopleNamed, serverSays } from "./parts.ts";

type Saves = typeof updateOwnProfile | typeof updateUser;

function keyOf({ id }: Pick<ProfileField, "id">): string {
  return `profile:${id}`;
}

/** The profile fields of that user; `to` distinguishes the user's own from those that administrators set. */
export function profileFields(view: Replica, person: Person, to: Saves): readonly SavedField[] {
  return view.organization.profileFields.map((subject) => {
    const key = keyOf(subject);
    const value = { ...to, parameters: { [key]: profileValue(subject) } };
    return field(view, value, key, {
      label: subject.name,
      value: shownValue(view, person, subject),
      kind: kindOf(subject),
      ...(subject.type === fieldTypes.people && { problem: (text) => unfitPerson(view, text) }),
      toRequest: (text, all) => partOf(view, person, { to, isEmpty: text.trim() === "" }, all),
    });
  });
}

function shownValue(view: Replica, { profile }: Person, { id, type }: ProfileField): string {
  const value = profile[id] ?? "";
  return type === fieldTypes.people ? namesOf(view, peopleIn(value)) : value;
}

const placeholders: Readonly<Record<number, string>> = {
  [fieldTypes.date]: "such as 2026-11-20",
  [fieldTypes.link]: "https://…",
  [fieldTypes.people]: "names, comma-separated",
  [fieldTypes.account]: "the name of the account",
};

function kindOf(subject: ProfileField): FieldKind {
  const { type, hint } = subject;
  if (type === fieldTypes.options)
    return { type: "choice", options: [{ value: "", title: "none" }, ...profileChoices(subject)] };
  const placeholder = hint || (placeholders[type] ?? "");
  return { type: type === fieldTypes.people ? "people" : "text", placeholder };
}

/** Deactivated users and bots cannot be values. */
function unfitPerson(view: Replica, text: string): Problem {
  for (const id of peopleNamed(view, text)) {
    const person = get(view.people, id);
    if (person?.isActive === false) return serverSays(view, formerUser, { id });
    if (person?.isBot === true) return serverSays(view, botAmongPeople, { id });
  }
  return undefined;
}

/** All changed values as one part of a request; the user's own are cleared by a separate request. */
function partOf(
  view: Replica,
  person: Person,
  { to, isEmpty }: { readonly to: Saves; readonly isEmpty: boolean },
  all: FormValues,
): SentParameter {
  const values = view.organization.profileFields
    .filter((subject) => all[keyOf(subject)] !== shownValue(view, person, subject))
    .map(({ id, type }) => {
      const text = all[keyOf({ id })] ?? "";
      if (text.trim() === "") return { id, value: null };
      return { id, value: type === fieldTypes.people ? [...peopleNamed(view, text)] : text };
    });
  if (to === updateUser) return { to, request: { profile_data: values } };
  const changed = values.filter(({ value }) => (value === null) === isEmpty);
  return isEmpty
    ? { to: clearOwnProfile, request: { data: changed.map(({ id }) => id) } }
    : { to, request: { data: changed } };
}
