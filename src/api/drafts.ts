/** Calls for drafts and scheduled messages, which the server shares among all of the user's clients. */
import type { ArgumentsOf } from "#wire/endpoint.ts";
import * as wire from "#wire/endpoints/drafts.ts";
import { callTo } from "./connection.ts";

/** A draft to be stored: without an ID, which the server assigns. */
export type WrittenDraft = ArgumentsOf<typeof wire.createDrafts>["drafts"][number];

/** POST /drafts: returns the IDs in the order of the drafts. */
export const createDrafts = callTo(wire.createDrafts, { priority: "background" });

/** PATCH /drafts/{draft_id}: replaces the whole draft. */
export const editDraft = callTo(wire.editDraft, { priority: "background" });

/** DELETE /drafts/{draft_id}. */
export const deleteDraft = callTo(wire.deleteDraft, { priority: "background" });

/** POST /scheduled_messages. Never repeat it after a failure that says `sent: maybe`. */
export const createScheduled = callTo(wire.createScheduled);

/** PATCH /scheduled_messages/{scheduled_message_id}. */
export const editScheduled = callTo(wire.editScheduled);

/** GET /scheduled_messages: those not sent yet, including failed ones. */
export const getScheduled = callTo(wire.getScheduled);

/** DELETE /scheduled_messages/{scheduled_message_id}. */
export const deleteScheduled = callTo(wire.deleteScheduled);
