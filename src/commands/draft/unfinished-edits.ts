/** Resuming unfinished edits from the list of drafts. */
import { get } from "#base/table.ts";
import type { CommandContext } from "#commands/command.ts";
import { beginEdit } from "#commands/message/editing.ts";
import { openAt } from "#commands/places/navigation.ts";
import { editScheduled } from "#commands/scheduled/editing.ts";
import { showToast } from "#commands/screen.ts";
import { withKeys } from "#commands/sentences.ts";
import { editToDraft, sentOrDeleted, wasDeleted } from "#commands/writing/text.ts";
import type { Address, Draft } from "#journal/intent.ts";
import { type Edited, editKey, scheduledEditKey } from "#journal/journal.ts";
import { conversationOfMessage } from "#model/messages.ts";
import type { Replica } from "#model/replica.ts";
import { historyOf } from "#model/select/conversations.ts";
import type { MessageId } from "#wire/ids.ts";

/** Resumes the edit; if the message can no longer be edited, the text becomes a draft. */
export function resumeEdit(
  context: Pick<CommandContext, "store" | "clock" | "keys">,
  edited: Edited,
  { address }: Draft,
): void {
  const { store, keys } = context;
  const { view } = store.getState();
  if (edited.kind === "scheduled") {
    if (view.scheduled.has(edited.id)) editScheduled(store, edited.id);
    else editToDraft(context, scheduledEditKey(edited.id), address, sentOrDeleted);
    return;
  }
  const message = get(view.messages, edited.id);
  if (message !== undefined) {
    openAt(store, conversationOfMessage(message), edited.id);
    beginEdit(context, message);
  } else if (address === undefined || isDeleted(view, address, edited.id)) {
    editToDraft(context, editKey(edited.id), address, wasDeleted);
  } else {
    openAt(store, address, edited.id);
    showToast(
      store,
      withKeys(keys, "Your edit of this message is kept|: {message.edit} continues|."),
    );
  }
}

/** Whether the loaded part of the conversation spans the message's ID without containing it. */
function isDeleted(view: Replica, address: Address, id: MessageId): boolean {
  const { ids = [], newestKnown = false, holes } = historyOf(view, address) ?? {};
  const [first, last] = [ids.at(0), ids.at(-1)];
  if (first === undefined || last === undefined || ids.includes(id) || holes) return false;
  return id > first && (newestKnown || id < last);
}
