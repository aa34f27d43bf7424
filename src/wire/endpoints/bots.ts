/** Endpoints for bots: programs with accounts of their own, each kept by somebody. */
import { z } from "zod";
import { botAnswer, ownBot } from "#wire/bot.ts";
import { endpoint, json, optional, plain } from "#wire/endpoint.ts";
import {
  administratorsOnly,
  noBots,
  noGuests,
  noPicture,
  noSuchStreamName,
  notAllowed,
  ownersOnly,
  refused,
} from "#wire/error-rows.ts";
import { userId } from "#wire/ids.ts";
import { nameErrors } from "./users.ts";

const noSuchBot = { ...refused, when: "bot unknown", text: "No such bot" };
const nameTaken = { ...refused, when: "name taken", text: "Name is already in use!" };
const tooManyFiles = {
  ...refused,
  when: "more than one picture",
  text: "You may only upload one file at a time",
};

const streams = {
  default_sending_stream: optional(
    plain(z.string(), { says: "the name of the stream that it writes to; empty: none" }),
  ),
  default_events_register_stream: optional(
    plain(z.string(), { says: "the name of the stream that it hears; empty: none" }),
  ),
  default_all_public_streams: optional(
    json(z.boolean(), { says: "whether it hears all public streams" }),
  ),
};
const config = optional(json(z.record(z.string(), z.string()), { says: "words for the program" }));

export const getBots = endpoint({
  method: "GET",
  path: "/bots",
  heading: "protocol reference 10.2",
  does: "lists your bots, with their keys",
  parameters: {},
  answer: z.looseObject({ bots: z.array(ownBot) }),
  errors: [noGuests, noBots],
});

export const createBot = endpoint({
  method: "POST",
  path: "/bots",
  heading: "protocol reference 10.2",
  does: "makes a bot of yours",
  parameters: {
    full_name: plain(z.string()),
    short_name: plain(z.string(), { says: "its address begins so" }),
    bot_type: optional(
      json(z.int(), { otherwise: 1, says: "1 generic, 2 incoming webhook, 3 outgoing webhook" }),
    ),
    payload_url: optional(json(z.string(), { says: "where an outgoing webhook tells things" })),
    interface_type: optional(json(z.int(), { otherwise: 1 })),
    service_name: optional(plain(z.string())),
    config_data: config,
    ...streams,
  },
  answer: botAnswer.extend({ user_id: userId, api_key: z.string() }),
  errors: [
    noGuests,
    noBots,
    ...nameErrors,
    nameTaken,
    { ...refused, when: "address empty or broken", text: "Bad name or username" },
    { ...refused, when: "address taken", text: "Username already in use" },
    { ...administratorsOnly, when: "the realm's policy" },
    { ...refused, when: "type unknown", text: "Invalid bot type" },
    { ...refused, when: "type embedded", text: "Embedded bots are not enabled." },
    { ...refused, when: "interface unknown", text: "Invalid interface type" },
    { ...refused, when: "no address to tell things", text: "payload_url is not a URL" },
    noSuchStreamName,
    tooManyFiles,
    noPicture,
  ],
});

export const updateBot = endpoint({
  method: "PATCH",
  path: "/bots/{bot_id}",
  heading: "protocol reference 10.2",
  does: "changes a bot, or who keeps it; a picture may come along",
  parameters: {
    full_name: optional(plain(z.string())),
    role: optional(json(z.int())),
    bot_owner_id: optional(json(userId)),
    service_payload_url: optional(json(z.string())),
    service_interface: optional(json(z.int(), { otherwise: 1 })),
    config_data: config,
    ...streams,
  },
  answer: botAnswer.extend({
    full_name: z.string(),
    service_interface: z.int(),
    service_payload_url: z.string().nullable(),
    config_data: z.record(z.string(), z.string()).nullable(),
    /** The address of whoever keeps it; absent for a bot of nobody. */
    bot_owner: z.string().optional(),
  }),
  errors: [
    noGuests,
    noBots,
    noSuchBot,
    notAllowed,
    ...nameErrors,
    nameTaken,
    { ...administratorsOnly, when: "role changed by somebody who is no administrator" },
    { ...ownersOnly, when: "owner role touched by somebody who is not an owner" },
    {
      ...refused,
      when: "role unknown",
      text: "Invalid role: Value error, Not in the list of possible values",
    },
    { ...refused, when: "new keeper unknown", text: "Failed to change owner, no such user" },
    {
      ...refused,
      when: "new keeper deactivated",
      text: "Failed to change owner, user is deactivated",
    },
    {
      ...refused,
      when: "new keeper a bot",
      text: "Failed to change owner, bots can't own other bots",
    },
    { ...refused, when: "interface unknown", text: "Invalid interface type" },
    { ...refused, when: "no address to tell things", text: "service_payload_url is not a URL" },
    noSuchStreamName,
    tooManyFiles,
    noPicture,
  ],
});

export const deactivateBot = endpoint({
  method: "DELETE",
  path: "/bots/{bot_id}",
  heading: "protocol reference 10.2",
  does: "keeps a bot from doing anything",
  parameters: {},
  answer: z.looseObject({}),
  errors: [noGuests, noBots, noSuchBot, notAllowed],
});

export const regenerateBotKey = endpoint({
  method: "POST",
  path: "/bots/{bot_id}/api_key/regenerate",
  heading: "protocol reference 10.2",
  does: "gives a bot a new key; the old one is void at once",
  parameters: {},
  answer: z.looseObject({ api_key: z.string() }),
  errors: [noGuests, noBots, noSuchBot, notAllowed],
});
