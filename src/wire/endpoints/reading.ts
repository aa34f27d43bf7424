/** Endpoints for read receipts, matching a narrow, rendering, and submessages. */
import * as z from "zod";
import { endpoint, json, plain } from "#wire/endpoint.ts";
import { noSuchMessage, refused } from "#wire/error-rows.ts";
import { messageId, userId } from "#wire/ids.ts";
import { narrow } from "#wire/narrow.ts";

export const getReadReceipts = endpoint({
  method: "GET",
  path: "/messages/{message_id}/read_receipts",
  heading: "protocol reference 7.2",
  summary: "lists the users who read a message",
  since: 137,
  parameters: {},
  answer: z.looseObject({ user_ids: z.array(userId) }),
  errors: [
    {
      ...refused,
      when: "switched off in the realm",
      text: "Read receipts are disabled in this organization.",
    },
    noSuchMessage,
  ],
});

export const matchNarrow = endpoint({
  method: "GET",
  path: "/messages/matches_narrow",
  heading: "protocol reference 7.2",
  summary: "reports which of the given messages match a narrow",
  parameters: { msg_ids: json(z.array(messageId)), narrow: json(narrow) },
  answer: z.looseObject({
    /** The matching messages, by ID. */
    messages: z.record(
      z.string(),
      z.looseObject({ match_content: z.string().optional(), match_subject: z.string().optional() }),
    ),
  }),
  errors: [
    {
      when: "narrow broken",
      code: "BAD_NARROW",
      text: "Invalid narrow operator: <reason>",
      extra: ["desc"],
    },
  ],
});

export const renderMessage = endpoint({
  method: "POST",
  path: "/messages/render",
  heading: "protocol reference 7.2",
  summary: "renders Markdown as HTML without sending it",
  parameters: { content: plain(z.string()) },
  answer: z.looseObject({ rendered: z.string() }),
});

export const sendSubmessage = endpoint({
  method: "POST",
  path: "/submessage",
  heading: "protocol reference 13",
  summary: "votes in a poll, or checks a task",
  parameters: {
    message_id: json(messageId),
    msg_type: plain(z.string(), { description: "widget" }),
    content: plain(z.string(), { description: "a JSON object as text" }),
  },
  answer: z.looseObject({}),
  errors: [
    noSuchMessage,
    { ...refused, when: "content is no JSON", text: "Invalid json for submessage" },
    {
      ...refused,
      when: "somebody else's message without a widget",
      text: "You cannot attach a submessage to this message.",
    },
    { ...refused, when: "type unknown", text: "Unknown type for poll data: <type>" },
    {
      ...refused,
      when: "title changed by somebody else",
      text: "You can't edit the task list title unless you are the author.",
    },
  ],
});
