/** Signing in again after the server has refused the key: the dialog that asks for another one, and putting it off. */
import { type CommandContext, commandsIn, inPanes } from "#commands/command.ts";
import { showToast } from "#commands/screen.ts";
import { withKeys } from "#commands/sentences.ts";
import type { Dialog } from "#store/dialog.ts";
import type { Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";

/** Asks for another key while the account is signed out; what was open is open again afterwards. */
export function openSignIn(store: Store): void {
  const { connection } = store.getState().session;
  if (connection.kind !== "signed-out") return;
  const { sentence } = connection;
  changeScreen(store, ({ dialog, ...screen }) => ({
    ...screen,
    // Somebody may be in the browser with what it shows.
    dialog:
      dialog?.kind === "sign-in"
        ? { ...dialog, sentence }
        : { kind: "sign-in", sentence, under: underneath(dialog) },
  }));
}

/** The pending request of a form or menu will be answered by a toast, whichever dialog is open then. */
function underneath(dialog: Dialog | undefined): Dialog | undefined {
  const isWaiting = dialog?.kind === "form" || dialog?.kind === "menu";
  return isWaiting ? { ...dialog, request: undefined } : dialog;
}

export function closeSignIn(store: Store): void {
  changeScreen(store, (screen) =>
    screen.dialog?.kind === "sign-in" ? { ...screen, dialog: screen.dialog.under } : screen,
  );
}

/** What is stored can be read, and what is written waits. */
export function putSignInOff({ store, keys }: CommandContext): void {
  closeSignIn(store);
  const way = keys.typed === undefined ? '{palette.open} "sign in again"' : "{account.sign-in}";
  showToast(store, withKeys(keys, `Nothing is sent until you sign in|: ${way}|.`));
}

export const signingIn = commandsIn([...inPanes, "composer"], {
  "account.sign-in": {
    title: "Sign in again",
    alsoCalled: "log in,login,authenticate,new key",
    keys: [],
    disabled: ({ session }) =>
      session.connection.kind === "signed-out" ? undefined : "you are signed in",
    run: ({ store }) => openSignIn(store),
  },
});
