/** Endpoints for sending, reading, editing and deleting messages. */
import * as z from "zod";
import { endpoint, hint, json, optional, plain } from "#wire/endpoint.ts";
import { noSuchMessage, noSuchStreamId, refused } from "#wire/error-rows.ts";
import { messageId, queueId, streamId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { edit, message } from "#wire/message.ts";
import { anchor, narrow, newestAnchor } from "#wire/narrow.ts";
import { asked, extended, identifies, object, otherwise } from "#wire/object.ts";
import { attachment } from "#wire/realm.ts";

export const messageLimits = [
  { of: "Message size", value: "`max_message_length` from the register response" },
  { of: "Topic length", value: "`max_topic_length` from the register response" },
] as const;

/** LEVEL(1): numbers before it. */
function encodedAnchor(value: unknown, level: number): unknown {
  if (level >= since.anchorWords || typeof value !== "string") return value;
  return value === "oldest" ? 0 : newestAnchor;
}

export const messageType = plain(z.enum(["direct", "stream", "channel", "private"]), {
  // LEVEL(174): `private` instead of `direct` before it. All servers accept `stream`, newer ones also `channel`.
  encode: (value, level) => {
    if (value === "channel") return "stream";
    return value === "direct" && level < since.directType ? "private" : value;
  },
});

/** Streams are given by one ID, people by a list. */
export function isPeopleList({ type }: Readonly<Record<string, unknown>>): boolean {
  return type === "direct" || type === "private";
}

export const sendMessage = endpoint("POST /messages", {
  heading: "POST /messages — send a message",
  summary: "sends a message",
  parameters: {
    type: messageType,
    /** A stream's ID or name (a name is sent as JSON text); or the IDs or addresses of the others. */
    to: json(z.union([z.int(), z.string(), z.array(z.int()), z.array(z.string())]), {
      description: "a stream's ID or name; or the IDs or addresses of people",
      isList: isPeopleList,
    }),
    content: plain(z.string()),
    topic: optional(
      plain(z.string(), {
        aliases: ["subject"],
        description: "needed for streams, ignored otherwise",
      }),
    ),
    queue_id: hint(
      optional(plain(queueId, { description: "the queue whose event contains local_id" })),
    ),
    /** Returned in the event to the queue given by `queue_id`. */
    local_id: hint(optional(plain(z.string()))),
    /** Without it, the own message arrives unread. */
    read_by_sender: hint(optional(json(z.boolean(), { since: 236 }))),
  },
  answer: object(
    {
      id: messageId,
      automatic_new_visibility_policy: z.int().optional(),
      /** From level 508 on. */
      message_url: z.string().optional(),
    },
    { id: identifies },
  ),
  errors: [
    {
      when: "stream does not exist",
      code: "STREAM_DOES_NOT_EXIST",
      text: "Channel '<name>' does not exist",
      extra: ["stream"],
    },
    refused("recipient email invalid", "Invalid email '<email>'"),
    noSuchStreamId,
    refused("recipient ID invalid", "Invalid user ID <id>"),
    refused("empty text", "Message must not be empty"),
    refused("stream without topic", "Missing topic"),
    refused("empty topic", "Topic can't be empty!"),
    refused("not allowed to post there", "Not authorized to send to channel '<name>'"),
    {
      when: "too many people mentioned",
      code: "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
      text: "You do not have permission to use channel wildcard mentions in this channel.",
    },
  ],
  limits: messageLimits,
});

const neededForAnchor = { neededUntil: 299, description: "needed with an anchor" };

/** Whether the empty topic is `""` in the answer, not the realm's name for it. */
export const emptyTopicName = {
  allow_empty_topic_name: optional(json(z.boolean(), { since: since.emptyTopics, default: false })),
};

export const getMessages = endpoint("GET /messages", {
  heading: "GET /messages — get messages",
  summary: "reads messages of a narrow around an anchor",
  // LEVEL(1): the first unread message had a parameter of its own before it.
  encode: (page, level) => {
    const needsFlag = page["anchor"] === "first_unread" && level < since.anchorWords;
    return needsFlag ? { ...page, use_first_unread_anchor: true } : page;
  },
  parameters: {
    anchor: optional(plain(z.union([anchor, z.literal("date")]), { encode: encodedAnchor })),
    anchor_date: optional(
      plain(z.string(), { since: 445, description: "in ISO 8601, with the anchor date" }),
    ),
    include_anchor: optional(json(z.boolean(), { since: 155, default: true })),
    num_before: optional(json(z.int().min(0), neededForAnchor)),
    num_after: optional(json(z.int().min(0), neededForAnchor)),
    /** Instead of an anchor and the two numbers. Messages that the user never received are left out. */
    message_ids: optional(json(z.array(messageId), { since: 300 })),
    narrow: optional(
      json(narrow, { description: 'such as [{"operator": "topic", "operand": "lunch"}]' }),
    ),
    client_gravatar: optional(json(z.boolean(), { default: true })),
    apply_markdown: optional(
      json(z.boolean(), { default: true, description: "true: HTML; false: Markdown" }),
    ),
    ...emptyTopicName,
    /** LEVEL(1): replaced by `anchor`. */
    use_first_unread_anchor: optional(
      json(z.boolean(), { deprecated: 1, default: false, description: "not together with anchor" }),
    ),
  },
  answer: object(
    {
      /** May be 1e16, for "the newest"; absent where messages were asked for by their IDs. */
      anchor: z.number().optional(),
      found_newest: z.boolean().optional(),
      found_oldest: z.boolean().optional(),
      found_anchor: z.boolean().optional(),
      history_limited: z.boolean().optional(),
      /** Decoded element by element elsewhere. */
      messages: z.array(z.unknown()),
    },
    { anchor: "It says which part of the history it is.", messages: asked },
  ),
  errors: [
    refused("more than 5000 messages asked for", "Too many messages requested (maximum 5000)."),
  ],
  limits: [
    {
      of: "Messages per request",
      value:
        "at most 5000 (num_before plus num_after); exceeding it is an error; 1000 each recommended maximum",
    },
  ],
});

export const getMessage = endpoint("GET /messages/{message_id}", {
  heading: "protocol reference 7.2",
  summary: "reads one message",
  parameters: { apply_markdown: optional(json(z.boolean())), ...emptyTopicName },
  answer: object({
    /** Absent below level 120. */
    message: message.optional(),
    raw_content: z.string().optional(),
  }),
  errors: [noSuchMessage],
});

export const editMessage = endpoint("PATCH /messages/{message_id}", {
  heading: "protocol reference 7.3",
  summary: "edits a message, or moves it and its neighbours",
  parameters: {
    content: optional(plain(z.string())),
    /** Of the text that the edit began with, in hexadecimal digits; the server refuses if it has another one by now. */
    prev_content_sha256: hint(optional(plain(z.string(), { since: 379 }))),
    topic: optional(plain(z.string(), { aliases: ["subject"] })),
    stream_id: optional(json(streamId, { since: 9 })),
    propagate_mode: optional(plain(z.enum(["change_one", "change_later", "change_all"]))),
    send_notification_to_old_thread: optional(json(z.boolean())),
    send_notification_to_new_thread: optional(json(z.boolean())),
  },
  answer: object({
    /** From level 285 on: the user's files that only the history of the message links to now. */
    detached_uploads: z.array(attachment).optional(),
  }),
  errors: [
    noSuchMessage,
    {
      code: "EXPECTATION_MISMATCH",
      when: "the text is not the one of `prev_content_sha256`",
      text: "'prev_content_sha256' value does not match the expected value.",
    },
  ],
  limits: messageLimits,
});

export const deleteMessage = endpoint("DELETE /messages/{message_id}", {
  heading: "protocol reference 7.2",
  summary: "deletes a message",
  errors: [noSuchMessage],
});

export const getMessageHistory = endpoint("GET /messages/{message_id}/history", {
  heading: "protocol reference 7.2",
  summary: "lists the edits of a message, oldest first",
  parameters: emptyTopicName,
  answer: object(
    {
      message_history: z.array(
        extended(
          edit,
          { topic: z.string(), content: z.string(), rendered_content: z.string() },
          { topic: otherwise(""), content: otherwise(""), rendered_content: otherwise("") },
        ),
      ),
    },
    { message_history: asked },
  ),
  errors: [noSuchMessage],
});

const reactionParameters = {
  /** Code and type take precedence over the name, which alone names the same emoji. */
  emoji_code: hint(optional(plain(z.string()))),
  reaction_type: hint(optional(plain(z.string()))),
};

export const addReaction = endpoint("POST /messages/{message_id}/reactions", {
  heading: "POST /messages/{message_id}/reactions — add an emoji reaction",
  summary: "reacts to a message",
  parameters: { emoji_name: plain(z.string()), ...reactionParameters },
  errors: [
    refused("invalid emoji code", "Invalid emoji code."),
    refused("emoji unknown", "Emoji '<name>' does not exist"),
    {
      when: "already reacted with it",
      code: "REACTION_ALREADY_EXISTS",
      text: "Reaction already exists.",
    },
    noSuchMessage,
  ],
});

export const removeReaction = endpoint("DELETE /messages/{message_id}/reactions", {
  heading: "protocol reference 7.2",
  summary: "removes a reaction",
  parameters: { emoji_name: optional(plain(z.string())), ...reactionParameters },
  errors: [
    {
      when: "not reacted with it",
      code: "REACTION_DOES_NOT_EXIST",
      text: "Reaction doesn't exist.",
    },
    noSuchMessage,
  ],
});

export const startTyping = endpoint("POST /typing", {
  heading: "protocol reference 7.7",
  summary: "sends a typing notification",
  savesNothing: true,
  parameters: {
    op: plain(z.enum(["start", "stop"])),
    /** Omitted for direct messages, which is valid at every level. */
    type: optional(plain(z.enum(["direct", "stream", "channel", "private"]), { since: 58 })),
    /** LEVEL(215): before it, also used for streams. */
    to: optional(json(z.array(z.int()))),
    stream_id: optional(json(streamId, { since: 215 })),
    topic: optional(plain(z.string(), { since: 58 })),
  },
});

/** At levels 351 to 360, of which no server was released, the path was another one. */
export const startEditTyping = endpoint("POST /messages/{message_id}/typing", {
  heading: "protocol reference 7.7",
  summary: "tells others that a message is being edited",
  since: 361,
  parameters: { op: plain(z.enum(["start", "stop"])) },
  errors: [noSuchMessage],
});
