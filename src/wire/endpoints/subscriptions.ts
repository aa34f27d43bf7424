/** Endpoints for subscriptions: subscribing, creating streams, unsubscribing, and settings. */
import * as z from "zod";
import { endpoint, json, optional, plain } from "#wire/endpoint.ts";
import {
  noGuests,
  noSuchStream,
  noSuchUser,
  notAllowed,
  ownersOnly,
  refused,
} from "#wire/error-rows.ts";
import { streamId } from "#wire/ids.ts";
import { members } from "#wire/user.ts";
import { streamNameErrors, streamSettings } from "./streams.ts";

const requestedStream = z.looseObject({
  name: z.string(),
  description: z.string().optional(),
  color: z.string().optional(),
});

/** LEVEL(9): IDs; addresses at every level. */
const principals = optional(
  json(z.union([z.array(z.string()), z.array(z.int())]), {
    description: "IDs or addresses of others; you when absent",
  }),
);

/** By address; from level 289 on by user ID. */
const namesByPerson = z.record(z.string(), z.array(z.string()));

export const subscribe = endpoint({
  method: "POST",
  path: "/users/me/subscriptions",
  heading: "protocol reference 7.6",
  summary: "subscribes you or others to streams, creating those that do not exist",
  parameters: {
    subscriptions: json(z.array(requestedStream), {
      description: 'such as [{"name": "garden"}]; description and color are optional',
    }),
    principals,
    authorization_errors_fatal: optional(
      json(z.boolean(), { default: true, description: "false: what is refused is listed instead" }),
    ),
    announce: optional(json(z.boolean(), { default: false })),
    invite_only: optional(json(z.boolean(), { default: false, description: "for new streams" })),
    ...streamSettings,
  },
  who: [members],
  answer: z.looseObject({
    subscribed: namesByPerson,
    already_subscribed: namesByPerson,
    unauthorized: z.array(z.string()).optional(),
  }),
  errors: [
    { ...refused, when: "no access", text: "Unable to access channel (<name>)." },
    notAllowed,
    noGuests,
    noSuchUser,
    ...streamNameErrors,
    { ...ownersOnly, when: "retention set by somebody who is not an owner" },
    {
      ...refused,
      when: "default stream that is private",
      text: "A default channel cannot be private.",
    },
  ],
});

export const unsubscribe = endpoint({
  method: "DELETE",
  path: "/users/me/subscriptions",
  heading: "DELETE /users/me/subscriptions — unsubscribe from streams",
  summary: "unsubscribes you or others from streams",
  parameters: {
    subscriptions: json(z.array(z.string()), { description: "names of streams" }),
    principals,
  },
  answer: z.looseObject({ removed: z.array(z.string()), not_removed: z.array(z.string()) }),
  errors: [
    {
      ...refused,
      when: "stream does not exist",
      text: "Channel(s) (<name>) do not exist",
    },
    notAllowed,
    noSuchUser,
  ],
});

/** LEVEL(170): the way to mute a topic before POST /user_topics. */
export const muteTopic = endpoint({
  method: "PATCH",
  path: "/users/me/subscriptions/muted_topics",
  heading: "protocol reference 7.6",
  summary: "mutes or unmutes a topic on old servers",
  parameters: {
    stream: optional(plain(z.string(), { description: "the stream's name, if not its ID" })),
    stream_id: optional(json(streamId)),
    topic: plain(z.string()),
    op: plain(z.enum(["add", "remove"])),
  },
  answer: z.looseObject({}),
  errors: [
    noSuchStream,
    { ...refused, when: "stream named and unknown", text: "Invalid channel name '<name>'" },
    { ...refused, when: "stream neither named nor numbered", text: "Missing 'stream_id' argument" },
    {
      ...refused,
      when: "stream named and numbered",
      text: "Unsupported parameter combination: stream_id, stream",
      extra: ["parameters"],
    },
    {
      ...refused,
      when: "topic too long",
      text: "topic is too long (limit: 60 characters)",
    },
    { ...refused, when: "stream unknown, to unmute in", text: "Topic is not muted" },
  ],
});
