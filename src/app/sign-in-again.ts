/** The dialog that asks for a new key when the server rejects the current one. Unsent text is kept. */

import { showError } from "#store/composer.ts";
import type { Dialog } from "#store/dialog.ts";
import { follow, parts } from "#store/follow.ts";
import type { Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import type { RunningSession } from "#sync/session.ts";

/** Asks whenever the server rejects the key; the returned function stops it. */
export function askForKey(store: Store, { key }: RunningSession): () => void {
  return follow(store, [parts.connection], ({ session: { connection } }, last) => {
    // The server may have accepted it again by itself.
    if (last.session.connection.kind === "signed-out") closeSignIn(store);
    if (connection.kind !== "signed-out") return;
    const { sentence } = connection;
    // Another weir may have replaced the stored key.
    const taken = key?.tryStoredKey() ?? Promise.resolve(false);
    void taken.then((isTaken) => {
      if (!isTaken && store.getState().session.connection.kind === "signed-out")
        changeScreen(store, ({ dialog, ...screen }) => ({
          ...screen,
          dialog: { kind: "sign-in", sentence, under: underneath(dialog) },
        }));
    });
  });
}

/** The key was stored anew, by `weir login` or an editor: uses it if the server has rejected the old one. */
export async function tryStoredKey(store: Store, { key }: RunningSession): Promise<void> {
  if (store.getState().session.connection.kind !== "signed-out") return;
  if ((await key?.tryStoredKey()) === true) closeSignIn(store);
}

/** The pending request of a form or menu will be answered by a toast, whichever dialog is open then. */
function underneath(dialog: Dialog | undefined): Dialog | undefined {
  if (dialog?.kind === "sign-in") return dialog.under;
  const isWaiting = dialog?.kind === "form" || dialog?.kind === "menu";
  return isWaiting ? { ...dialog, request: undefined } : dialog;
}

/** Signs in with a key or a password; on failure the dialog says why. */
export async function signInAgain(
  store: Store,
  { key }: RunningSession,
  secret: string,
): Promise<void> {
  say(store, "Signing in…");
  const result = await key?.signIn(secret);
  if (result === undefined || result.signedIn) {
    closeSignIn(store);
    if (result?.sentence !== undefined)
      showError(store, `Signed in, but the key was not saved: ${result.sentence}`);
  } else say(store, result.sentence ?? "");
}

function closeSignIn(store: Store): void {
  changeScreen(store, (screen) =>
    screen.dialog?.kind === "sign-in" ? { ...screen, dialog: screen.dialog.under } : screen,
  );
}

function say(store: Store, sentence: string): void {
  changeScreen(store, (screen) =>
    screen.dialog?.kind === "sign-in"
      ? { ...screen, dialog: { ...screen.dialog, sentence } }
      : screen,
  );
}
