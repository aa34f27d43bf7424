/** The forms of a person: name, role and profile for administrators; deactivating and bringing back. */
import { values as everybody, get } from "#base/table.ts";
import type { Problem } from "#model/limits.ts";
import { administratorProblem, ownerProblem } from "#model/permissions.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { roleName } from "#model/select/roles.ts";
import { call } from "#store/forms.ts";
import { deactivateUser, fullName, reactivateUser, updateUser } from "#wire/endpoints/users.ts";
import type { UserId } from "#wire/ids.ts";
import { roles } from "#wire/user.ts";
import type { Field, Form } from "./form.ts";
import { choice, levelProblem, lockedBy, serverWords, textProblem } from "./parts.ts";
import { changedProfile, profileFields, profileTruth } from "./profile-values.ts";

const saidWhen = serverWords(updateUser.errors, deactivateUser.errors);

/** Where the organization wants names to be unique. Somebody keeps their own. */
function isTaken(view: Replica, name: string, own: UserId): boolean {
  if (view.organization.settings["require_unique_names"] !== true) return false;
  const same = (other: string) => other.toLowerCase() === name.toLowerCase();
  return [...everybody(view.people)].some((one) => one.id !== own && same(one.name));
}

/** The name of that person. */
export function personNameField(view: Replica, own: UserId): Field {
  return {
    key: "name",
    label: "Name",
    kind: { type: "text" },
    problem: (text): Problem => {
      const problem = textProblem(view, fullName, text);
      if (problem !== undefined) return problem;
      const isOther = isTaken(view, text.trim(), own);
      return isOther ? saidWhen(view, "somebody has that name, where names are unique") : undefined;
    },
  };
}

function isOnlyOwner({ people }: Replica, person: Person): boolean {
  if (person.role !== roles.owner) return false;
  const owners = [...everybody(people)].filter(
    ({ role, isActive, isBot }) => role === roles.owner && isActive && !isBot,
  );
  return owners.length === 1;
}

function roleField(view: Replica, person: Person): Field {
  const options = Object.values(roles).map((role) => ({
    value: String(role),
    title: roleName(role),
  }));
  const touchesOwners = person.role === roles.owner ? ownerProblem(view) : undefined;
  return {
    ...choice("role", "Role", options),
    locked:
      touchesOwners ??
      (isOnlyOwner(view, person) ? saidWhen(view, "the only owner loses the role") : undefined),
    problem: (value) => {
      if (Number(value) === roles.owner) return ownerProblem(view);
      const isTooMuch = person.role === roles.guest && Number(value) === roles.administrator;
      return isTooMuch ? saidWhen(view, "guest made administrator") : undefined;
    },
  };
}

export const personForm: Form = {
  now: (view, { id }) => {
    const person = get(view.people, id as UserId);
    if (person === undefined) return undefined;
    const locked = administratorProblem(view);
    const fields = [
      personNameField(view, person.id),
      roleField(view, person),
      ...(person.isBot ? [] : profileFields(view)),
    ];
    return {
      title: person.name,
      fields: fields.map((field) => lockedBy(field, locked)),
      truth: {
        name: person.name,
        role: String(person.role),
        ...(person.isBot ? {} : profileTruth(view, person)),
      },
    };
  },
  save: (view, { id }, change) => {
    const { values, changed } = change;
    const profile = changedProfile(view, change);
    const request = {
      ...(changed.has("name") && { full_name: (values["name"] ?? "").trim() }),
      ...(changed.has("role") && { role: Number(values["role"]) }),
      ...(profile.length > 0 && { profile_data: profile }),
    };
    return {
      calls: [call(updateUser, { user_id: id, ...request })],
      done: `Changed ${get(view.people, id as UserId)?.name ?? "the person"}`,
    };
  },
};

const mails = [
  { value: "none", title: "no mail" },
  { value: "plain", title: "a mail without a comment" },
  { value: "comment", title: "a mail with a comment" },
];

const { parameters } = deactivateUser;

export const deactivateForm: Form = {
  now: (view, { id }) => {
    const person = get(view.people, id as UserId);
    if (person === undefined || !person.isActive) return undefined;
    const { name } = person;
    return {
      title: `Deactivate ${name}?`,
      told: [
        "They are signed out everywhere, leave their streams, and their bots go with them.",
        "What they wrote stays. They can be brought back; their bots stay deactivated.",
      ],
      locked: deactivationProblem(view, person),
      fields: [
        lockedBy(
          choice("mail", "Mail to them", mails),
          levelProblem(view, parameters.deactivation_notification_comment),
        ),
        {
          key: "comment",
          label: "Comment",
          kind: { type: "text" },
          problem: (text, { mail }) =>
            mail === "comment"
              ? textProblem(view, parameters.deactivation_notification_comment, text)
              : undefined,
        },
      ],
      truth: { mail: "none", comment: "" },
      submit: `Deactivate ${name}`,
      keep: "Keep the account active",
    };
  },
  save: (view, { id }, { values }) => {
    const { mail = "none", comment = "" } = values;
    const words = mail === "comment" ? comment : "";
    const request = mail === "none" ? {} : { deactivation_notification_comment: words };
    return {
      calls: [call(deactivateUser, { user_id: id, ...request })],
      done: `Deactivated ${get(view.people, id as UserId)?.name ?? "the person"}`,
    };
  },
};

function deactivationProblem(view: Replica, person: Person): Problem {
  if (isOnlyOwner(view, person)) return saidWhen(view, "user is the only owner");
  const touchesOwners = person.role === roles.owner ? ownerProblem(view) : undefined;
  return administratorProblem(view) ?? touchesOwners;
}

export const reactivateForm: Form = {
  now: (view, { id }) => {
    const person = get(view.people, id as UserId);
    if (person === undefined || person.isActive) return undefined;
    return {
      title: `Bring ${person.name} back?`,
      told: ["They can sign in again, and are in the streams that they were in."],
      locked: administratorProblem(view),
      fields: [],
      truth: {},
      submit: `Bring ${person.name} back`,
      keep: "Keep the account deactivated",
    };
  },
  save: (view, { id }) => ({
    calls: [call(reactivateUser, { user_id: id })],
    done: `Brought ${get(view.people, id as UserId)?.name ?? "the person"} back`,
  }),
};
