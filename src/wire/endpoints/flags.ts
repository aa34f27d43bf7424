/** Endpoints that mark messages read or starred. */
import * as z from "zod";
import { endpoint, json, optional, plain } from "#wire/endpoint.ts";
import { noSuchStream, outOfTime } from "#wire/error-rows.ts";
import { messageId, streamId } from "#wire/ids.ts";
import { anchor, narrow } from "#wire/narrow.ts";

export const updateFlags = endpoint({
  method: "POST",
  path: "/messages/flags",
  heading: "protocol reference 7.4",
  summary: "adds or removes a flag of given messages",
  parameters: {
    messages: json(z.array(messageId)),
    op: plain(z.enum(["add", "remove"])),
    flag: plain(z.string()),
  },
  /** The list that was sent, not what has changed: only the event says that. */
  answer: z.looseObject({ messages: z.array(messageId).optional() }),
});

export const updateFlagsOfNarrow = endpoint({
  method: "POST",
  path: "/messages/flags/narrow",
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
  answer: z.looseObject({
    processed_count: z.int(),
    updated_count: z.int(),
    first_processed_id: messageId.nullable(),
    last_processed_id: messageId.nullable(),
    found_oldest: z.boolean(),
    found_newest: z.boolean(),
  }),
});

export const markAllAsRead = endpoint({
  method: "POST",
  path: "/mark_all_as_read",
  heading: "POST /mark_all_as_read",
  summary: "marks everything read, in batches",
  batches: true,
  parameters: {},
  /** LEVEL(211): false when time ran out; between 153 and 210 the answer is `partially_completed` instead. */
  answer: z.looseObject({ complete: z.boolean().optional() }),
  errors: [outOfTime],
});

export const markStreamAsRead = endpoint({
  method: "POST",
  path: "/mark_stream_as_read",
  heading: "POST /mark_stream_as_read",
  summary: "marks a stream read",
  parameters: { stream_id: json(streamId) },
  answer: z.looseObject({}),
  errors: [noSuchStream],
});

export const markTopicAsRead = endpoint({
  method: "POST",
  path: "/mark_topic_as_read",
  heading: "POST /mark_topic_as_read",
  summary: "marks a topic read",
  parameters: { stream_id: json(streamId), topic_name: plain(z.string()) },
  answer: z.looseObject({}),
  errors: [
    {
      when: "topic without messages of yours",
      code: "BAD_REQUEST",
      text: "No such topic '<topic>'",
    },
    noSuchStream,
  ],
});
