/** Carries out what the table of lists says about its rows: opening, editing and deleting them. */
import type { CommandContext } from "#commands/command.ts";
import { listSpot } from "#commands/conversation/steps.ts";
import { resumeEdit } from "#commands/draft/unfinished-edits.ts";
import { goTo } from "#commands/places/navigation.ts";
import { showToast } from "#commands/screen.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { conversationOfKey } from "#model/select/conversations.ts";
import type { ListPlace } from "#store/list-places.ts";
import type { RowKey } from "#store/row-keys.ts";
import { addIntents } from "#store/store.ts";
import { type Opening, openingOf, type RowContext } from "./list.ts";
import { passRows } from "./lists.ts";
import { definitionOf } from "./table.ts";

export function openListedRow(context: RowContext, place: ListPlace, key: RowKey): void {
  const { open } = definitionOf(place);
  const conversation = conversationOfKey(context.store.getState().view, key as ConversationKey);
  if (open !== undefined) follow(context, open(context, key));
  else if (conversation !== undefined) follow(context, openingOf(conversation));
}

export function editListedRow(context: RowContext, place: ListPlace, key: RowKey): void {
  follow(context, definitionOf(place).edit?.(context, key));
}

function follow(context: RowContext, opening: Opening | undefined): void {
  if (opening === undefined) return;
  if (opening.kind === "unfinished edit") {
    resumeEdit(context, opening.edited, opening.draft);
    return;
  }
  const { store } = context;
  if (opening.removes !== undefined) passRows(store, opening.removes);
  goTo(store, opening.place);
  opening.next?.(store);
}

export function removeListedRows(
  context: CommandContext,
  place: ListPlace,
  rows: readonly RowKey[],
): void {
  const { store } = context;
  const removal = definitionOf(place).remove?.(context, rows);
  if (removal === undefined) return;
  const { keys, sentence, step, apply } = removal;
  if (step !== undefined) {
    const location = listSpot(store.getState(), keys);
    addIntents(store, context, step.actions, { sentence, ...step, location });
  }
  apply?.();
  passRows(store, keys);
  showToast(store, sentence, "done", step !== undefined);
}
