/** Events about what people keep on the server for themselves: drafts, scheduled messages, snippets, reminders, views. */
import * as z from "zod";
import { scheduledMessage, storedDraft } from "./draft.ts";
import { all, changes, event } from "./event.ts";
import { draftId, reminderId, scheduledId, snippetId } from "./ids.ts";
import { identifies, object } from "./object.ts";
import { navigationView, reminder, savedSnippet } from "./personal.ts";

export const drafts = z.discriminatedUnion("op", [
  event(
    "drafts",
    {
      op: z.literal("add"),
      drafts: z.array(storedDraft),
    },
    all("drafts"),
  ),
  event("drafts", { op: z.literal("update"), draft: storedDraft }, all("draft")),
  event("drafts", { op: z.literal("remove"), draft_id: draftId }, { draft_id: identifies }),
]);

export const scheduled = z.discriminatedUnion("op", [
  event(
    "scheduled_messages",
    {
      op: z.literal("add"),
      scheduled_messages: z.array(scheduledMessage),
    },
    all("scheduled_messages"),
  ),
  event(
    "scheduled_messages",
    {
      op: z.literal("update"),
      scheduled_message: scheduledMessage,
    },
    all("scheduled_message"),
  ),
  event(
    "scheduled_messages",
    {
      op: z.literal("remove"),
      scheduled_message_id: scheduledId,
    },
    { scheduled_message_id: identifies },
  ),
]);

export const savedSnippets = z.discriminatedUnion("op", [
  event(
    "saved_snippets",
    { op: z.enum(["add", "update"]), saved_snippet: savedSnippet },
    all("saved_snippet"),
  ),
  event(
    "saved_snippets",
    { op: z.literal("remove"), saved_snippet_id: snippetId },
    { saved_snippet_id: identifies },
  ),
]);

export const reminders = z.discriminatedUnion("op", [
  event("reminders", { op: z.literal("add"), reminders: z.array(reminder) }, all("reminders")),
  event(
    "reminders",
    { op: z.literal("remove"), reminder_id: reminderId },
    { reminder_id: identifies },
  ),
]);

export const navigationViews = z.discriminatedUnion("op", [
  event(
    "navigation_view",
    { op: z.literal("add"), navigation_view: navigationView },
    all("navigation_view"),
  ),
  event(
    "navigation_view",
    {
      op: z.literal("update"),
      fragment: z.string(),
      data: object({ name: z.string().nullish(), is_pinned: z.boolean().optional() }),
    },
    { fragment: identifies, data: changes },
  ),
  event(
    "navigation_view",
    { op: z.literal("remove"), fragment: z.string() },
    { fragment: identifies },
  ),
]);
