/** What becomes of the text of an edit that can no longer be saved. */
import { emptyEditor } from "#editor/editor.ts";
import type { Address } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { titleOf } from "#model/select/conversations.ts";
import { prependDraft } from "#store/drafts.ts";
import { changeDraft, changeScreen } from "#store/store.ts";
import type { CommandContext } from "./command.ts";
import { cleared } from "./composer-text.ts";
import { showToast } from "./screen.ts";

/** Says why nothing can be edited; a text that was kept for it becomes a draft, above what is written there. */
export function editToDraft(
  { store, clock }: Pick<CommandContext, "store" | "clock">,
  key: string,
  address: Address | undefined,
  reason: string,
): void {
  const { view, screen } = store.getState();
  const { text } = screen.editors.get(key) ?? emptyEditor;
  if (text.trim() === "") {
    showToast(store, reason, "error");
    return;
  }
  const to = address === undefined ? "" : conversationKey(address);
  prependDraft(store, to, { address, text, updatedAt: clock.now() });
  changeDraft(store, key, undefined);
  changeScreen(store, (now) => cleared(now, key));
  const where = address === undefined ? "a draft" : `the draft to ${titleOf(view, address)}`;
  showToast(store, `${reason} Your text is in ${where}.`, "error");
}
