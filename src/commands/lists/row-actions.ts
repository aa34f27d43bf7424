/** Actions on the rows of each kind of list, besides triage. */
import type { CommandContext } from "#commands/command.ts";
import { openNarrow } from "#commands/navigation.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { conversationOfKey } from "#model/select/conversations.ts";
import type { RowKey } from "#store/list.ts";
import type { ListKind } from "#store/list-places.ts";
import { deleteDraftRows, resumeDraft } from "./draft-actions.ts";
import { cancelIntents, editIntentRow, openIntentRow } from "./outbox-actions.ts";
import { openPersonCard } from "./people-actions.ts";
import { askToRemove, openRowForm } from "./row-forms.ts";
import { deleteScheduled, editScheduledRow, openScheduled } from "./scheduled-actions.ts";
import { openStreamRow } from "./streams-actions.ts";

type RowActions = {
  readonly open: (context: RowContext, key: RowKey) => void;
  /** Absent: rows of this list cannot be edited. */
  readonly edit?: (context: CommandContext, key: RowKey) => void;
  /** Absent: rows of this list cannot be deleted. */
  readonly remove?: (context: CommandContext, keys: readonly RowKey[]) => void;
};

type RowContext = Pick<CommandContext, "store" | "clock" | "keys">;

/** Opens the row's conversation. */
function openConversation({ store }: RowContext, key: RowKey): void {
  const conversation = conversationOfKey(store.getState().view, key as ConversationKey);
  if (conversation !== undefined) openNarrow(store, conversation);
}

/** Rows whose settings are in a form. */
const withForm = { open: openRowForm, edit: openRowForm, remove: askToRemove };

export const rowActions: Readonly<Record<ListKind, RowActions>> = {
  inbox: { open: openConversation },
  recent: { open: openConversation },
  drafts: { open: resumeDraft, remove: deleteDraftRows },
  outbox: {
    open: ({ store }, key) => openIntentRow(store, key),
    edit: editIntentRow,
    remove: cancelIntents,
  },
  scheduled: {
    open: ({ store }, key) => openScheduled(store, key),
    edit: editScheduledRow,
    remove: deleteScheduled,
  },
  people: { ...withForm, open: ({ store }, key) => openPersonCard(store, key) },
  streams: { ...withForm, open: ({ store }, key) => openStreamRow(store, key) },
  groups: withForm,
  fields: withForm,
  topics: { open: openConversation, remove: askToRemove },
};
