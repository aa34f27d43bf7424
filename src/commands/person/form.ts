/** The forms of a user: name, role and profile for administrators, deactivating and reactivating; the values of profile fields. */
import { values as everybody, get } from "#base/table.ts";
import {
  callProblem,
  endpointForm,
  field,
  type Now,
  type SavedField,
  type SentParameter,
  section,
  serverSays,
} from "#commands/forms/endpoint-form.ts";
import { type FieldKind, yesNo } from "#commands/forms/form.ts";
import { namesOf, peopleNamed } from "#commands/forms/names.ts";
import type { Question } from "#commands/menus/menu.ts";
import type { Problem } from "#model/limits.ts";
import { isAdministrator, whoProblem } from "#model/permissions.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { peopleIn, profileChoices } from "#model/select/people.ts";
import { call, type FormRef, type FormValues } from "#store/forms.ts";
import {
  botAmongPeople,
  clearOwnProfile,
  formerUser,
  managedField,
  profileValue,
  type updateOwnProfile,
} from "#wire/endpoints/profile-fields.ts";
import { updateStatusOf } from "#wire/endpoints/status.ts";
import {
  type Deletion,
  deactivateUser,
  guestMadeAdministrator,
  lastOwner,
  lastOwnerDemoted,
  reactivateUser,
  updateUser,
  userNameTaken,
} from "#wire/endpoints/users.ts";
import type { UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { fieldTypes, type ProfileField } from "#wire/profile-field.ts";
import { owners, roles } from "#wire/user.ts";

/** If the organization requires unique names. A user's own name is not a duplicate. */
export function personNameTaken(name: string, { view, subject }: Now<Person>): Problem {
  if (view.organization.settings["require_unique_names"] !== true) return undefined;
  const same = (other: string) => other.toLowerCase() === name.toLowerCase();
  return [...everybody(view.people)].some((one) => one.id !== subject.id && same(one.name))
    ? serverSays(userNameTaken)
    : undefined;
}

function ownersAlone(view: Replica): Problem {
  return whoProblem(view, [owners], "appoint, change or deactivate owners");
}

function isOnlyOwner({ people }: Replica, person: Person): boolean {
  if (person.role !== roles.owner) return false;
  const owners = [...everybody(people)].filter(
    ({ role, isActive, isBot }) => role === roles.owner && isActive && !isBot,
  );
  return owners.length === 1;
}

const role = field<Person, typeof updateUser.parameters>(updateUser, "role", {
  label: "Role",
  value: ({ subject }) => subject.role,
  locked: ({ view, subject }) =>
    (subject.role === roles.owner ? ownersAlone(view) : undefined) ??
    (isOnlyOwner(view, subject) ? serverSays(lastOwnerDemoted) : undefined),
  problem: (value, { view, subject }) => {
    if (Number(value) === roles.owner) return ownersAlone(view);
    const isTooMuch = subject.role === roles.guest && Number(value) === roles.administrator;
    return isTooMuch ? serverSays(guestMadeAdministrator) : undefined;
  },
});

function personOf({ people }: Replica, { id }: FormRef): Person | undefined {
  return get(people, id as UserId);
}

export const personForm = endpointForm<Person>({
  saves: updateUser,
  deed: "change people",
  subject: personOf,
  title: ({ subject }) => subject.name,
  fields: [
    ...section("Account", [
      field(updateUser, "full_name", {
        key: "name",
        label: "Name",
        value: ({ subject }) => subject.name,
        problem: personNameTaken,
      }),
      role,
      field<Person, typeof updateStatusOf.parameters>(updateStatusOf, "status_text", {
        key: "status",
        label: "Status",
        value: ({ view, subject }) => view.statuses.get(subject.id)?.text ?? "",
        isFor: (_, { realm }) => realm.featureLevel >= since.statusOfOthers,
      }),
    ]),
  ],
  more: (now) => (now.subject.isBot ? [] : profileFields(now, updateUser)),
  report: ({ name: before }, { name = before }) => `Changed ${name.trim()}`,
});

const comment = "deactivation_notification_comment";

const deletions: readonly (readonly [key: string, deletes: Deletion, label: string])[] = [
  ["delete-profile", "delete_profile", "Delete profile"],
  ["delete-public", "delete_public_channel_messages", "Delete public posts"],
  ["delete-private", "delete_private_channel_messages", "Delete private posts"],
  ["delete-direct", "delete_direct_messages", "Delete direct messages"],
];

/** Whether something is deleted with the account, for which nothing makes up. */
export function deletesWithAccount(values: FormValues): boolean {
  return deletions.some(([key]) => values[key] === "true");
}

function canDelete({ realm }: Replica): boolean {
  return realm.featureLevel >= since.deletionWithAccount;
}

/** All of them are one parameter. */
const deletionFields = deletions.map(([key, , label]) =>
  field<Person, typeof deactivateUser.parameters>(deactivateUser, "actions", {
    key,
    label,
    kind: { type: "choice", options: yesNo },
    value: () => false,
    isFor: (_, view) => canDelete(view),
    toRequest: (_, __, all) => {
      const chosen = deletions.filter(([key]) => all[key] === "true");
      return { request: { actions: Object.fromEntries(chosen.map(([, name]) => [name, true])) } };
    },
  }),
);

export const deactivateForm = endpointForm<Person>({
  saves: deactivateUser,
  deed: "deactivate people",
  subject: (view, ref) => {
    const person = personOf(view, ref);
    return person?.isActive === true ? person : undefined;
  },
  title: ({ subject }) => `Deactivate ${subject.name}?`,
  explanation: ({ view }) => [
    "They are signed out everywhere, leave their streams, and their bots go with them.",
    "They can be reactivated; their bots stay deactivated.",
    canDelete(view)
      ? "What they and their bots wrote stays, unless you delete it for good."
      : "What they wrote stays.",
  ],
  locked: ({ view, subject }) => {
    if (isOnlyOwner(view, subject)) return serverSays(lastOwner);
    return subject.role === roles.owner ? ownersAlone(view) : undefined;
  },
  // One parameter for both: without it no mail is sent, and an empty one is an email without a comment.
  fields: [
    field(deactivateUser, comment, {
      key: "mail",
      label: "Notify by email",
      kind: { type: "choice", options: yesNo },
      value: () => false,
      toRequest: () => ({ request: { [comment]: "" } }),
    }),
    field(deactivateUser, comment, {
      key: "comment",
      label: "Comment",
      value: () => "",
      disabledBy: ({ mail }) => (mail === "true" ? undefined : "Sent only if they are notified."),
      toRequest: (text) => ({ request: { [comment]: text.trim() } }),
    }),
    ...deletionFields,
  ],
  submit: ({ name }) => `Deactivate ${name}`,
  keep: "Keep the account active",
  report: ({ name }) => `Deactivated ${name}`,
});

export function reactivationQuestion(
  view: Replica,
  { userId }: { readonly userId: UserId },
): Question | undefined {
  const person = get(view.people, userId);
  if (person?.isActive !== false) return undefined;
  return {
    title: `Bring ${person.name} back?`,
    lines: ["They can sign in again, and are subscribed to the same streams as before."],
    keep: "Keep the account deactivated",
    confirm: `Bring ${person.name} back`,
    key: "b",
    locked: callProblem(view, reactivateUser, "reactivate people"),
    calls: [call(reactivateUser, { user_id: userId })],
    report: `Brought ${person.name} back`,
  };
}

type Saves = typeof updateOwnProfile | typeof updateUser;

const prefix = "profile:";

/** The key of the form's field for a profile field. */
export function profileKey({ id }: Pick<ProfileField, "id">): string {
  return `${prefix}${id}`;
}

/** The ID in such a key; undefined for other keys. */
export function profileIdIn(key: string): string | undefined {
  return key.startsWith(prefix) ? key.slice(prefix.length) : undefined;
}

/** The profile fields of that user; `to` distinguishes the user's own from those that administrators set. */
export function profileFields(now: Now<Person>, to: Saves): readonly SavedField[] {
  const { view, subject: person } = now;
  const rows = view.organization.profileFields.map((subject) => {
    const key = profileKey(subject);
    const value = { ...to, parameters: { [key]: profileValue(subject) } };
    return field<Person, typeof value.parameters>(value, key, {
      label: subject.name,
      value: () => shownValue(view, person, subject),
      kind: kindOf(subject),
      ...(to !== updateUser && { locked: () => managedProblem(view, subject) }),
      ...(subject.type === fieldTypes.people && { problem: (text) => unfitPerson(view, text) }),
      toRequest: (text, _, all) => partOf(view, person, { to, isEmpty: text.trim() === "" }, all),
    });
  });
  return section("Profile", rows).map(({ at }) => at(now));
}

/** Administrators may change their own values of all fields. */
function managedProblem(view: Replica, { editable_by_user: isOwn = true }: ProfileField): Problem {
  return isOwn || isAdministrator(view) ? undefined : serverSays(managedField);
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
    return { type: "choice", options: [{ value: "", title: "None" }, ...profileChoices(subject)] };
  const placeholder = hint || (placeholders[type] ?? "");
  if (type === fieldTypes.people) return { type: "people", placeholder };
  return { type: "text", placeholder, ...(type === fieldTypes.longText && { hasLines: true }) };
}

/** Deactivated users and bots cannot be values. */
function unfitPerson(view: Replica, text: string): Problem {
  for (const id of peopleNamed(view, text)) {
    const person = get(view.people, id);
    if (person?.isActive === false) return serverSays(formerUser, { id });
    if (person?.isBot === true) return serverSays(botAmongPeople, { id });
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
    .filter((subject) => all[profileKey(subject)] !== shownValue(view, person, subject))
    .map(({ id, type }) => {
      const text = all[profileKey({ id })] ?? "";
      if (text.trim() === "") return { id, value: null };
      return { id, value: type === fieldTypes.people ? [...peopleNamed(view, text)] : text };
    });
  if (to === updateUser) return { to, request: { profile_data: values } };
  const changed = values.filter(({ value }) => (value === null) === isEmpty);
  return isEmpty
    ? { to: clearOwnProfile, request: { data: changed.map(({ id }) => id) } }
    : { to, request: { data: changed } };
}
