/** Drafts and scheduled messages, stored by the server. */
import * as z from "zod";
import { draftId, scheduledId } from "./ids.ts";

/** A draft (Draft). */
export const draft = z.looseObject({
  /** Absent until the server has stored it, and never sent to it. */
  id: draftId.optional(),
  /** Empty while unaddressed. */
  type: z.enum(["", "stream", "private"]),
  /** One stream ID, or the IDs of the others; empty while unaddressed. */
  to: z.array(z.int()),
  topic: z.string(),
  content: z.string(),
  /** UNIX seconds of the last edit; the server fills it in. */
  timestamp: z.union([z.int(), z.number()]).optional(),
});
export type Draft = z.output<typeof draft>;

/** A listed scheduled message (Scheduled message). */
export const scheduledMessage = z.looseObject({
  scheduled_message_id: scheduledId,
  type: z.enum(["stream", "private"]),
  /** A stream's ID, or the IDs of the others. */
  to: z.union([z.int(), z.array(z.int())]),
  topic: z.string().optional(),
  content: z.string(),
  rendered_content: z.string().optional(),
  /** UNIX seconds. */
  scheduled_delivery_timestamp: z.int(),
  /** From level 181 on. */
  failed: z.boolean().optional(),
});
export type ScheduledMessage = z.output<typeof scheduledMessage>;
