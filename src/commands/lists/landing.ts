/** Where reading begins in a narrow. */
import { targetOf } from "#commands/screen.ts";
import type { IntentId } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { isConversation, type Narrow, narrowKey } from "#model/narrow.ts";
import { firstUnreadOf } from "#model/select/conversations.ts";
import type { Reader, RowId } from "#store/screen.ts";
import { isUndecided, sendsOf } from "#store/sends.ts";
import type { State } from "#store/state.ts";

/** The oldest send of a conversation that needs a decision. */
export function firstUndecided({ journal }: State, narrow: Narrow): IntentId | undefined {
  if (!isConversation(narrow)) return undefined;
  return sendsOf(journal, conversationKey(narrow)).find(({ phase }) => isUndecided(phase))?.id;
}

/**
 * Lands on that row; else on the user's own send that needs a decision; else on the first unread message with some read ones
 * above it; if nothing is unread, on the reader's last position, or at the end. What was `shown` of the narrow until now
 * stays where it is, unless something else is unread first by now.
 */
export function landing(state: State, narrow: Narrow, at?: RowId, shown?: Reader): Reader {
  const { view, screen } = state;
  const newFrom = isConversation(narrow) ? firstUnreadOf(view, conversationKey(narrow)) : undefined;
  if (shown !== undefined && (newFrom === undefined || newFrom === shown.newFrom)) return shown;
  if (at !== undefined) return { selected: at, top: undefined, newFrom, jumpTarget: targetOf(at) };
  const undecided = firstUndecided(state, narrow);
  if (undecided !== undefined)
    return { selected: undecided, top: undefined, newFrom, jumpTarget: undefined };
  if (newFrom !== undefined)
    return { selected: newFrom, top: undefined, newFrom, jumpTarget: newFrom };
  const before = screen.readers.get(narrowKey(narrow));
  return before === undefined || before.onLast !== undefined
    ? { selected: undefined, top: undefined, newFrom: undefined, jumpTarget: undefined }
    : { ...before, newFrom: undefined, jumpTarget: undefined, marks: undefined };
}
