/** The inbox's list: in order when it is first known, and never moved under the cursor after that. */
import type { ConversationKey } from "#model/conversation.ts";
import { inboxOrder } from "#model/select/inbox.ts";
import { conversationOfKey } from "#model/select/reading.ts";
import type { Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import { openNarrow } from "./places.ts";

/** Puts the list in order anew: everything that arrived takes its place. */
export function refreshInbox(store: Store): void {
  const order = inboxOrder(store.getState().view);
  changeScreen(store, (screen) => {
    const { selected } = screen.inbox;
    const kept = selected !== undefined && order.includes(selected) ? selected : order[0];
    return { ...screen, inbox: { order, selected: kept } };
  });
}

/** Fills the list once there is anything to list. The returned function ends the watch. */
export function keepInbox(store: Store): () => void {
  return store.subscribe(({ view, screen }, before) => {
    if (view === before.view || screen.inbox.order.length > 0) return;
    if (inboxOrder(view).length > 0) refreshInbox(store);
  });
}

export function selectInboxRow(store: Store, key: ConversationKey): void {
  changeScreen(store, (screen) => ({
    ...screen,
    focus: "pane",
    sidebarShown: false,
    inbox: { ...screen.inbox, selected: key },
  }));
}

/** Opens the conversation of a key, as far as anything was heard of it. */
export function openConversation(store: Store, key: ConversationKey): void {
  const conversation = conversationOfKey(store.getState().view, key);
  if (conversation !== undefined) openNarrow(store, conversation);
}
