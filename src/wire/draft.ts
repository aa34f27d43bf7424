/** Drafts and scheduled messages, stored by the server. */
import * as z from "zod";
import { draftId, scheduledId } from "./ids.ts";
import { extended, identifies, object, otherwise } from "./object.ts";

/** Of what must be known before something is sent there. */
const goes = "It says where it goes.";

/** A draft (Draft). */
export const draft = object(
  {
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
  },
  {
    type: otherwise("" as const),
    to: ({ type }) => (type === "" ? otherwise([]) : goes),
    // Where it goes is not guessed.
    topic: ({ type }) => (type === "stream" ? goes : otherwise("")),
    content: "It is the text that the user wrote.",
  },
);
export type Draft = z.output<typeof draft>;

/** A draft as servers send it. */
export const storedDraft = extended(draft, { id: draftId }, { id: identifies });

/** A listed scheduled message (Scheduled message). */
export const scheduledMessage = object(
  {
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
  },
  {
    scheduled_message_id: identifies,
    type: "It says what `to` means.",
    to: goes,
    topic: goes,
    content: "It is the text that is sent.",
    scheduled_delivery_timestamp: "It says when it is sent.",
  },
);
export type ScheduledMessage = z.output<typeof scheduledMessage>;
