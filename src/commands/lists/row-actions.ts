/** Actions on the rows of each kind of list, besides triage. */
import type { CommandContext } from "#commands/command.ts";
import { openForm } from "#commands/forms/open-form.ts";
import { openNarrow } from "#commands/navigation.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { conversationOfKey } from "#model/select/conversations.ts";
import type { RowKey } from "#store/list.ts";
import type { ListKind } from "#store/list-places.ts";
import type { Store } from "#store/state.ts";
import { deleteDraftRows, resumeDraft } from "./draft-actions.ts";
import { cancelIntents, editIntentRow, openIntentRow } from "./outbox-actions.ts";
import { openPersonCard } from "./people-actions.ts";
import { formOfRow } from "./row-forms.ts";
import { askToRemove } from "./row-removal.ts";
import { deleteScheduled, editScheduledRow, openScheduled } from "./scheduled-actions.ts";
import { openStreamRow } from "./streams-actions.ts";

type RowActions = {
  readonly open: (store: Store, key: RowKey) => void;
  /** Absent: rows of this list cannot be edited. */
  readonly edit?: (context: CommandContext, key: RowKey) => void;
  /** Absent: rows of this list cannot be deleted. */
  readonly remove?: (context: CommandContext, keys: readonly RowKey[]) => void;
};

/** Opens the row's conversation. */
function openConversation(store: Store, key: RowKey): void {
  const conversation = conversationOfKey(store.getState().view, key as ConversationKey);
  if (conversation !== undefined) openNarrow(store, conversation);
}

function openRowForm(store: Store, key: RowKey): void {
  const ref = formOfRow(store.getState(), key);
  if (ref !== undefined) openForm(store, ref);
}

function editRow({ store }: CommandContext, key: RowKey): void {
  openRowForm(store, key);
}

export const rowActions: Readonly<Record<ListKind, RowActions>> = {
  inbox: { open: openConversation },
  recent: { open: openConversation },
  drafts: { open: resumeDraft, remove: deleteDraftRows },
  outbox: { open: openIntentRow, edit: editIntentRow, remove: cancelIntents },
  scheduled: { open: openScheduled, edit: editScheduledRow, remove: deleteScheduled },
  people: { open: openPersonCard, edit: editRow, remove: askToRemove },
  streams: { open: openStreamRow, edit: editRow, remove: askToRemove },
  groups: { open: openRowForm, edit: editRow, remove: askToRemove },
  fields: { open: openRowForm, edit: editRow, remove: askToRemove },
  topics: { open: openConversation, remove: askToRemove },
};
