/** Fetches a message's current state: a request without a response may have changed it. */
import { getMessage } from "#api/messages.ts";
import { decodeMessages, runToEnd } from "#model/decode.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import type { Message } from "#model/message.ts";
import type { SyncContext } from "#sync/context.ts";
import type { MessageId } from "#wire/ids.ts";

/** Undefined on old servers, whose response contains no message. Rejects as calls do. */
export async function messageNow(
  { connection, stopped }: Pick<SyncContext, "connection" | "stopped">,
  id: MessageId,
): Promise<Message | undefined> {
  const asked = { message_id: id, apply_markdown: false };
  const { message } = await getMessage(connection(), asked, { signal: stopped });
  const [now] = runToEnd(decodeMessages([message])).messages;
  return now && fromWireMessage(now);
}
