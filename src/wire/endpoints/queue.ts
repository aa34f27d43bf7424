/** Endpoints for event queues: register, poll, delete. */
import * as z from "zod";
import { endpoint, json, optional, plain } from "#wire/endpoint.ts";
import { queueId } from "#wire/ids.ts";
import { asked, object, whole } from "#wire/object.ts";
import { capabilities, registerAnswer } from "#wire/register.ts";

const registerParameters = {
  /** False when absent: the opposite of GET /messages. */
  apply_markdown: optional(json(z.boolean())),
  client_gravatar: optional(json(z.boolean())),
  /** From level 412 on, `partial`: of streams with many people, the server may list some. */
  include_subscribers: optional(json(z.union([z.boolean(), z.literal("partial")]))),
  slim_presence: optional(json(z.boolean())),
  event_types: optional(json(z.array(z.string()))),
  fetch_event_types: optional(json(z.array(z.string()))),
  all_public_streams: optional(json(z.boolean())),
  narrow: optional(json(z.array(z.tuple([z.string(), z.string()])))),
  client_capabilities: optional(json(capabilities)),
  queue_lifespan_secs: optional(json(z.int())),
  /**
   * LEVEL(481): how long the queue may live unpolled. Older servers ignore it; the first register goes to a server of
   * unknown level.
   */
  idle_queue_timeout: optional(
    json(z.union([z.int(), z.literal("mobile")]), { description: "in seconds, from level 481 on" }),
  ),
};

export const register = endpoint("POST /register", {
  heading: "protocol reference 8",
  summary: "registers an event queue and gets the initial state",
  savesNothing: true,
  // It contains all users and streams of the realm.
  answerLimitMb: 128,
  parameters: registerParameters,
  answer: registerAnswer,
});

export const getEvents = endpoint("GET /events", {
  heading: "GET /events — get events from an event queue",
  summary: "waits for events of a queue",
  parameters: {
    ...registerParameters,
    queue_id: optional(plain(queueId)),
    /** Acknowledges all events up to it; -1: none. */
    last_event_id: optional(json(z.int())),
    dont_block: optional(json(z.boolean(), { default: false })),
  },
  answer: object(
    {
      /** Decoded separately elsewhere; the ID is required for acknowledging. */
      events: whole(z.array(object({ id: z.int() }, { id: "It is acknowledged by its ID." }))),
      /** Often absent. */
      queue_id: queueId.optional(),
    },
    { events: asked },
  ),
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

export const deleteQueue = endpoint("DELETE /events", {
  heading: "protocol reference 9.3",
  summary: "deletes a queue",
  savesNothing: true,
  parameters: { queue_id: plain(queueId) },
  errors: [
    {
      when: "queue unknown",
      code: "BAD_EVENT_QUEUE_ID",
      text: "Bad event queue ID: <queue_id>",
      extra: ["queue_id"],
    },
  ],
});
