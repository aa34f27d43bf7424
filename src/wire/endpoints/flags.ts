/** Endpoints that mark messages read or starred, and that tell who has read them; matching a narrow, submessages. */
import * as z from "zod";
import { atMost, errorsOf } from "#wire/checks.ts";
import { endpoint, json, optional, plain } from "#wire/endpoint.ts";
import { noSuchMessage, noSuchStream, outOfTime, refused, tooLong } from "#wire/error-rows.ts";
import { messageId, streamId, userId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { anchor, narrow } from "#wire/narrow.ts";
import { asked, object, otherwise } from "#wire/object.ts";

/** From level 355 on: where messages stayed read, because the user is not subscribed. */
const ignoredStreams = z.array(streamId).optional();

export const updateFlags = endpoint("POST /messages/flags", {
  heading: "protocol reference 7.4",
  summary: "adds or removes a flag of given messages",
  parameters: {
    messages: json(z.array(messageId)),
    op: plain(z.enum(["add", "remove"])),
    flag: plain(z.string()),
  },
  answer: object({
    /** The list that was sent, not what has changed: only the event says that. */
    messages: z.array(messageId).optional(),
    ignored_because_not_subscribed_channels: ignoredStreams,
  }),
});

export const updateFlagsOfNarrow = endpoint("POST /messages/flags/narrow", {
  heading: "protocol reference 7.4",
  summary: "adds or removes a flag of a range of messages",
  since: 155,
  parameters: {
    anchor: plain(anchor),
    include_anchor: optional(json(z.boolean())),
    num_before: json(z.int().min(0)),
    num_after: json(z.int().min(0)),
    narrow: json(narrow.nullable()),
    op: plain(z.enum(["add", "remove"])),
    flag: plain(z.string()),
  },
  answer: object(
    {
      processed_count: z.int(),
      updated_count: z.int(),
      first_processed_id: messageId.nullable(),
      last_processed_id: messageId.nullable(),
      found_oldest: z.boolean(),
      found_newest: z.boolean(),
      ignored_because_not_subscribed_channels: ignoredStreams,
    },
    {
      processed_count: otherwise(0),
      updated_count: otherwise(0),
      first_processed_id: "It says where to go on.",
      last_processed_id: "It says where to go on.",
      found_oldest: "It says where to go on.",
      found_newest: "It says where to go on.",
    },
  ),
});

export const markAllAsRead = endpoint("POST /mark_all_as_read", {
  summary: "marks everything read, in batches",
  batches: true,
  /** LEVEL(211): false when time ran out; between 153 and 210 the answer is `partially_completed` instead. */
  answer: object({ complete: z.boolean().optional() }),
  errors: [outOfTime],
});

export const markStreamAsRead = endpoint("POST /mark_stream_as_read", {
  summary: "marks a stream read",
  parameters: { stream_id: json(streamId) },
  errors: [noSuchStream],
});

export const markTopicAsRead = endpoint("POST /mark_topic_as_read", {
  summary: "marks a topic read",
  parameters: { stream_id: json(streamId), topic_name: plain(z.string()) },
  errors: [refused("topic without messages of yours", "No such topic '<topic>'"), noSuchStream],
});

// Endpoints for read receipts, matching a narrow, rendering, and submessages.

export const getReadReceipts = endpoint("GET /messages/{message_id}/read_receipts", {
  heading: "protocol reference 7.2",
  summary: "lists the users who read a message",
  since: 137,
  answer: object({ user_ids: z.array(userId) }, { user_ids: asked }),
  errors: [
    refused("switched off in the realm", "Read receipts are disabled in this organization."),
    noSuchMessage,
  ],
});

export const reportDescription = plain(z.string(), {
  description: "needed for other",
  checks: [atMost("reportLength", tooLong("description"))],
});
export const reportsOff = refused(
  "the organization has no stream for reports",
  "Moderation request channel must be specified to enable message reporting.",
);
export const unexplained = refused("other without a description", "An explanation is required.");

export const reportMessage = endpoint("POST /messages/{message_id}/report", {
  heading: "protocol reference, part 2, 8.5",
  summary: "reports a message to the moderators",
  since: since.reports,
  parameters: {
    report_type: plain(z.string(), {
      description: "a key of server_report_message_types: spam, harassment, …, other",
    }),
    description: optional(reportDescription),
  },
  errors: [noSuchMessage, reportsOff, unexplained, ...errorsOf(reportDescription)],
});

export const summarizeNarrow = endpoint("GET /messages/summary", {
  heading: "protocol reference, part 2, 8.6",
  summary: "summarizes the messages of a narrow",
  since: since.summaries,
  parameters: { narrow: json(narrow, { description: "a stream and a topic" }) },
  answer: object(
    {
      /** HTML. */
      summary: z.string(),
    },
    { summary: asked },
  ),
  errors: [refused("not permitted, or no model", "Insufficient permission")],
});

export const matchNarrow = endpoint("GET /messages/matches_narrow", {
  heading: "protocol reference 7.2",
  summary: "reports which of the given messages match a narrow",
  parameters: { msg_ids: json(z.array(messageId)), narrow: json(narrow) },
  answer: object(
    {
      /** The matching messages, by ID. */
      messages: z.record(
        z.string(),
        object({ match_content: z.string().optional(), match_subject: z.string().optional() }),
      ),
    },
    { messages: asked },
  ),
  errors: [
    {
      when: "narrow broken",
      code: "BAD_NARROW",
      text: "Invalid narrow operator: <reason>",
      extra: ["desc"],
    },
  ],
});

export const renderMessage = endpoint("POST /messages/render", {
  heading: "protocol reference 7.2",
  summary: "renders Markdown as HTML without sending it",
  savesNothing: true,
  parameters: { content: plain(z.string()) },
  answer: object({ rendered: z.string() }, { rendered: asked }),
});

export const sendSubmessage = endpoint("POST /submessage", {
  heading: "protocol reference 13",
  summary: "votes in a poll, or checks a task",
  parameters: {
    message_id: json(messageId),
    msg_type: plain(z.string(), { description: "widget" }),
    content: plain(z.string(), { description: "a JSON object as text" }),
  },
  errors: [
    noSuchMessage,
    refused("content is no JSON", "Invalid json for submessage"),
    refused(
      "somebody else's message without a widget",
      "You cannot attach a submessage to this message.",
    ),
    refused("type unknown", "Unknown type for poll data: <type>"),
    refused(
      "title changed by somebody else",
      "You can't edit the task list title unless you are the author.",
    ),
  ],
});
