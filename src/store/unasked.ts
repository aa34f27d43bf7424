/** Dialogs that open without a key: they never take keys that were meant for something else. */
import type { Dialog } from "./dialog.ts";
import type { Store } from "./state.ts";
import { changeScreen } from "./store.ts";
import { typedInto } from "./typed-into.ts";

/**
 * Opens a dialog for what happened, or for an answer that came late. False, and nothing is opened, if the next key is meant
 * for something else: a text, the rest of a sequence, or another dialog than that of the kind `over`, which asked for it.
 */
export function openUnasked(store: Store, dialog: Dialog, over?: Dialog["kind"]): boolean {
  const { screen } = store.getState();
  const isFree = typedInto(screen) === undefined && screen.pressed.pending === "";
  if (!isFree || screen.dialog?.kind !== over) return false;
  changeScreen(store, (now) => ({ ...now, dialog }));
  return true;
}
