/** Endpoints of the event queue: register, poll, give up. */
import { z } from "zod";
import { endpoint, json, optional, plain } from "#wire/endpoint.ts";
import { queueId } from "#wire/ids.ts";
import { capabilities, registerAnswer } from "#wire/register.ts";

const registerParameters = {
  /** False when absent: the opposite of GET /messages. */
  apply_markdown: optional(json(z.boolean())),
  client_gravatar: optional(json(z.boolean())),
  include_subscribers: optional(json(z.boolean())),
  slim_presence: optional(json(z.boolean())),
  event_types: optional(json(z.array(z.string()))),
  fetch_event_types: optional(json(z.array(z.string()))),
  all_public_streams: optional(json(z.boolean())),
  narrow: optional(json(z.array(z.tuple([z.string(), z.string()])))),
  client_capabilities: optional(json(capabilities)),
  queue_lifespan_secs: optional(json(z.int())),
};

export const register = endpoint({
  method: "POST",
  path: "/register",
  heading: "protocol reference 8",
  does: "makes an event queue and gives the state of the realm",
  // Everybody and every stream of the realm are in it.
  answerLimitMb: 128,
  parameters: registerParameters,
  answer: registerAnswer,
});

export const getEvents = endpoint({
  method: "GET",
  path: "/events",
  heading: "GET /events — get events from an event queue",
  does: "waits for events of a queue",
  parameters: {
    ...registerParameters,
    queue_id: optional(plain(queueId)),
    /** Acknowledges everything up to it; -1: nothing yet. */
    last_event_id: optional(json(z.int())),
    dont_block: optional(json(z.boolean(), { otherwise: false })),
  },
  answer: z.looseObject({
    /** Decoded one by one elsewhere; without its number there is nothing to acknowledge. */
    events: z.array(z.looseObject({ id: z.int() })),
    /** Often absent. */
    queue_id: queueId.optional(),
  }),
  errors: [
    {
      when: "queue unknown or expired",
      code: "BAD_EVENT_QUEUE_ID",
      text: "Bad event queue ID: <queue_id>",
      extra: ["queue_id"],
    },
  ],
  limits: [
    {
      of: "Client timeout for event polling",
      value: "`event_queue_longpoll_timeout_seconds` from the register response",
    },
  ],
});

export const deleteQueue = endpoint({
  method: "DELETE",
  path: "/events",
  heading: "protocol reference 9.3",
  does: "gives a queue up",
  parameters: { queue_id: plain(queueId) },
  answer: z.looseObject({}),
  errors: [
    {
      when: "queue unknown",
      code: "BAD_EVENT_QUEUE_ID",
      text: "Bad event queue ID: <queue_id>",
      extra: ["queue_id"],
    },
  ],
});
