/** The dialog that asks for a new key when the server rejects the current one. Unsent text is kept. */

import { attemptMs } from "#api/browser-sign-in.ts";
import type { Clock } from "#base/clock.ts";
import { askToSignIn, closeSignIn, endSignIn } from "#commands/account/sign-in.ts";
import type { Desktop, Keys } from "#commands/command.ts";
import type { Dialog } from "#store/dialog.ts";
import { follow, parts } from "#store/follow.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import { showError } from "#store/toast.ts";
import type { RunningSession } from "#sync/session.ts";
import { openPrivately } from "./browser.ts";
import type { Runtime } from "./runtime.ts";

type AskingPorts = {
  readonly clock: Pick<Clock, "after">;
  readonly keys: Keys;
  /** Whether a dialog that opens now is seen before it gets a key. */
  readonly isIdle: () => boolean;
};

/** Asks once whenever the server rejects the key; the returned function stops it. */
export function askForKey(
  store: Store,
  { key }: RunningSession,
  { clock, keys, isIdle }: AskingPorts,
): () => void {
  let forget = () => {};
  /** The digits in the addresses are good for one attempt, and for as long as one takes. */
  const offer = async () => {
    const ways = (await key?.browserWays()) ?? [];
    if (!isAsking(store.getState())) return;
    changeSignIn(store, () => ({ ways }));
    forget();
    if (ways.length > 0) forget = clock.after(attemptMs, () => void offer());
  };
  const stops = [
    follow(store, [parts.connection], ({ session: { connection } }, last) => {
      if (last.session.connection.kind === "signed-out") endSignIn(store);
      if (connection.kind !== "signed-out") return;
      // Another weir may have replaced the stored key.
      const taken = key?.tryStoredKey() ?? Promise.resolve(false);
      void taken.then((isTaken) => void (isTaken || askToSignIn(store, keys, isIdle())));
    }),
    follow(store, [isAsking], (state) => {
      forget();
      if (isAsking(state)) void offer();
    }),
  ];
  return () => {
    forget();
    for (const stop of stops) stop();
  };
}

/** What the dialog does, for the account that is shown. */
export function signingIn(
  runtime: Pick<Runtime, "environment" | "clock">,
  shown: () => {
    readonly store: Store;
    readonly session: RunningSession;
    readonly context: { readonly desktop: Pick<Desktop, "copy"> };
  },
  otherwise: BrowsePorts["otherwise"] = () => "nothing here opens or copies its address.",
) {
  const open = (address: string) => openPrivately(runtime, address);
  return {
    signIn: (secret: string) => void signInAgain(shown().store, shown().session, secret),
    browse: () => {
      const { store, context } = shown();
      void browseToSignIn(store, { open, copy: context.desktop.copy, otherwise });
    },
  };
}

type BrowsePorts = {
  readonly open: (address: string) => Promise<boolean>;
  /** Resolves with what accepted it. */
  readonly copy: (address: string) => Promise<readonly string[]>;
  /** What is said where neither works. */
  readonly otherwise: (address: string) => string;
};

/** Opens the first way in the browser, or copies its address where nothing opens it; the next one is the first then. */
export async function browseToSignIn(
  store: Store,
  { open, copy, otherwise }: BrowsePorts,
): Promise<void> {
  const { dialog } = store.getState().screen;
  const [way, ...others] = (dialog?.kind === "sign-in" && dialog.ways) || [];
  if (way === undefined) return;
  const isOpened = await open(way.address);
  const isCopied = !isOpened && (await copy(way.address)).length > 0;
  const copied = isCopied ? "its address was copied." : otherwise(way.address);
  const sentence = `${way.title}: ${isOpened ? "opened in your browser." : copied}`;
  changeSignIn(store, ({ ways }) => ({
    sentence,
    ...(ways?.[0] === way && { ways: [...others, way] }),
  }));
}

/** The key was stored anew, by `weir login` or an editor: uses it if the server has rejected the old one. */
export async function tryStoredKey(store: Store, { key }: RunningSession): Promise<void> {
  if (store.getState().session.connection.kind === "signed-out") await key?.tryStoredKey();
}

/** Signs in with a key or a password; on failure the dialog says why. */
export async function signInAgain(
  store: Store,
  { key }: RunningSession,
  secret: string,
): Promise<void> {
  if (store.getState().session.connection.kind !== "signed-out") {
    closeSignIn(store);
    return;
  }
  say(store, "Signing in…");
  const result = await key?.signIn(secret);
  if (result === undefined || result.signedIn) {
    closeSignIn(store);
    if (result?.sentence !== undefined)
      showError(store, `Signed in, but the key was not saved: ${result.sentence}`);
  } else say(store, result.sentence ?? "");
}

function say(store: Store, sentence: string): void {
  changeSignIn(store, () => ({ sentence }));
}

type SignInDialog = Extract<Dialog, { readonly kind: "sign-in" }>;

function isAsking({ screen }: State): boolean {
  return screen.dialog?.kind === "sign-in";
}

/** Changes the dialog if it is still open. */
function changeSignIn(store: Store, change: (dialog: SignInDialog) => Partial<SignInDialog>): void {
  changeScreen(store, (screen) =>
    screen.dialog?.kind === "sign-in"
      ? { ...screen, dialog: { ...screen.dialog, ...change(screen.dialog) } }
      : screen,
  );
}
