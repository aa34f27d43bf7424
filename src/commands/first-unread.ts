/** The key that jumps to the first unread message of the open narrow. */
import { get } from "#base/table.ts";
import { conversationKey } from "#model/conversation.ts";
import { isConversation } from "#model/narrow.ts";
import { firstUnreadOf, historyOf } from "#model/select/conversations.ts";
import type { State } from "#store/state.ts";
import type { MessageId } from "#wire/ids.ts";
import { type CommandContext, commandsIn } from "./command.ts";
import { landOn } from "./navigation.ts";
import { openReader, showToast } from "./screen.ts";

/** If everything in the conversation was seen during this visit, the message that was unread first when it began. */
function firstUnread({ screen, view }: State): MessageId | undefined {
  const { place } = screen;
  if (place.kind !== "narrow") return undefined;
  const { narrow } = place;
  if (isConversation(narrow))
    return firstUnreadOf(view, conversationKey(narrow)) ?? openReader(screen)?.newFrom;
  const isUnread = (id: MessageId) => get(view.unreads.where, id) !== undefined;
  return historyOf(view, narrow)?.ids.find(isUnread);
}

function goToFirstUnread({ store }: CommandContext): void {
  const id = firstUnread(store.getState());
  if (id === undefined) showToast(store, "Nothing is unread here.");
  else landOn(store, id);
}

export const unreadJump = commandsIn(["reader"], {
  "move.first-unread": {
    title: "To the first unread message",
    keys: ["g n"],
    run: goToFirstUnread,
  },
});
