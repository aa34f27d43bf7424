/** Signing in again after the server has refused the key: the dialog that asks for another one, and putting it off. */
import { type CommandContext, commandsIn, inPanes, type Keys } from "#commands/command.ts";
import { changeDialogOf, closeDialog, openDialog, showToast } from "#commands/screen.ts";
import { withKeys } from "#commands/sentences.ts";
import type { Store } from "#store/state.ts";
import { openUnasked } from "#store/unasked.ts";

/** Asks for another key while the account is signed out. */
function openSignIn(store: Store): void {
  const { connection } = store.getState().session;
  if (connection.kind === "signed-out")
    openDialog(store, { kind: "sign-in", sentence: connection.sentence });
}

/** The account was signed out: asks by itself only if that takes nobody's keys, and else says how to sign in. */
export function askToSignIn(store: Store, keys: Keys, isIdle: boolean): void {
  const { session, screen } = store.getState();
  if (session.connection.kind !== "signed-out") return;
  const { sentence } = session.connection;
  // Somebody may be in the browser with what it shows.
  if (screen.dialog?.kind === "sign-in")
    changeDialogOf(store, "sign-in", (dialog) => ({ ...dialog, sentence, isOver: undefined }));
  else if (!(isIdle && openUnasked(store, { kind: "sign-in", sentence })))
    showToast(store, signedOut(keys), "error");
}

/** The server accepts the account again: what is typed next may still be meant for the dialog, so it stays. */
export function endSignIn(store: Store): void {
  const sentence = "You are signed in again.";
  changeDialogOf(store, "sign-in", () => ({ kind: "sign-in", sentence, isOver: true }));
}

export function closeSignIn(store: Store): void {
  if (store.getState().screen.dialog?.kind === "sign-in") closeDialog(store);
}

/** What is stored can be read, and what is written waits. */
export function putSignInOff({ store, keys }: CommandContext): void {
  closeSignIn(store);
  if (store.getState().session.connection.kind === "signed-out") showToast(store, signedOut(keys));
}

function signedOut(keys: Keys): string {
  const way = wayToSignIn(keys);
  return `Nothing is sent until you sign in${way === "" ? "" : `: ${way}`}.`;
}

/** What is pressed or typed for it, if something can be. */
export function wayToSignIn(keys: Keys): string {
  const isTyped = keys.typed !== undefined;
  return withKeys(keys, isTyped ? "{account.sign-in}" : '{palette.open} "sign in again"');
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
