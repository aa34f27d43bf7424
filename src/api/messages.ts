/** Calls for sending, reading, editing, deleting and marking messages, and for their details. */
import * as flags from "#wire/endpoints/flags.ts";
import * as wire from "#wire/endpoints/messages.ts";
import type { Connection } from "./connection.ts";
import { callTo, callUntilDone, emptyTopicsAsTheyAre } from "./connection.ts";

const historyDeadlineMs = 20_000;

/** POST /messages — send a message. Never repeat it after a failure that says `sent: maybe`. */
export const sendMessage = callTo(wire.sendMessage, { priority: "send" });

/** GET /messages — get messages. The messages are not decoded yet. */
export const getMessages = callTo(
  wire.getMessages,
  { deadlineMs: historyDeadlineMs },
  emptyTopicsAsTheyAre,
);

/** GET /messages/{message_id}: one message. It is not decoded yet. */
export const getMessage = callTo(wire.getMessage, {}, emptyTopicsAsTheyAre);

/** GET /messages/matches_narrow: which of these messages are in a narrow, with the words that a search matched. */
export const matchNarrow = callTo(flags.matchNarrow);

/** POST /submessage: a vote, or another change of a poll or a to-do list. */
export const sendSubmessage = callTo(flags.sendSubmessage);

/** POST /messages/{message_id}/reactions — add an emoji reaction. */
export const addReaction = callTo(wire.addReaction);

/** DELETE /messages/{message_id}/reactions. Give code and type: without the type a Unicode emoji is assumed. */
export const removeReaction = callTo(wire.removeReaction);

/** PATCH /messages/{message_id}: changes the text, or moves the message and possibly its neighbours. */
export const editMessage = callTo(wire.editMessage);

/** DELETE /messages/{message_id}. */
export const deleteMessage = callTo(wire.deleteMessage);

/** POST /typing: started, or stopped. */
export const sendTyping = callTo(wire.startTyping, { priority: "background" });

/** POST /messages/{message_id}/typing: the user edits the message, or does no longer. */
export const sendEditTyping = callTo(wire.startEditTyping, { priority: "background" });

/** GET /messages/{message_id}/history: the versions of a message, oldest first. */
export const getMessageHistory = callTo(wire.getMessageHistory, {}, emptyTopicsAsTheyAre);

/** GET /messages/{message_id}/read_receipts: refused where the organization has switched them off. */
export const getReadReceipts = callTo(flags.getReadReceipts);

/**
 * GET /messages/summary: a model of the server sums up a narrow, which takes it long. Refused to whom the organization does
 * not permit it.
 */
export const summarizeNarrow = callTo(flags.summarizeNarrow, { deadlineMs: 120_000 });

/** POST /messages/flags. The event, not the answer, says what has actually changed. */
export const updateFlags = callTo(flags.updateFlags);

/** POST /mark_all_as_read until complete; `onPause` is called after each partial answer. */
export function markAllAsRead(connection: Connection, onPause: () => void) {
  return callUntilDone(connection, flags.markAllAsRead, {}, onPause);
}

/** POST /mark_stream_as_read. */
export const markStreamAsRead = callTo(flags.markStreamAsRead);

/** POST /mark_topic_as_read: refused for a topic in which the user has no messages. */
export const markTopicAsRead = callTo(flags.markTopicAsRead);
