/** Calls for sending, reading, editing and deleting messages. */

import * as wire from "#wire/endpoints/messages.ts";
import * as submessages from "#wire/endpoints/reading.ts";
import { callTo } from "./call-to.ts";

const historyDeadlineMs = 20_000;

/** POST /messages — send a message. Never repeat it after a failure that says `sent: maybe`. */
export const sendMessage = callTo(wire.sendMessage, { priority: "send" });

/** GET /messages — get messages. The messages are not decoded yet. */
export const getMessages = callTo(wire.getMessages, { deadlineMs: historyDeadlineMs });

/** GET /messages/{message_id}: one message. It is not decoded yet. */
export const getMessage = callTo(wire.getMessage);

/** GET /messages/matches_narrow: which of these messages are in a narrow, with the words that a search matched. */
export const matchNarrow = callTo(submessages.matchNarrow);

/** POST /submessage: a vote, or another change of a poll or a to-do list. */
export const sendSubmessage = callTo(submessages.sendSubmessage);

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
