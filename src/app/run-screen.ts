/** The running screen: connects store, session, drawing and keys until the user quits. */
import { Readable } from "node:stream";
import type { Clock } from "#base/clock.ts";
import type { LayoutName } from "#base/keyboard-layouts.ts";
import { oncePerName } from "#base/log.ts";
import type { SafeText } from "#base/safe-text.ts";
import type { CommandContext } from "#commands/command.ts";
import { keymapOf, type Overrides } from "#commands/keys/keymap.ts";
import { prepareNamesWhenKnown } from "#commands/places/finder.ts";
import { showToast } from "#commands/screen.ts";
import { commands } from "#commands/table.ts";
import {
  createDesktop,
  createFileOpener,
  createPrivateFiles,
  type PrivateFiles,
} from "#host/desktop.ts";
import type { Exits } from "#host/exits.ts";
import { findFile, listFolder, openLocalFile } from "#host/local-files.ts";
import type { LogFile } from "#host/log-file.ts";
import type { ProbePort } from "#host/probe.ts";
import { editExternally, page } from "#host/programs.ts";
import type { Terminal } from "#host/terminal.ts";
import type { TerminalOutput } from "#host/terminal-output.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { conversationOf } from "#model/narrow.ts";
import { conversationsToPrefetch } from "#model/select/prefetch.ts";
import { selectedRow } from "#store/list.ts";
import { isList, listOf } from "#store/lists.ts";
import { owned } from "#store/owned.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import type { PrefetchTarget } from "#sync/history/history.ts";
import { type RunningSession, type SessionOptions, startSession } from "#sync/session.ts";
import type { UnsavedText } from "#sync/storage/intents.ts";
import { watchWindowTitle } from "#ui/bars/window-title.ts";
import { readsKeysItself } from "#ui/dialog-pane.ts";
import { createMouse } from "#ui/input/mouse.ts";
import { createRouter, type Route } from "#ui/input/router.ts";
import { bytesOf, readInput } from "#ui/input/source.ts";
import { watchNotifications } from "#ui/notifications.ts";
import { startUi, type Ui } from "#ui/start.tsx";
import type { Style } from "#ui/style.ts";
import { accountChange } from "./account-change.ts";
import type { AccountParts } from "./account-parts.ts";
import type { TerminalPictures } from "./pictures.ts";
import type { Runtime } from "./runtime.ts";
import { fileShower } from "./show-file.ts";
import { openSideChannel, type SideChannel } from "./side-channel.ts";
import { askForKey, signInAgain } from "./sign-in-again.ts";
import { printToUser, unsavedNotice } from "./terminal.ts";

export type ScreenAccount = AccountParts &
  Pick<SessionOptions, "restored"> & { readonly store: Store };

type ScreenParts = ScreenAccount & {
  readonly style: Style;
  readonly overrides: Overrides;
  readonly layouts: readonly LayoutName[];
  readonly newId: () => string;
  /** Opens another account of the configuration file. Rejects with a sentence when it cannot be opened. */
  readonly openAccount: (name: string) => Promise<ScreenAccount>;
  readonly terminal: Terminal;
  readonly output: TerminalOutput;
  readonly exits: Exits;
  readonly keyboard: Keyboard;
  readonly log: LogFile;
  readonly runtime: Runtime;
  /** Undefined: other programs show them. */
  readonly pictures: TerminalPictures | undefined;
  /** Sends a desktop notification to a user who is not looking at the screen. */
  readonly notify: (title: SafeText, body: SafeText) => void;
};

/** The screen of one account. */
type OpenScreen = {
  readonly store: Store;
  readonly ui: Ui;
  readonly session: RunningSession;
  readonly route: Route;
  /** Persists what is not on disk yet, and leaves the terminal as it is. Returns texts that could not be persisted. */
  readonly end: () => Promise<readonly UnsavedText[]>;
};

/** What all accounts share. */
type Shared = {
  readonly files: PrivateFiles;
  readonly channel: SideChannel;
  readonly openAccount: (name: string) => void;
};

/** What stays when another account is opened. */
type ProgramParts = Omit<ScreenParts, keyof ScreenAccount>;

/**
 * Runs until the user quits, by whichever exit. Not an async function: its frame would keep the first account for as long
 * as the program runs.
 */
export function runScreen(first: ScreenAccount, parts: ProgramParts): Promise<void> {
  const { exits, keyboard } = parts;
  const files = createPrivateFiles();
  const ended = Promise.withResolvers<void>();
  const unsaved: UnsavedText[] = [];
  const changes = accountChange<ScreenAccount>({
    open: parts.openAccount,
    replace: async (next) => {
      // Nothing may be typed into a screen that is closing.
      keyboard.pause();
      unsaved.push(...(await open.end()));
      open = start(next);
      takeInputs();
      keyboard.resume();
    },
    refused: (sentence) => showToast(open.store, sentence, "error"),
    changed: () => channel.reportActivity(),
    onFault: exits.fail,
  });
  const channel = channelOf(parts, { changed: changes.over, current: () => open });
  const start = (account: ScreenAccount): OpenScreen => {
    const shared = { files, channel, openAccount: changes.to };
    const opened = startScreen({ ...parts, ...account }, shared);
    const leave = () => {
      if (open === opened && !changes.isUnderWay()) ended.resolve();
    };
    opened.ui.waitUntilExit().then(leave, exits.fail);
    return opened;
  };
  const takeInputs = () =>
    keyboard.handTo((inputs, at) => {
      const taken = open.route(inputs, at);
      channel.reportActivity();
      return taken;
    });
  let open = start(first);
  exits.change({
    resume: () => {
      parts.terminal.enter();
      open.ui.resume();
      open.session.poke();
    },
    save: async () => {
      await changes.leave();
      unsaved.push(...(await open.end()));
      for (const text of unsaved) printToUser(parts.output, unsavedNotice(text));
      await files.removeAll();
    },
  });
  takeInputs();
  return ended.promise;
}

type Current = { readonly changed: () => Promise<void>; readonly current: () => OpenScreen };

/** What tests ask of the running program. */
function channelOf({ runtime, keyboard, output }: ProgramParts, { changed, current }: Current) {
  return openSideChannel(runtime.environment["WEIR_IDLE_SOCKET"], {
    inputs: keyboard.inputs,
    settled: async () => {
      await changed();
      await current().session.whenIdle();
      await current().ui.flushed();
    },
    size: () => {
      const { columns, rows } = current().store.getState().screen.terminal;
      return `${columns}x${rows}`;
    },
    written: output.total,
    counts: () => ({ ...countsOf(current().store.getState()), inputs: keyboard.inputs() }),
  });
}

function startScreen(account: ScreenParts, shared: Shared): OpenScreen {
  const { clock, store, release } = owned(account.runtime.clock, account.store);
  const parts = { ...account, store, runtime: { ...account.runtime, clock } };
  const { keyboard, output } = parts;
  const inkInput = createInkInput();
  prepareNamesWhenKnown(store, clock);
  const session = startSession({
    ...account,
    ...account.runtime,
    attention: keyboard,
    prefetchTarget,
    openFile: openLocalFile,
    pictures: parts.pictures && { ...parts.pictures, download: account.download },
  });
  // Clears the early frame or the previous account: Ink starts drawing at the top.
  output.write("\u001b[H\u001b[2J");
  const ui = startUi({
    ...parts,
    clock,
    stdin: inkInput,
    stdout: process.stdout,
    isOurs: parts.terminal.isEntered,
    signIn: (secret) => void signInAgain(store, session, secret),
    onFrame: shared.channel.reportActivity,
    onFault: logFaults(parts.log),
  });
  const ends = [
    watchWindowTitle(store, clock, parts.terminal.setTitle),
    watchNotifications(store, { ...parts, clock, attention: keyboard, show: parts.notify }),
    followSize(store, ui),
    askForKey(store, session),
    release,
  ];
  store.subscribe(shared.channel.reportActivity);
  let ended: Promise<readonly UnsavedText[]> | undefined;
  const end = async () => {
    for (const stop of ends) stop();
    const unsaved = await session.stop();
    ui.unmount();
    await parts.close();
    return unsaved;
  };
  return {
    store,
    ui,
    session,
    route: routerFor(parts, shared, ui, inkInput, session),
    end: () => {
      ended ??= end();
      return ended;
    },
  };
}

const prefetchTarget: PrefetchTarget = ({ view, screen }, wasFetched) => {
  const { place, preferences } = screen;
  if (preferences.prefetch === "off") return undefined;
  const open = isList(place) ? selectedRow(listOf(screen, place)) : conversationOf(place.narrow);
  return conversationsToPrefetch(view, open as ConversationKey | undefined, wasFetched);
};

/** Logged once, because the same error comes with every frame. */
function logFaults(log: LogFile): (error: unknown) => void {
  const once = oncePerName(100);
  return (error) => {
    const reason = wordsOf(error);
    once(reason, () => log.warn("A part of the screen could not be drawn.", { reason }));
  };
}

function wordsOf(reason: unknown): string {
  return reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
}

/** With the temporary files that other programs show, which are removed at exit. */
type RoutedParts = ScreenParts & Pick<Shared, "files">;

function routerFor(
  screen: ScreenParts,
  { files, openAccount }: Shared,
  ui: Ui,
  inkInput: InkInput,
  session: RunningSession,
): Route {
  const parts = { ...screen, files };
  const { store, overrides, newId, exits } = parts;
  const context: Omit<CommandContext, "count"> = {
    store,
    clock: parts.runtime.clock,
    viewport: ui.viewport,
    newId,
    keys: { commands, overrides },
    quit: () => void exits.leave(0),
    openAccount,
    suspend: () => void suspendProgram(parts),
    repaint: ui.repaint,
    desktop: desktopFor(parts, session),
    files: { list: listFolder, find: findFile },
    retry: session.poke,
    editExternally: (text, done) => void lendForEditing(parts, text, done),
  };
  return createRouter({
    keymap: keymapOf(commands, overrides),
    layouts: parts.layouts,
    context,
    isElsewhere: () => readsKeysItself(store.getState().screen),
    pass: (input) => void inkInput.push(bytesOf(input)),
    onMouse: createMouse(context, ui.panes),
    onFault: (error) => parts.log.warn("An input failed.", { reason: wordsOf(error) }),
  });
}

function desktopFor(parts: RoutedParts, { connection }: RunningSession): CommandContext["desktop"] {
  const { environment } = parts.runtime;
  const { write } = parts.output;
  const { platform } = process;
  return {
    ...createDesktop({ environment, platform, write }),
    page: (text) => lendTerminal(parts, () => page(text, environment)),
    show: fileShower({ ...parts, connection, opener: createFileOpener({ environment, platform }) }),
  };
}

async function lendForEditing(
  parts: ScreenParts,
  before: string,
  done: Parameters<CommandContext["editExternally"]>[1],
): Promise<void> {
  const { text, problem } = await lendTerminal(parts, () =>
    editExternally(before, parts.runtime.environment),
  );
  done(text, problem);
}

/** Gives the terminal to another program until `work` is done. */
function lendTerminal<T>({ exits, keyboard }: ScreenParts, work: () => Promise<T>): Promise<T> {
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

async function suspendProgram({ exits, store }: ScreenParts): Promise<void> {
  if (!(await exits.suspend())) showToast(store, "Cannot suspend: no shell to return to.", "error");
}

/** The returned function stops it. */
function followSize(store: Store, ui: Ui): () => void {
  const follow = () => {
    const { columns, rows } = process.stdout;
    changeScreen(store, (screen) => ({
      ...screen,
      terminal: { ...screen.terminal, columns, rows },
    }));
    // Terminals reflow their content in different ways when they shrink.
    ui.repaint();
  };
  process.stdout.on("resize", follow);
  return () => void process.stdout.off("resize", follow);
}

// Sizes of the main tables, for tests and the benchmark.

function countsOf({ replica, journal }: State): Readonly<Record<string, number>> {
  return {
    messages: replica.messages.size,
    // Includes muted ones, which no count on the screen does.
    unread: replica.unreads.where.size,
    intents: journal.intents.size,
  };
}

// The stdin that Ink gets: only keys meant for one of Ink's own components are pushed into it.

type InkInput = Readable & {
  readonly isTTY: true;
  readonly setRawMode: (on: boolean) => InkInput;
  readonly ref: () => InkInput;
  readonly unref: () => InkInput;
};

function createInkInput(): InkInput {
  const stream = new Readable({ read: () => undefined });
  const same = () => input;
  const input: InkInput = Object.assign(stream, {
    isTTY: true as const,
    setRawMode: same,
    ref: same,
    unref: same,
  });
  return input;
}

// Terminal input, and what the program learns from it apart from the keys.

type Keyboard = {
  /** Sends inputs to `route` from now on, including those that were buffered. */
  readonly handTo: (route: Route) => void;
  /** The terminal's replies, for probes. */
  readonly line: ProbePort;
  /** How many inputs were processed. */
  readonly inputs: () => number;
  /** UNIX milliseconds of the last key; 0 before the first. */
  readonly lastKeyAt: () => number;
  readonly reportsFocus: () => boolean;
  /** While another program reads the terminal, until `resume`. */
  readonly pause: () => void;
  readonly resume: () => void;
  readonly stop: () => void;
};

export function createKeyboard(
  stdin: NodeJS.ReadStream,
  write: (text: string) => void,
  clock: Clock,
): Keyboard {
  const listeners = new Set<(sequence: string) => void>();
  let lastKeyAt = 0;
  let reportsFocus = false;
  const reader = readInput(stdin, clock, (input) => {
    if (input.kind === "reply") for (const hear of listeners) hear(input.sequence);
    else if (input.kind === "focus") reportsFocus = true;
    else lastKeyAt = clock.now();
  });
  return {
    handTo: reader.handTo,
    inputs: reader.taken,
    pause: () => void stdin.pause(),
    resume: () => void stdin.resume(),
    stop: reader.stop,
    line: {
      write,
      listen: (hear) => {
        listeners.add(hear);
        return () => void listeners.delete(hear);
      },
    },
    lastKeyAt: () => lastKeyAt,
    reportsFocus: () => reportsFocus,
  };
}
