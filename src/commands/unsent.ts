/** Deciding about what was not sent, or may have arrived. */
import { editorOf } from "#editor/editor.ts";
import type { IntentId } from "#journal/intent.ts";
import { notArrived } from "#journal/phases.ts";
import { conversationKey } from "#model/conversation.ts";
import { changeIntent, changeScreen, retire } from "#store/store.ts";
import type { CommandContext } from "./command.ts";
import { withEditor } from "./composer-text.ts";
import { closeDialog } from "./screen.ts";

/** `s` sends again, `e` takes the text back into the composer, `d` forgets it. */
export function decideUnsent({ store }: CommandContext, id: IntentId, key: string): void {
  const intent = store.getState().journal.intents.get(id);
  if (intent?.wish.kind !== "send") {
    closeDialog(store);
    return;
  }
  const { address, content } = intent.wish;
  if (key === "s") changeIntent(store, id, notArrived);
  else if (key === "e") {
    const editor = editorOf(content);
    changeScreen(store, (screen) => ({
      ...withEditor(screen, conversationKey(address), editor),
      address,
      focus: "composer",
    }));
    retire(store, [id]);
  } else if (key === "d") retire(store, [id]);
  else return;
  closeDialog(store);
}
