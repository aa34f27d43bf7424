/** Endpoints for status and presence. */
import * as z from "zod";
import { atMost } from "#wire/checks.ts";
import { endpoint, hint, json, optional, plain } from "#wire/endpoint.ts";
import { noSuchUser, refused } from "#wire/error-rows.ts";
import { since } from "#wire/levels.ts";
import { asked, object, otherwise } from "#wire/object.ts";
import { humans, unnamedAdministrators, userStatus } from "#wire/user.ts";

const statusTooLong = refused(
  "text over 60 characters",
  "status_text is too long (limit: 60 characters)",
);

const statusParameters = {
  status_text: optional(
    plain(z.string(), {
      isTrimmed: true,
      checks: [atMost("statusTextLength", statusTooLong)],
      description: "empty clears it",
    }),
  ),
  emoji_name: optional(plain(z.string(), { since: 86, description: "empty clears the emoji" })),
  emoji_code: hint(optional(plain(z.string(), { since: 86 }))),
  reaction_type: hint(
    optional(
      plain(z.string(), {
        since: 86,
        description: "unicode_emoji, realm_emoji, or the service's own",
      }),
    ),
  ),
  away: optional(json(z.boolean(), { deprecated: 148 })),
};

const statusErrors = [
  refused("nothing to change", "Client did not pass any new values."),
  statusTooLong,
  refused(
    "emoji_code or reaction_type without emoji_name",
    "Client must pass emoji_name if they pass either emoji_code or reaction_type.",
  ),
  refused("emoji name unknown", "Emoji '<name>' does not exist"),
  refused("emoji name invalid", "Invalid emoji name."),
  refused("custom emoji invalid", "Invalid custom emoji."),
  refused("emoji code invalid", "Invalid emoji code."),
  refused("emoji type invalid", "Invalid emoji type."),
  refused("custom emoji's name wrong", "Invalid custom emoji name."),
  refused("custom emoji gone", "This custom emoji has been deactivated."),
];

const limits = [{ of: "Status text length", value: "60 characters" }];

export const updateStatus = endpoint("POST /users/me/status", {
  heading: "POST /users/me/status — update your status",
  summary: "sets your status",
  parameters: statusParameters,
  who: [humans],
  errors: statusErrors,
  limits,
});

export const updateStatusOf = endpoint("POST /users/{user_id}/status", {
  heading: "protocol reference, part 2, 7",
  summary: "sets the status of another user; administrators only",
  since: since.statusOfOthers,
  parameters: statusParameters,
  who: [unnamedAdministrators],
  errors: [noSuchUser, ...statusErrors],
  limits,
});

export const getStatus = endpoint("GET /users/{user_id}/status", {
  heading: "protocol reference 7.1",
  summary: "shows a user's status",
  since: 262,
  answer: object({ status: userStatus }, { status: asked }),
  errors: [noSuchUser],
});

// Endpoints for presence.

export const updatePresence = endpoint("POST /users/me/presence", {
  heading: "protocol reference 7.7",
  summary: "updates your presence",
  savesNothing: true,
  parameters: {
    status: plain(z.string()),
    new_user_input: optional(json(z.boolean())),
    /** True: the answer does not list the others. */
    ping_only: optional(json(z.boolean())),
    slim_presence: optional(json(z.boolean())),
    /** -1 at first, then the value of the last answer: only changes are returned. */
    last_update_id: optional(json(z.int(), { since: 263 })),
  },
  who: [humans],
  answer: object({
    presence_last_update_id: z.int().optional(),
    server_timestamp: z.number().optional(),
    presences: z.record(z.string(), z.unknown()).optional(),
  }),
  errors: [refused("neither active nor idle", "Invalid status: <status>")],
});

export const getPresence = endpoint("GET /realm/presence", {
  heading: "protocol reference 7.7",
  summary: "shows everybody's presence",
  answer: object(
    {
      server_timestamp: z.number(),
      presences: z.record(z.string(), z.unknown()),
    },
    { server_timestamp: otherwise(0), presences: asked },
  ),
});
