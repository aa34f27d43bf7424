/** The dialog that asks for a new key when the server rejects the current one. Unsent text is kept. */

import { attemptMs } from "#api/browser-sign-in.ts";
import type { Clock } from "#base/clock.ts";
import { showError } from "#store/composer.ts";
import type { Dialog } from "#store/dialog.ts";
import { follow, parts } from "#store/follow.ts";
import type { Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import type { RunningSession } from "#sync/session.ts";

/** Asks whenever the server rejects the key; the returned function stops it. */
export function askForKey(
  store: Store,
  { key }: RunningSession,
  clock: Pick<Clock, "after">,
): () => void {
  let forget = () => {};
  /** The digits in the addresses are good for one attempt, and for as long as one takes. */
  const offer = async () => {
    forget();
    const ways = (await key?.browserWays()) ?? [];
    if (!isAsking(store)) return;
    changeSignIn(store, () => ({ ways }));
    if (ways.length > 0) forget = clock.after(attemptMs, () => void offer());
  };
  const stop = follow(store, [parts.connection], ({ session: { connection } }, last) => {
    // The server may have accepted it again by itself.
    if (last.session.connection.kind === "signed-out" && connection.kind !== "signed-out")
      closeSignIn(store);
    if (connection.kind !== "signed-out") return forget();
    const { sentence } = connection;
    // Another weir may have replaced the stored key.
    const taken = key?.tryStoredKey() ?? Promise.resolve(false);
    void taken.then((isTaken) => {
      if (isTaken || store.getState().session.connection.kind !== "signed-out") return;
      // Somebody may be in the browser with what it shows.
      if (isAsking(store)) return say(store, sentence);
      changeScreen(store, ({ dialog, ...screen }) => ({
        ...screen,
        dialog: { kind: "sign-in", sentence, under: underneath(dialog) },
      }));
      void offer();
    });
  });
  return () => {
    forget();
    stop();
  };
}

/** Opens the first way in the browser, or copies its address where nothing opens it; the next one is the first then. */
export async function browseToSignIn(
  store: Store,
  open: (address: string) => Promise<boolean>,
  copy: (address: string) => Promise<readonly string[]>,
): Promise<void> {
  const { dialog } = store.getState().screen;
  const [way, ...others] = (dialog?.kind === "sign-in" && dialog.ways) || [];
  if (way === undefined) return;
  const isOpened = await open(way.address);
  const isCopied = !isOpened && (await copy(way.address)).length > 0;
  const copied = isCopied ? "its address was copied." : "nothing here opens or copies its address.";
  const sentence = `${way.title}: ${isOpened ? "opened in your browser." : copied}`;
  changeSignIn(store, ({ ways }) => ({
    sentence,
    ...(ways?.[0] === way && { ways: [...others, way] }),
  }));
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
  changeSignIn(store, () => ({ sentence }));
}

type SignInDialog = Extract<Dialog, { readonly kind: "sign-in" }>;

function isAsking(store: Store): boolean {
  return store.getState().screen.dialog?.kind === "sign-in";
}

/** Changes the dialog if it is still open. */
function changeSignIn(store: Store, change: (dialog: SignInDialog) => Partial<SignInDialog>): void {
  changeScreen(store, (screen) =>
    screen.dialog?.kind === "sign-in"
      ? { ...screen, dialog: { ...screen.dialog, ...change(screen.dialog) } }
      : screen,
  );
}
