/** Endpoints for drafts, which a user's clients share, and for scheduled messages. */
import * as z from "zod";
import { draft, scheduledMessage } from "#wire/draft.ts";
import { type ErrorRow, endpoint, hint, json, optional, plain } from "#wire/endpoint.ts";
import { noSuchStream, noSuchStreamId, refused } from "#wire/error-rows.ts";
import { draftId, scheduledId } from "#wire/ids.ts";
import { asked, identifies, object, otherwise } from "#wire/object.ts";
import { isPeopleList, messageLimits, messageType } from "./messages.ts";

/** An `id` is refused: the server assigns it. */
const written = draft.omit({ id: true });

const switchedOff = refused(
  "drafts switched off by the person's setting",
  "User has disabled synchronizing drafts.",
);
const noSuchDraft: ErrorRow = { ...refused("unknown ID", "Draft does not exist"), status: 404 };
const badDraft: readonly ErrorRow[] = [
  switchedOff,
  refused(
    "stream draft without exactly one stream ID",
    "Must specify exactly 1 channel ID for channel messages",
  ),
  noSuchStream,
  refused("unknown user", "Invalid user ID <id>"),
  refused("null byte in the text", "Message must not contain null bytes"),
  refused("null byte in the topic", "Topic must not contain null bytes"),
];

export const createDrafts = endpoint("POST /drafts", {
  heading: "POST /drafts — create drafts",
  summary: "creates drafts",
  since: 87,
  parameters: {
    drafts: json(z.array(written), {
      description: 'such as [{"type": "stream", "to": [2], "topic": "lunch", "content": "half a"}]',
    }),
  },
  answer: object({ ids: z.array(draftId) }, { ids: "They name the drafts that were made." }),
  errors: badDraft,
});

export const editDraft = endpoint("PATCH /drafts/{draft_id}", {
  heading: "PATCH /drafts/{draft_id} — edit a draft",
  summary: "replaces a draft",
  since: 87,
  parameters: { draft: json(written, { description: "the whole new draft, without an id" }) },
  errors: [noSuchDraft, ...badDraft],
});

export const getDrafts = endpoint("GET /drafts", {
  heading: "protocol reference 7.5",
  summary: "lists your drafts",
  since: 87,
  // All of them, each as long as a message may be.
  answerLimitMb: 128,
  answer: object(
    /** Decoded element by element elsewhere. */
    { count: z.int(), drafts: z.array(z.unknown()) },
    { count: otherwise(0), drafts: asked },
  ),
  errors: [switchedOff],
});

export const deleteDraft = endpoint("DELETE /drafts/{draft_id}", {
  heading: "protocol reference 7.5",
  summary: "deletes a draft",
  since: 87,
  errors: [noSuchDraft, switchedOff],
});

// Endpoints for scheduled messages.

const to = json(z.union([z.int(), z.array(z.union([z.int(), z.string()]))]), {
  description: "a stream's ID, or the IDs of the others; no names and no addresses",
  isList: isPeopleList,
});
const content = plain(z.string());
const topic = plain(z.string(), { description: "needed for streams, ignored otherwise" });
const time = json(z.int(), { description: "UNIX seconds" });

const unsendable: readonly ErrorRow[] = [
  noSuchStreamId,
  refused("user does not exist", "Invalid user ID <id>"),
  refused("time not in the future", "Scheduled delivery time must be in the future."),
  refused("empty text", "Message must not be empty"),
  refused("stream without topic", "Missing topic"),
  refused("nobody to send to", "Message must have recipients"),
];

const noSuchScheduled: ErrorRow = {
  ...refused("unknown ID", "Scheduled message does not exist"),
  status: 404,
};

export const createScheduled = endpoint("POST /scheduled_messages", {
  heading: "POST /scheduled_messages — create a scheduled message",
  summary: "schedules a message",
  since: 179,
  parameters: {
    type: messageType,
    to,
    content,
    topic: optional(topic),
    scheduled_delivery_timestamp: time,
    read_by_sender: hint(optional(json(z.boolean(), { since: 236 }))),
  },
  answer: object({ scheduled_message_id: scheduledId }, { scheduled_message_id: identifies }),
  errors: unsendable,
  limits: messageLimits,
});

export const editScheduled = endpoint("PATCH /scheduled_messages/{scheduled_message_id}", {
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
  errors: [
    noSuchScheduled,
    ...unsendable,
    refused("nothing given", "Nothing to change"),
    refused("sent meanwhile", "Scheduled message was already sent"),
  ],
  limits: messageLimits,
});

export const getScheduled = endpoint("GET /scheduled_messages", {
  heading: "protocol reference 7.5",
  summary: "lists scheduled messages, including failed ones",
  since: 173,
  answer: object({ scheduled_messages: z.array(scheduledMessage) }, { scheduled_messages: asked }),
});

export const deleteScheduled = endpoint("DELETE /scheduled_messages/{scheduled_message_id}", {
  heading: "protocol reference 7.5",
  summary: "deletes a scheduled message",
  since: 173,
  errors: [noSuchScheduled],
});
