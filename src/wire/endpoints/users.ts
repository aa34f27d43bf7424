/** Endpoints about people: who they are, what they are allowed, and whether they may sign in. */
import { z } from "zod";
import { endpoint, json, optional, plain } from "#wire/endpoint.ts";
import { noSuchUser, notAllowed, ownersOnly, refused } from "#wire/error-rows.ts";
import { roles, user } from "#wire/user.ts";

const views = {
  /** LEVEL(92): false when absent before it. */
  client_gravatar: optional(
    json(z.boolean(), { otherwise: true, says: "false when absent below level 92" }),
  ),
  include_custom_profile_fields: optional(json(z.boolean(), { otherwise: false })),
};

export const getUsers = endpoint({
  method: "GET",
  path: "/users",
  heading: "GET /users — get all users",
  does: "lists everybody, bots and deactivated people included",
  parameters: views,
  answer: z.looseObject({ members: z.array(user) }),
});

export const getUser = endpoint({
  method: "GET",
  path: "/users/{user_id}",
  heading: "GET /users/{user_id} — get a user",
  does: "shows somebody",
  since: 1,
  parameters: views,
  answer: z.looseObject({ user }),
  errors: [noSuchUser],
});

export const getUserByEmail = endpoint({
  method: "GET",
  path: "/users/{email}",
  heading: "GET /users/{email} — get a user by email",
  does: "shows somebody by the address for writing to them",
  since: 39,
  parameters: views,
  answer: z.looseObject({ user }),
  errors: [noSuchUser],
});

/** "100 owner, 200 administrator …" */
const roleNumbers = Object.entries(roles).map(([name, number]) => `${number} ${name}`);

/** Texts for names that are refused; real servers say them for the own name too. */
export const nameErrors = [
  { ...refused, when: "name too short", text: "Name too short!" },
  { ...refused, when: "name too long", text: "Name too long!" },
  { ...refused, when: 'name with * ` \\ > " @ or |number', text: "Invalid characters in name!" },
  {
    ...refused,
    when: "somebody has that name, where names are unique",
    text: "Unique names required in this organization.",
  },
];

export const updateUser = endpoint({
  method: "PATCH",
  path: "/users/{user_id}",
  heading: "PATCH /users/{user_id} — update a user",
  does: "changes somebody's name, role or profile; administrators only",
  parameters: {
    full_name: optional(plain(z.string(), { jsonUntil: 105 })),
    role: optional(
      json(z.int(), {
        since: 8,
        says: roleNumbers.join(", "),
      }),
    ),
    profile_data: optional(
      json(
        z.array(
          z.looseObject({
            id: z.int(),
            value: z.union([z.string(), z.array(z.int()), z.null()]),
          }),
        ),
        { says: 'such as [{"id": 1, "value": "cat"}], by the IDs of fields' },
      ),
    ),
  },
  answer: z.looseObject({}),
  errors: [
    {
      ...refused,
      when: "guest made administrator",
      text: "Guests cannot be organization administrators",
      until: 184,
    },
    notAllowed,
    noSuchUser,
    { ...ownersOnly, when: "owner role touched by somebody who is not an owner" },
    {
      ...refused,
      when: "the only owner loses the role",
      text: "The owner permission cannot be removed from the only organization owner.",
    },
    { ...refused, when: "profile field unknown", text: "Field id <id> not found." },
    ...nameErrors,
  ],
});

export const deactivateUser = endpoint({
  method: "DELETE",
  path: "/users/{user_id}",
  heading: "DELETE /users/{user_id} — deactivate a user",
  does: "keeps somebody from signing in; administrators only",
  parameters: {
    deactivation_notification_comment: optional(
      plain(z.string(), {
        since: 135,
        says: "absent: no mail; empty: a mail without words of yours; otherwise in the mail",
      }),
    ),
  },
  answer: z.looseObject({}),
  errors: [
    {
      ...refused,
      when: "user is the only owner",
      text: "Cannot deactivate the only organization owner",
    },
    notAllowed,
    noSuchUser,
    { ...ownersOnly, when: "target an owner and caller none" },
    { ...refused, when: "deactivated already", text: "User is deactivated" },
    {
      ...refused,
      when: "comment too long",
      text: "deactivation_notification_comment is too long (limit: 2000 characters)",
    },
  ],
});

export const reactivateUser = endpoint({
  method: "POST",
  path: "/users/{user_id}/reactivate",
  heading: "protocol reference 7.1",
  does: "lets somebody sign in again; administrators only",
  parameters: {},
  answer: z.looseObject({}),
  errors: [notAllowed, noSuchUser],
});
