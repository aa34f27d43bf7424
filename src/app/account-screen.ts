/** A live account on the screen: its session, what its keys do, and what follows its store. */
import type { LayoutName } from "#base/keyboard-layouts.ts";
import { traceOf } from "#base/log.ts";
import type { Accounts, CommandContext, Keys } from "#commands/command.ts";
import { answerNotification } from "#commands/conversation/notified.ts";
import { keymapOf } from "#commands/keymap.ts";
import { prepareNamesWhenKnown } from "#commands/places/finder.ts";
import { runRuledCommands } from "#commands/rules/running.ts";
import { showToast } from "#commands/screen.ts";
import { createDesktop, createFileOpener, type PrivateFiles } from "#host/desktop.ts";
import type { Exits } from "#host/exits.ts";
import { openLocalFile } from "#host/local-files.ts";
import type { LogFile } from "#host/log-file.ts";
import { editExternally, page } from "#host/programs.ts";
import type { Terminal } from "#host/terminal.ts";
import type { Notifier } from "#host/terminal-notifications.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { conversationOf } from "#model/narrow.ts";
import { conversationsToPrefetch } from "#model/select/prefetch.ts";
import { owned } from "#store/follow.ts";
import { selectedRow } from "#store/list.ts";
import { isList, listOf } from "#store/lists.ts";
import type { Store } from "#store/state.ts";
import type { PrefetchTarget } from "#sync/history/history.ts";
import { type RunningSession, type SessionOptions, startSession } from "#sync/session.ts";
import { watchWindowTitle } from "#ui/bars/title.ts";
import { readsKeysItself } from "#ui/dialog-pane.ts";
import { createMouse } from "#ui/input/mouse.ts";
import { createRouter, type Route } from "#ui/input/router.ts";
import { bytesOf } from "#ui/input/source.ts";
import { watchNotifications } from "#ui/notifications.ts";
import type { Ui } from "#ui/start.tsx";
import type { Style } from "#ui/style.ts";
import type { AccountParts } from "./account-parts.ts";
import { fileAccess } from "./account-parts.ts";
import { programsFor } from "./custom-programs.ts";
import type { InkInput, Keyboard } from "./keyboard.ts";
import type { Offer } from "./offers.ts";
import type { TerminalPictures } from "./pictures.ts";
import type { Runtime } from "./runtime.ts";
import { askForKey } from "./sign-in-again.ts";

export type ScreenAccount = AccountParts &
  Pick<SessionOptions, "restored"> & { readonly store: Store };

/** What all accounts share. */
export type ProgramParts = {
  readonly style: Style;
  readonly keys: Keys;
  readonly layouts: readonly LayoutName[];
  readonly newId: () => string;
  readonly terminal: Terminal;
  readonly exits: Exits;
  readonly keyboard: Keyboard;
  readonly log: LogFile;
  readonly runtime: Runtime;
  /** If undefined, other programs show them. */
  readonly pictures: TerminalPictures | undefined;
  /** Desktop notifications for a user who is not looking at the screen. */
  readonly notifier: Notifier;
  /** Temporary files that other programs show; removed at exit. */
  readonly files: PrivateFiles;
  readonly inkInput: InkInput;
  readonly openAccount: (name: string) => void;
  readonly localFiles: CommandContext["files"];
  readonly accounts: Accounts;
  readonly offer: Offer;
};

export type AccountScreen = {
  /** In the configuration file; empty if it is not from there. */
  readonly name: string;
  readonly store: Store;
  readonly session: RunningSession;
  readonly route: Route;
  readonly context: CommandContext;
  /** What follows it while it is shown; the returned function ends that. */
  readonly watch: () => () => void;
  /** Persists what is not on disk yet. `tell` gets what could not be persisted before the rest ends. */
  readonly end: RunningSession["stop"];
};

/** An account whose session runs, before there are keys for it. */
type Begun = Pick<AccountScreen, "session" | "watch" | "end"> & {
  readonly account: ScreenAccount;
  readonly parts: RoutedParts;
};

/** With what its parts register with the account's own clock and store. */
type RoutedParts = ProgramParts & ScreenAccount;

/** Whoever types pauses for less than this. */
const idleMs = 3_000;

/** Starts the account's session; what is on its screen comes after that. */
export function beginAccount(account: ScreenAccount, program: ProgramParts): Begun {
  const { clock, store, release } = owned(program.runtime.clock, account.store);
  const parts = { ...program, ...account, store, runtime: { ...program.runtime, clock } };
  const { keyboard, log, newId, terminal, notifier } = program;
  prepareNamesWhenKnown(store, clock);
  const session = startSession({
    ...account,
    ...program.runtime,
    log,
    newId,
    attention: keyboard,
    prefetchTarget,
    openFile: openLocalFile,
    pictures: program.pictures && { ...program.pictures, download: account.download },
  });
  const ends = [
    watchNotifications(store, {
      ...parts,
      clock,
      attention: keyboard,
      show: notifier.show,
      answer: (message, answer) => {
        const context = program.accounts.contextOf(accountName(store));
        if (context !== undefined) answerNotification(context, message, answer);
      },
    }),
    askForKey(store, session, {
      clock,
      keys: program.keys,
      isIdle: () =>
        program.accounts.live().shown().name === accountName(store) &&
        clock.now() - keyboard.lastKeyAt() >= idleMs,
    }),
    release,
  ];
  const { owner } = account;
  const { connection } = session;
  const { archive, ownKey } = account;
  const offered = { name: accountName(store), store, connection, archive, ownKey };
  const endOffer = owner && program.offer({ ...offered, owner });
  let ended: Promise<void> | undefined;
  const end: Begun["end"] = async (tell) => {
    const offerEnded = endOffer?.();
    for (const stop of ends) stop();
    await session.stop(tell);
    await offerEnded;
    await account.close();
  };
  return {
    account,
    parts,
    session,
    watch: () => watchWindowTitle(store, clock, terminal.setTitle),
    end: (tell) => {
      ended ??= end(tell);
      return ended;
    },
  };
}

export function accountScreen(
  { account, parts, session, watch, end }: Begun,
  ui: Ui,
): AccountScreen {
  const { store, keys, layouts, exits, inkInput, log } = parts;
  const context: CommandContext = {
    store,
    clock: parts.runtime.clock,
    viewport: ui.viewportOf(account.store),
    newId: parts.newId,
    count: 1,
    keys,
    quit: () => void exits.leave(0),
    openAccount: parts.openAccount,
    accounts: parts.accounts,
    suspend: () => void suspendProgram(parts),
    // The terminal may have lost pictures, too: tmux may be in another window now.
    repaint: ui.resume,
    desktop: desktopFor(parts, session),
    files: parts.localFiles,
    retry: session.poke,
    editExternally: (text, done, saved) => void lendForEditing(parts, text, done, saved),
  };
  runRuledCommands(context);
  const route = createRouter({
    keymap: keymapOf(keys.commands, keys.overrides),
    layouts,
    context,
    isElsewhere: () => readsKeysItself(store.getState().screen),
    pass: (input) => void inkInput.push(bytesOf(input)),
    onMouse: createMouse(context, ui.panes),
    onFault: (error) => log.warn("An input failed.", { reason: traceOf(error) }),
  });
  const name = accountName(account.store);
  return { name, store: account.store, session, route, context, watch, end };
}

/** Empty if it is not from the configuration file. */
export function accountName(store: Store): string {
  return store.getState().session.account?.name ?? "";
}

const prefetchTarget: PrefetchTarget = ({ view, screen }, wasFetched, nextOnly) => {
  const { place, preferences } = screen;
  if (preferences.prefetch === "off") return undefined;
  const open = isList(place) ? selectedRow(listOf(screen, place)) : conversationOf(place.narrow);
  return conversationsToPrefetch(view, open as ConversationKey | undefined, wasFetched, nextOnly);
};

function desktopFor(parts: RoutedParts, { connection }: RunningSession): CommandContext["desktop"] {
  const { environment, clock } = parts.runtime;
  const { write } = parts.terminal.output;
  const { platform } = process;
  const opener = createFileOpener({ environment, platform, clock });
  return {
    ...createDesktop({ environment, platform, write, clock }),
    page: (text) => lendTerminal(parts, () => page(text, environment)),
    ...fileAccess({ ...parts, connection, opener }),
    ...programsFor(environment, clock, (work) => lendTerminal(parts, work)),
  };
}

async function lendForEditing(
  parts: RoutedParts,
  ...[before, done, saved]: Parameters<CommandContext["editExternally"]>
): Promise<void> {
  const { text, problem } = await lendTerminal(parts, () =>
    editExternally(before, { ...parts.runtime, saved }),
  );
  done(text, problem);
}

/** Gives the terminal to another program until `work` is done. */
function lendTerminal<T>({ exits, keyboard }: RoutedParts, work: () => Promise<T>): Promise<T> {
  return exits.lend(async () => {
    // Two readers of one terminal would each get some of the keys.
    keyboard.pause();
    try {
      return await work();
    } finally {
      keyboard.resume();
    }
  });
}

async function suspendProgram({ exits, store }: RoutedParts): Promise<void> {
  if (!(await exits.suspend())) showToast(store, "Cannot suspend: no shell to return to.", "error");
}
