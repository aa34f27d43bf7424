/** Calls for details of a message: its earlier versions, and who read it. */
import * as wire from "#wire/endpoints/messages.ts";
import * as reading from "#wire/endpoints/reading.ts";
import type { MessageId } from "#wire/ids.ts";
import type { CallOptions, Connection } from "./connection.ts";

/** GET /messages/{message_id}/history: the versions of a message, oldest first. */
export function getMessageHistory(connection: Connection, id: MessageId, options?: CallOptions) {
  return connection.call(wire.getMessageHistory, { message_id: id }, options);
}

/** GET /messages/{message_id}/read_receipts: refused where the organization has switched them off. */
export function getReadReceipts(connection: Connection, id: MessageId, options?: CallOptions) {
  return connection.call(reading.getReadReceipts, { message_id: id }, options);
}
