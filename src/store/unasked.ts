/** What opens without a key: it never takes keys that were meant for something else. */
import type { Dialog } from "./dialog.ts";
import type { State, Store } from "./state.ts";
import { changeScreen } from "./store.ts";
import { typedInto } from "./typed-into.ts";

/**
 * Opens a dialog for what happened, or for an answer that came late. False, and nothing is opened, if the next key is meant
 * for something else than the dialog of the kind `over`, which asked for it.
 */
export function openUnasked(store: Store, dialog: Dialog, over?: Dialog["kind"]): boolean {
  if (!isKeyFree(store.getState(), over)) return false;
  changeScreen(store, (now) => ({ ...now, dialog }));
  return true;
}

/** False if the next key is meant for a text, the rest of a sequence, or a dialog of another kind than `over`. */
export function isKeyFree({ screen }: State, over?: Dialog["kind"]): boolean {
  const isTyped = typedInto(screen) !== undefined || screen.pressed.pending !== "";
  return !isTyped && screen.dialog?.kind === over;
}
