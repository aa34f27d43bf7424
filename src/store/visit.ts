/** The visit to the open conversation: what reading has marked there since it was opened. */
import { type Sorted, sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { MessageId } from "#wire/ids.ts";
import type { Visit } from "./screen.ts";
import type { Store } from "./state.ts";
import { changeScreen } from "./store.ts";

export function newVisit(conversation: ConversationKey): Visit {
  return { conversation, seen: [] };
}

/** Records messages that are about to be marked because they were seen. Call it before they are marked. */
export function noteSeen(store: Store, ids: Sorted<MessageId>): void {
  const { where } = store.getState().view.unreads;
  changeScreen(store, (screen) => {
    const { visit } = screen.reading;
    const here = ids.filter((id) => get(where, id) === visit?.conversation);
    if (visit === undefined || here.length === 0) return screen;
    const seen = sorted([...visit.seen, ...here]);
    return { ...screen, reading: { ...screen.reading, visit: { ...visit, seen } } };
  });
}
