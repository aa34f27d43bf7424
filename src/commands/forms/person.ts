/** The forms of a user: name, role and profile for administrators; deactivating and reactivating. */
import { values as everybody, get } from "#base/table.ts";
import type { Question } from "#commands/menus/question.ts";
import type { Problem } from "#model/limits.ts";
import { ownerProblem } from "#model/permissions.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { call, type FormRef } from "#store/forms.ts";
import {
  deactivateUser,
  guestMadeAdministrator,
  lastOwner,
  lastOwnerDemoted,
  reactivateUser,
  updateUser,
  userNameTaken,
} from "#wire/endpoints/users.ts";
import type { UserId } from "#wire/ids.ts";
import { roles } from "#wire/user.ts";
import { callProblem, endpointForm, field, type SavedField } from "./endpoint-form.ts";
import { serverSays } from "./parts.ts";
import { profileFields } from "./profile-values.ts";

/** If the organization requires unique names. A user's own name is not a duplicate. */
export function personNameTaken(view: Replica, own: UserId) {
  return (name: string): Problem => {
    if (view.organization.settings["require_unique_names"] !== true) return undefined;
    const same = (other: string) => other.toLowerCase() === name.toLowerCase();
    return [...everybody(view.people)].some((one) => one.id !== own && same(one.name))
      ? serverSays(view, userNameTaken)
      : undefined;
  };
}

function isOnlyOwner({ people }: Replica, person: Person): boolean {
  if (person.role !== roles.owner) return false;
  const owners = [...everybody(people)].filter(
    ({ role, isActive, isBot }) => role === roles.owner && isActive && !isBot,
  );
  return owners.length === 1;
}

function roleField(view: Replica, person: Person): SavedField {
  const touchesOwners = person.role === roles.owner ? ownerProblem(view) : undefined;
  const isLast = isOnlyOwner(view, person);
  return field(view, updateUser, "role", {
    label: "Role",
    value: person.role,
    locked: touchesOwners ?? (isLast ? serverSays(view, lastOwnerDemoted) : undefined),
    problem: (value) => {
      if (Number(value) === roles.owner) return ownerProblem(view);
      const isTooMuch = person.role === roles.guest && Number(value) === roles.administrator;
      return isTooMuch ? serverSays(view, guestMadeAdministrator) : undefined;
    },
  });
}

function personOf({ people }: Replica, { id }: FormRef): Person | undefined {
  return get(people, id as UserId);
}

export const personForm = endpointForm({
  saves: updateUser,
  subject: personOf,
  title: ({ name }) => name,
  fields: (view, person) => [
    field(view, updateUser, "full_name", {
      key: "name",
      label: "Name",
      value: person.name,
      problem: personNameTaken(view, person.id),
    }),
    roleField(view, person),
    ...(person.isBot ? [] : profileFields(view, person, updateUser)),
  ],
  done: ({ name: before }, { name = before }) => `Changed ${name.trim()}`,
});

const mails = [
  { value: "none", title: "no email" },
  { value: "plain", title: "an email without a comment" },
  { value: "comment", title: "an email with a comment" },
];

const comment = "deactivation_notification_comment";

export const deactivateForm = endpointForm({
  saves: deactivateUser,
  subject: (view, ref) => {
    const person = personOf(view, ref);
    return person?.isActive === true ? person : undefined;
  },
  title: ({ name }) => `Deactivate ${name}?`,
  explanation: () => [
    "They are signed out everywhere, leave their streams, and their bots go with them.",
    "What they wrote stays. They can be reactivated; their bots stay deactivated.",
  ],
  locked: (view, person) => {
    if (isOnlyOwner(view, person)) return serverSays(view, lastOwner);
    return person.role === roles.owner ? ownerProblem(view) : undefined;
  },
  // One parameter for both: without it no mail is sent, and an empty one is an email without a comment.
  fields: (view) => [
    field(view, deactivateUser, comment, {
      key: "mail",
      label: "Notify by email",
      value: "none",
      kind: { type: "choice", options: mails },
      toRequest: () => ({ request: { [comment]: "" } }),
    }),
    field(view, deactivateUser, comment, {
      key: "comment",
      label: "Comment",
      value: "",
      disabledBy: ({ mail }) =>
        mail === "comment" ? undefined : "Sent only in an email with a comment.",
      toRequest: (text) => ({ request: { [comment]: text.trim() } }),
    }),
  ],
  submit: ({ name }) => `Deactivate ${name}`,
  keep: "Keep the account active",
  done: ({ name }) => `Deactivated ${name}`,
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
    locked: callProblem(view, reactivateUser),
    calls: [call(reactivateUser, { user_id: userId })],
    done: `Brought ${person.name} back`,
  };
}
