/** Endpoints for users: reading, updating, deactivating. */
import * as z from "zod";
import { atLeast, atMost, errorsOf, without } from "#wire/checks.ts";
import { type ErrorRow, endpoint, json, numbered, optional, plain } from "#wire/endpoint.ts";
import { noSuchUser, ownersOnly, refused, tooLong } from "#wire/error-rows.ts";
import { streamId, userId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { asked, object } from "#wire/object.ts";
import { roles, unnamedAdministrators, user } from "#wire/user.ts";

const views = {
  /** LEVEL(92): false when absent before it. */
  client_gravatar: optional(
    json(z.boolean(), { default: true, description: "false when absent below level 92" }),
  ),
  include_custom_profile_fields: optional(json(z.boolean(), { default: false })),
};

export const getUsers = endpoint("GET /users", {
  heading: "GET /users — get all users",
  summary: "lists all users, including bots and deactivated ones",
  parameters: {
    ...views,
    user_ids: optional(
      json(z.array(userId), { since: since.usersById, description: "these alone" }),
    ),
  },
  answer: object({ members: z.array(user) }, { members: asked }),
});

export const getUser = endpoint("GET /users/{user_id}", {
  heading: "GET /users/{user_id} — get a user",
  summary: "shows a user",
  since: 1,
  parameters: views,
  answer: object({ user }, { user: asked }),
  errors: [noSuchUser],
});

export const getUserByEmail = endpoint("GET /users/{email}", {
  heading: "GET /users/{email} — get a user by email",
  summary: "shows a user by email address",
  since: 39,
  parameters: views,
  answer: object({ user }, { user: asked }),
  errors: [noSuchUser],
});

export const getStreamsOf = endpoint("GET /users/{user_id}/channels", {
  heading: "protocol reference, part 2, 4.2",
  summary: "lists the streams that a user is in, as far as you may know of them",
  since: since.streamsOfPeople,
  answer: object({ subscribed_channel_ids: z.array(streamId) }, { subscribed_channel_ids: asked }),
  errors: [noSuchUser],
});

const roleChoices = Object.entries(roles).map(([words, value]) => ({
  value,
  words,
  ...(value === roles.moderator && { since: since.moderators }),
}));

/** A person's name, for all endpoints that change it. */
export const fullName = plain(z.string(), {
  isTrimmed: true,
  checks: [
    atMost("personNameLength", refused("name too long", "Name too long!")),
    atLeast(2, refused("name too short", "Name too short!")),
    without(
      /[*`\\>"@]|\p{C}/u,
      refused('name with * ` \\ > " or @', "Invalid characters in name!"),
    ),
    // Mentions of one of several people with the same name end like this.
    without(/\|\d+$/, refused("name that ends in | and a number", "Invalid format!")),
  ],
});

export const userNameTaken = refused(
  "somebody has that name, where names are unique",
  "Unique names required in this organization.",
);

/** Errors for invalid names; real servers also give them for the user's own name. */
export const nameErrors = [...errorsOf(fullName), userNameTaken];

export const lastOwnerDemoted = refused(
  "the only owner loses the role",
  "The owner permission cannot be removed from the only organization owner.",
);

export const guestMadeAdministrator: ErrorRow = {
  ...refused("guest made administrator", "Guests cannot be organization administrators"),
  until: 184,
};

export const updateUser = endpoint("PATCH /users/{user_id}", {
  heading: "PATCH /users/{user_id} — update a user",
  summary: "changes a user's name, role or profile; administrators only",
  parameters: {
    full_name: optional({ ...fullName, jsonUntil: 105 }),
    role: optional(numbered(roleChoices, { since: 8 })),
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
  who: [unnamedAdministrators],
  errors: [
    guestMadeAdministrator,
    noSuchUser,
    { ...ownersOnly, when: "owner role touched by somebody who is not an owner" },
    lastOwnerDemoted,
    refused("profile field unknown", "Field id <id> not found."),
    ...nameErrors,
  ],
});

const commentTooLong = tooLong("deactivation_notification_comment");

export const lastOwner = refused(
  "user is the only owner",
  "Cannot deactivate the only organization owner",
);

/** What is deleted with the account: the name and the picture, and what was written. */
const deletions = z.object({
  delete_profile: z.boolean().optional(),
  delete_public_channel_messages: z.boolean().optional(),
  delete_private_channel_messages: z.boolean().optional(),
  delete_direct_messages: z.boolean().optional(),
});
export type Deletion = keyof z.output<typeof deletions>;

export const deactivateUser = endpoint("DELETE /users/{user_id}", {
  heading: "DELETE /users/{user_id} — deactivate a user",
  summary: "deactivates a user; administrators only",
  parameters: {
    deactivation_notification_comment: optional(
      plain(z.string(), {
        since: 135,
        isTrimmed: true,
        checks: [atMost("deactivationCommentLength", commentTooLong)],
        description: "absent: no mail; empty: an email without a comment; otherwise its comment",
      }),
    ),
    actions: optional(
      json(deletions, {
        since: since.deletionWithAccount,
        description: 'what is deleted, for bots too: {"delete_profile": true, …}',
      }),
    ),
  },
  who: [unnamedAdministrators],
  errors: [
    lastOwner,
    noSuchUser,
    { ...ownersOnly, when: "target an owner and caller none" },
    refused("deactivated already", "User is deactivated"),
    commentTooLong,
  ],
});

export const reactivateUser = endpoint("POST /users/{user_id}/reactivate", {
  heading: "protocol reference 7.1",
  summary: "reactivates a user; administrators only",
  who: [unnamedAdministrators],
  errors: [noSuchUser],
});
