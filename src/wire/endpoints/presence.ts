/** Endpoints for presence. */
import * as z from "zod";
import { endpoint, json, optional, plain } from "#wire/endpoint.ts";
import { noBots } from "#wire/error-rows.ts";
import { humans } from "#wire/who.ts";

export const updatePresence = endpoint({
  method: "POST",
  path: "/users/me/presence",
  heading: "protocol reference 7.7",
  summary: "updates your presence",
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
  answer: z.looseObject({
    presence_last_update_id: z.int().optional(),
    server_timestamp: z.number().optional(),
    presences: z.record(z.string(), z.unknown()).optional(),
  }),
  errors: [
    { when: "neither active nor idle", code: "BAD_REQUEST", text: "Invalid status: <status>" },
    noBots,
  ],
});

export const getPresence = endpoint({
  method: "GET",
  path: "/realm/presence",
  heading: "protocol reference 7.7",
  summary: "shows everybody's presence",
  parameters: {},
  answer: z.looseObject({
    server_timestamp: z.number(),
    presences: z.record(z.string(), z.unknown()),
  }),
});
