/** Calls for details of a message: its earlier versions, and who read it. */
import * as wire from "#wire/endpoints/messages.ts";
import * as reading from "#wire/endpoints/reading.ts";
import { callTo } from "./call-to.ts";

/** GET /messages/{message_id}/history: the versions of a message, oldest first. */
export const getMessageHistory = callTo(wire.getMessageHistory);

/** GET /messages/{message_id}/read_receipts: refused where the organization has switched them off. */
export const getReadReceipts = callTo(reading.getReadReceipts);
