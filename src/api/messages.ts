/** Calls for sending, reading, editing and deleting messages. */
import type { AnswerOf, ArgumentsOf } from "#wire/endpoint.ts";
import * as wire from "#wire/endpoints/messages.ts";
import * as submessages from "#wire/endpoints/reading.ts";
import type { MessageId } from "#wire/ids.ts";
import type { CallOptions, Connection } from "./connection.ts";

const historyDeadlineMs = 20_000;

/** POST /messages — send a message. Never repeat it after a failure that says `sent: maybe`. */
export function sendMessage(
  connection: Connection,
  message: ArgumentsOf<typeof wire.sendMessage>,
  options?: CallOptions,
) {
  return connection.call(wire.sendMessage, message, { priority: "send", ...options });
}

/** GET /messages — get messages. The messages are not decoded yet. */
export function getMessages(
  connection: Connection,
  page: ArgumentsOf<typeof wire.getMessages>,
  options?: CallOptions,
): Promise<AnswerOf<typeof wire.getMessages>> {
  return connection.call(wire.getMessages, page, { deadlineMs: historyDeadlineMs, ...options });
}

/** GET /messages/{message_id}: one message. It is not decoded yet. */
export function getMessage(
  connection: Connection,
  asked: ArgumentsOf<typeof wire.getMessage>,
  options?: CallOptions,
) {
  return connection.call(wire.getMessage, asked, options);
}

/** POST /submessage: a vote, or another change of a poll or a to-do list. */
export function sendSubmessage(
  connection: Connection,
  said: ArgumentsOf<typeof submessages.sendSubmessage>,
  options?: CallOptions,
) {
  return connection.call(submessages.sendSubmessage, said, options);
}

/** POST /messages/{message_id}/reactions — add an emoji reaction. */
export function addReaction(
  connection: Connection,
  reaction: ArgumentsOf<typeof wire.addReaction>,
  options?: CallOptions,
) {
  return connection.call(wire.addReaction, reaction, options);
}

/** DELETE /messages/{message_id}/reactions. Give code and type: without the type a Unicode emoji is assumed. */
export function removeReaction(
  connection: Connection,
  reaction: ArgumentsOf<typeof wire.removeReaction>,
  options?: CallOptions,
) {
  return connection.call(wire.removeReaction, reaction, options);
}

/** PATCH /messages/{message_id}: another text, or another place for it and its neighbours. */
export function editMessage(
  connection: Connection,
  change: ArgumentsOf<typeof wire.editMessage>,
  options?: CallOptions,
) {
  return connection.call(wire.editMessage, change, options);
}

/** DELETE /messages/{message_id}. */
export function deleteMessage(connection: Connection, id: MessageId, options?: CallOptions) {
  return connection.call(wire.deleteMessage, { message_id: id }, options);
}

/** POST /typing: started, or stopped. */
export function sendTyping(
  connection: Connection,
  typing: ArgumentsOf<typeof wire.startTyping>,
  options?: CallOptions,
) {
  return connection.call(wire.startTyping, typing, { priority: "background", ...options });
}
