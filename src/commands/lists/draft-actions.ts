/** Actions on a draft in the list: resuming and deleting it. */

import type { CommandContext } from "#commands/command.ts";
import { openNarrow } from "#commands/navigation.ts";
import { openDialog, showToast } from "#commands/screen.ts";
import { listSpot } from "#commands/steps.ts";
import { resumeEdit } from "#commands/unfinished-edits.ts";
import { inputOf } from "#editor/input.ts";
import { editedBy, isConflictKey } from "#journal/drafts.ts";
import type { Address, Draft } from "#journal/intent.ts";
import { titleOf } from "#model/select/conversations.ts";
import { writing } from "#store/composer.ts";
import { deleteDrafts, swapConflict } from "#store/drafts.ts";
import type { RowKey } from "#store/list.ts";
import type { Store } from "#store/state.ts";
import { addIntents, changeScreen } from "#store/store.ts";
import { draftKeyOf, draftOf } from "./drafts-source.ts";
import { removeRows } from "./lists.ts";

/** Opens the conversation and focuses its composer. */
export function writeAt(store: Store, address: Address): void {
  openNarrow(store, address);
  changeScreen(store, (screen) => writing(screen, address));
}

/** A draft without a recipient asks for one first. */
export function resumeDraft(
  context: Pick<CommandContext, "store" | "clock" | "keys">,
  key: RowKey,
): void {
  const { store } = context;
  const draft = draftOf(store.getState().journal, key);
  const edited = editedBy(key);
  if (draft !== undefined && edited !== undefined) {
    resumeEdit(context, edited, draft);
    return;
  }
  if (isConflictKey(key)) swapConflict(store, key);
  if (draft?.address !== undefined) writeAt(store, draft.address);
  else if (draft !== undefined)
    openDialog(store, { kind: "recipient", want: "stream", input: inputOf(), chosen: 0 });
}

export function deleteDraftRows(context: CommandContext, rows: readonly RowKey[]): void {
  const { store } = context;
  const state = store.getState();
  const drafts = new Map<string, Draft>();
  for (const row of rows) {
    const draft = draftOf(state.journal, row);
    if (draft !== undefined) drafts.set(draftKeyOf(row), draft);
  }
  const [first] = drafts.values();
  if (first === undefined) return;
  const to = first.address && titleOf(state.view, first.address);
  const one = to === undefined ? "the draft without a recipient" : `the draft to ${to}`;
  const sentence = `Deleted ${drafts.size === 1 ? one : `${drafts.size} drafts`}`;
  addIntents(store, context, [], {
    sentence,
    inverse: [],
    drafts,
    location: listSpot(state, rows),
  });
  deleteDrafts(store, drafts);
  removeRows(store, rows);
  showToast(store, sentence, "done", true);
}
