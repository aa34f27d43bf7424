/** The wire format of messages, reactions, flags and edits. */
import * as z from "zod";
import { messageId, streamId, userId } from "./ids.ts";
import { identifies, object, otherwise, part } from "./object.ts";

/**
 * One user's reaction. Reactions are identified by type and code, never by name.
 * LEVEL(2): before it there is no `user_id`; the ID stands in `user.id` in fetches and in `user.user_id` in events.
 */
export const reaction = object(
  {
    emoji_name: z.string(),
    emoji_code: z.string(),
    /** `unicode_emoji`, `realm_emoji`, or the service's own, which ends in `_extra_emoji`. */
    reaction_type: z.string(),
    user_id: userId.optional(),
    user: object({ id: userId.optional(), user_id: userId.optional() }).optional(),
  },
  { emoji_name: otherwise(""), emoji_code: identifies, reaction_type: identifies },
);
export type Reaction = z.output<typeof reaction>;

/** Data of a poll or a to-do list; `content` is a JSON document as text. */
export const submessage = object(
  {
    id: z.int(),
    message_id: messageId,
    sender_id: userId,
    msg_type: z.string(),
    content: z.string(),
  },
  {
    id: identifies,
    message_id: identifies,
    sender_id: "Its votes are counted by people.",
    msg_type: "It says who understands the content.",
    content: "It is all that it says.",
  },
);
export type Submessage = z.output<typeof submessage>;

/** One earlier state of an edited or moved message; only what the edit changed is present. */
export const edit = object(
  {
    user_id: userId.nullish(),
    timestamp: z.number(),
    prev_content: z.string().optional(),
    prev_rendered_content: z.string().optional(),
    prev_rendered_content_version: z.int().optional(),
    prev_stream: streamId.optional(),
    stream: streamId.optional(),
    prev_topic: z.string().optional(),
    /** LEVEL(118): before it, the older spelling of `prev_topic`. */
    prev_subject: z.string().optional(),
    topic: z.string().optional(),
  },
  { timestamp: otherwise(0) },
);
export type Edit = z.output<typeof edit>;

/** A participant of a direct message. The key is `id`, not `user_id`. */
export const participant = object(
  {
    id: userId,
    email: z.string().optional(),
    full_name: z.string().optional(),
  },
  { id: identifies },
);

/**
 * A message (Message (returned by Get messages)).
 * In events `flags` stands beside the message, not inside.
 */
export const message = object(
  {
    id: messageId,
    /** `private` also when it was sent as `direct`. A message with a `stream_id` is in a stream. */
    type: z.enum(["stream", "private", "channel", "direct"]).optional(),
    /** HTML, or raw Markdown if requested: see `content_type`. */
    content: z.string(),
    content_type: z.string().optional(),
    /** The topic; empty for direct messages. */
    subject: z.string(),
    stream_id: streamId.optional(),
    /** The stream's name, or everybody in the conversation, the reader included. */
    display_recipient: z.union([z.string(), z.array(participant)]),
    recipient_id: z.int().optional(),
    sender_id: userId,
    sender_email: z.string().optional(),
    sender_full_name: z.string(),
    sender_realm_str: z.string().optional(),
    avatar_url: z.string().nullish(),
    client: z.string().optional(),
    /** UNIX seconds. */
    timestamp: z.number(),
    is_me_message: z.boolean().optional(),
    flags: z.array(z.string()).optional(),
    reactions: z.array(reaction).optional(),
    submessages: z.array(submessage).optional(),
    /** Plain strings below level 46. */
    topic_links: z
      .array(
        z.union([
          z.string(),
          object(
            { text: z.string(), url: z.string() },
            { text: otherwise(""), url: "Without it there is no link." },
          ),
        ]),
      )
      .optional(),
    /** From level 365 on of the text only, before it of a move, too. */
    last_edit_timestamp: z.number().optional(),
    /** From level 365 on; resolving is no move. */
    last_moved_timestamp: z.number().optional(),
    edit_history: z.array(edit).optional(),
    match_content: z.string().optional(),
    match_subject: z.string().optional(),
  },
  {
    id: identifies,
    // A kind that weir does not know: who would get an answer is not guessed.
    type: ({ stream_id, type }) =>
      stream_id === undefined && typeof type === "string" ? "It says where it is." : undefined,
    content: "A message without it would be shown as if it were empty.",
    // Where an answer goes is not guessed.
    subject: ({ stream_id }) => (stream_id === undefined ? otherwise("") : "It says where it is."),
    display_recipient: ({ stream_id }) =>
      stream_id === undefined ? "It says who is in the conversation." : otherwise(""),
    stream_id: "It says where it is.",
    sender_id: "What may be done with a message depends on whose it is.",
    sender_full_name: otherwise(""),
    timestamp: otherwise(0),
  },
);
export type Message = z.output<typeof message>;

/** What the inbox needs to know of messages that are not shown: the rest costs most of the time that decoding takes. */
export const messageFacts = part(message, ["id", "subject", "stream_id", "sender_id", "flags"]);
export type MessageFacts = z.output<typeof messageFacts>;
