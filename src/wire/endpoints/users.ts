/** Endpoints for users: reading, updating, deactivating. */
import { z } from "zod";
import { endpoint, json, optional, plain } from "#wire/endpoint.ts";
import { noSuchUser, notAllowed, ownersOnly, refused } from "#wire/error-rows.ts";
import { roles, user } from "#wire/user.ts";

const views = {
  /** LEVEL(92): false when absent before it. */
  client_gravatar: optional(
    json(z.boolean(), { default: true, description: "false when absent below level 92" }),
  ),
  include_custom_profile_fields: optional(json(z.boolean(), { default: false })),
};

export const getUsers = endpoint({
  method: "GET",
  path: "/users",
  heading: "GET /users — get all users",
  summary: "lists all users, including bots and deactivated ones",
  parameters: views,
  answer: z.looseObject({ members: z.array(user) }),
});

export const getUser = endpoint({
  method: "GET",
  path: "/users/{user_id}",
  heading: "GET /users/{user_id} — get a user",
  summary: "shows a user",
  since: 1,
  parameters: views,
  answer: z.looseObject({ user }),
  errors: [noSuchUser],
});

export const getUserByEmail = endpoint({
  method: "GET",
  path: "/users/{email}",
  heading: "GET /users/{email} — get a user by email",
  summary: "shows a user by email address",
  since: 39,
  parameters: views,
  answer: z.looseObject({ user }),
  errors: [noSuchUser],
});

/** "100 owner, 200 administrator …" */
const roleNumbers = Object.entries(roles).map(([name, number]) => `${number} ${name}`);

/** Errors for invalid names; real servers also give them for the user's own name. */
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
  summary: "changes a user's name, role or profile; administrators only",
  parameters: {
    full_name: optional(plain(z.string(), { jsonUntil: 105 })),
    role: optional(
      json(z.int(), {
        since: 8,
        description: roleNumbers.join(", "),
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
        { description: 'such as [{"id": 1, "value": "cat"}], by the IDs of fields' },
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
  summary: "deactivates a user; administrators only",
  parameters: {
    deactivation_notification_comment: optional(
      plain(z.string(), {
        since: 135,
        description: "absent: no mail; empty: a mail without a comment; otherwise its comment",
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
  summary: "reactivates a user; administrators only",
  parameters: {},
  answer: z.looseObject({}),
  errors: [notAllowed, noSuchUser],
});
