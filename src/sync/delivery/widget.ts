/** Delivers votes in polls, ticks in to-do lists, and what is added to them. */
import { sendSubmessage } from "#api/messages.ts";
import { get } from "#base/table.ts";
import type { Tick, WidgetAdd } from "#journal/actions/widget.ts";
import { confirmedMessage } from "#model/replica.ts";
import { isTicked, offerContent, offeredTexts, offerIn, tickContent } from "#model/widget.ts";
import type { State } from "#store/state.ts";
import type { Effect } from "./effect.ts";
import { refuse } from "./effect.ts";
import { messageNow } from "./message.ts";

const tick: Effect<Tick> = {
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

/** The submessage as in the view: numbered after those that were sent but are not confirmed by an event yet. */
function shownContent({ view }: State, { messageId, text }: WidgetAdd): string | undefined {
  const own = get(view.messages, messageId)?.submessages.filter(
    ({ senderId }) => senderId === view.ownId,
  );
  return own?.findLast(({ content }) => offerIn(content) === text)?.content;
}

const widgetAdd: Effect<WidgetAdd> = {
  // Numbers are consecutive, so order matters.
  lane: ({ messageId }) => `tick:${messageId}`,
  deliver: async (context, action) => {
    const { connection, store, stopped, beforeSending, intent } = context;
    const { messageId } = action;
    const { replica } = store.getState();
    const known = confirmedMessage(replica, messageId);
    const message = intent.attempts > 0 || known === undefined ? await fetched() : known;
    if (message === undefined) return refuse("This message was deleted.");
    if (offeredTexts(message).includes(action.text)) return;
    const content =
      shownContent(store.getState(), action) ?? offerContent(message, replica.ownId, action);
    const submessage = { message_id: messageId, msg_type: "widget", content };
    await sendSubmessage(connection(), submessage, { signal: stopped, beforeSending });

    async function fetched() {
      return (await messageNow(context, messageId)) ?? known;
    }
  },
};

export const widgetEffects = { tick, "widget-add": widgetAdd } as const;
