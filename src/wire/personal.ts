/** What people keep on the server for themselves: saved snippets, reminders, and views for navigation. */
import * as z from "zod";
import { messageId, reminderId, snippetId, userId } from "./ids.ts";
import { identifies, object, otherwise } from "./object.ts";

/** A text to be used again. */
export const savedSnippet = object(
  {
    id: snippetId,
    title: z.string(),
    content: z.string(),
    /** UNIX seconds. */
    date_created: z.number(),
  },
  {
    id: identifies,
    title: otherwise(""),
    content: "It is the text that the user wrote.",
    date_created: otherwise(0),
  },
);
export type SavedSnippet = z.output<typeof savedSnippet>;

/** A message that the notification bot will send to the user, about another one. */
export const reminder = object(
  {
    reminder_id: reminderId,
    type: z.string().optional(),
    /** The user alone. */
    to: z.array(userId).optional(),
    content: z.string(),
    rendered_content: z.string().optional(),
    /** UNIX seconds; it is sent at the next full minute. */
    scheduled_delivery_timestamp: z.int(),
    failed: z.boolean().optional(),
    reminder_target_message_id: messageId,
  },
  {
    reminder_id: identifies,
    content: otherwise(""),
    scheduled_delivery_timestamp: "It says when.",
    reminder_target_message_id: "It says of what.",
  },
);
export type Reminder = z.output<typeof reminder>;

/** A place that the user has pinned or named, for all of their clients. */
export const navigationView = object(
  {
    /** The end of its URL after the `#`: a word such as `inbox`, or a narrow. */
    fragment: z.string(),
    is_pinned: z.boolean(),
    /** Null for the server's own views, which have names already. */
    name: z.string().nullish(),
  },
  { fragment: identifies, is_pinned: otherwise(false) },
);
export type NavigationView = z.output<typeof navigationView>;
