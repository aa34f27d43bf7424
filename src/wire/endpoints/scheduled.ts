/** Endpoints for scheduled messages. */
import * as z from "zod";
import { scheduledMessage } from "#wire/draft.ts";
import { type ErrorRow, endpoint, json, optional, plain } from "#wire/endpoint.ts";
import { noSuchStreamId, refused } from "#wire/error-rows.ts";
import { scheduledId } from "#wire/ids.ts";
import { isPeopleList, messageLimits, messageType } from "./messages.ts";

const to = json(z.union([z.int(), z.array(z.union([z.int(), z.string()]))]), {
  description: "a stream's ID, or the IDs of the others; no names and no addresses",
  isList: isPeopleList,
});
const content = plain(z.string());
const topic = plain(z.string(), { description: "needed for streams, ignored otherwise" });
const time = json(z.int(), { description: "UNIX seconds" });

const unsendable: readonly ErrorRow[] = [
  noSuchStreamId,
  { ...refused, when: "user does not exist", text: "Invalid user ID <id>" },
  {
    ...refused,
    when: "time not in the future",
    text: "Scheduled delivery time must be in the future.",
  },
  { ...refused, when: "empty text", text: "Message must not be empty" },
  { ...refused, when: "stream without topic", text: "Missing topic" },
  { ...refused, when: "nobody to send to", text: "Message must have recipients" },
];

const noSuchScheduled: ErrorRow = {
  ...refused,
  when: "unknown ID",
  text: "Scheduled message does not exist",
  status: 404,
};

export const createScheduled = endpoint({
  method: "POST",
  path: "/scheduled_messages",
  heading: "POST /scheduled_messages — create a scheduled message",
  summary: "schedules a message",
  since: 179,
  parameters: {
    type: messageType,
    to,
    content,
    topic: optional(topic),
    scheduled_delivery_timestamp: time,
    read_by_sender: optional(json(z.boolean(), { since: 236 })),
  },
  answer: z.looseObject({ scheduled_message_id: scheduledId }),
  errors: unsendable,
  limits: messageLimits,
});

export const editScheduled = endpoint({
  method: "PATCH",
  path: "/scheduled_messages/{scheduled_message_id}",
  heading: "PATCH /scheduled_messages/{scheduled_message_id} — edit a scheduled message",
  summary: "edits a scheduled message",
  since: 184,
  parameters: {
    type: optional({ ...messageType, description: "needs to, and for streams topic" }),
    to: optional(to),
    content: optional(content),
    topic: optional(topic),
    scheduled_delivery_timestamp: optional({
      ...time,
      description: "UNIX seconds; needed when it failed",
    }),
  },
  answer: z.looseObject({}),
  errors: [
    noSuchScheduled,
    ...unsendable,
    { ...refused, when: "nothing given", text: "Nothing to change" },
    { ...refused, when: "sent meanwhile", text: "Scheduled message was already sent" },
  ],
  limits: messageLimits,
});

export const getScheduled = endpoint({
  method: "GET",
  path: "/scheduled_messages",
  heading: "protocol reference 7.5",
  summary: "lists scheduled messages, including failed ones",
  since: 173,
  parameters: {},
  answer: z.looseObject({ scheduled_messages: z.array(scheduledMessage) }),
});

export const deleteScheduled = endpoint({
  method: "DELETE",
  path: "/scheduled_messages/{scheduled_message_id}",
  heading: "protocol reference 7.5",
  summary: "deletes a scheduled message",
  since: 173,
  parameters: {},
  answer: z.looseObject({}),
  errors: [noSuchScheduled],
});
