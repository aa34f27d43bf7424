/** Delivers message edits, unless somebody else has edited the message meanwhile. */
import { editMessage } from "#api/messages.ts";
import { type Edit, isSameContent } from "#journal/actions/edit.ts";
import { confirmedMessage } from "#model/replica.ts";
import type { DeliveryContext, Effect } from "./effect.ts";
import { messageNow } from "./message-now.ts";
import { refuse } from "./unsupported.ts";

export const edit: Effect<Edit> = {
  lane: ({ messageId }) => `message:${messageId}`,
  deliver: async (departure, action) => {
    const { connection, store, stopped, beforeSending } = departure;
    const { replica } = store.getState();
    const content = await contentNow(departure, action);
    if (content !== undefined && isSameContent(replica, content, action.content)) return;
    if (content !== undefined && !isSameContent(replica, content, action.was))
      refuse("This message was changed elsewhere in the meantime, so your edit was not saved.");
    const change = { message_id: action.messageId, content: action.content };
    await editMessage(connection(), change, { signal: stopped, beforeSending });
  },
};

/** The current text of the message; fetched unless it is known to be unchanged. Undefined: not known. */
async function contentNow(
  departure: DeliveryContext,
  { messageId, was }: Edit,
): Promise<string | undefined> {
  const { store, intent } = departure;
  const { replica } = store.getState();
  const known = confirmedMessage(replica, messageId)?.content;
  // An earlier edit may have been answered while its event is still pending.
  const isAsBefore = known === undefined || isSameContent(replica, known, was);
  if (intent.attempts === 0 && isAsBefore) return known;
  return (await messageNow(departure, messageId))?.content ?? known;
}
