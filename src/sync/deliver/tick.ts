/** Delivers votes in polls and ticks in to-do lists. */
import { sendSubmessage } from "#api/messages.ts";
import type { Tick } from "#journal/actions/tick.ts";
import { isTicked, tickContent } from "#model/widget.ts";
import type { Effect } from "./effect.ts";
import { messageNow } from "./message-now.ts";

export const tick: Effect<Tick> = {
  lane: ({ messageId }) => `tick:${messageId}`,
  deliver: async (context, { op, messageId, of, key }) => {
    const { connection, store, stopped, beforeSending, intent } = context;
    const on = op === "add";
    // Each request toggles a task, so one that may have arrived before is repeated only if it did not.
    if (of === "tasks" && intent.attempts > 0) {
      const now = await messageNow(context, messageId);
      if (now !== undefined && isTicked(now, key, store.getState().replica.ownId) !== !on) return;
    }
    const submessage = {
      message_id: messageId,
      msg_type: "widget",
      content: tickContent(of, key, on),
    };
    await sendSubmessage(connection(), submessage, { signal: stopped, beforeSending });
  },
};
