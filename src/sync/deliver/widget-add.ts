/** Delivers options for polls and tasks for to-do lists. */
import { sendSubmessage } from "#api/messages.ts";
import { get } from "#base/table.ts";
import type { WidgetAdd } from "#journal/actions/widget-add.ts";
import { confirmedMessage } from "#model/replica.ts";
import { offerContent, offeredTexts, offerIn } from "#model/widget.ts";
import type { State } from "#store/state.ts";
import type { Effect } from "./effect.ts";
import { messageNow } from "./message-now.ts";
import { refuse } from "./unsupported.ts";

/** The submessage as in the view: numbered after those that were sent but are not confirmed by an event yet. */
function shownContent({ view }: State, { messageId, text }: WidgetAdd): string | undefined {
  const own = get(view.messages, messageId)?.submessages.filter(
    ({ senderId }) => senderId === view.ownId,
  );
  return own?.findLast(({ content }) => offerIn(content) === text)?.content;
}

export const widgetAdd: Effect<WidgetAdd> = {
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
