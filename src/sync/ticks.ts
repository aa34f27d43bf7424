/** Votes in polls and ticks in to-do lists on their way to the server. */
import type { CallOptions } from "#api/connection.ts";
import { getMessage, sendSubmessage } from "#api/messages.ts";
import type { Intent, Wish } from "#journal/intent.ts";
import { atOnce, decodeMessages } from "#model/decode.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import { isTicked, tickContent } from "#model/widget.ts";
import type { SyncContext } from "./context.ts";

/** A task is turned round by each request, so one that may have been heard before is only repeated when it was not. */
export async function tick(
  { connection, store, stopped, beforeLeaving }: SyncContext & Pick<CallOptions, "beforeLeaving">,
  { attempts }: Intent,
  { op, messageId, of, key }: Wish & { readonly kind: "tick" },
): Promise<void> {
  const on = op === "add";
  if (of === "tasks" && attempts > 0) {
    const asked = { message_id: messageId, apply_markdown: false };
    const { message } = await getMessage(connection(), asked, { signal: stopped });
    const [now] = atOnce(decodeMessages([message])).messages.map((one) => fromWireMessage(one));
    if (now !== undefined && isTicked(now, key, store.getState().picture.ownId) !== !on) return;
  }
  const said = { message_id: messageId, msg_type: "widget", content: tickContent(of, key, on) };
  await sendSubmessage(connection(), said, { signal: stopped, beforeLeaving });
}
