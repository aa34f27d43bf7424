/** The running screen: store, session, drawing and keys joined, until the person leaves. */
import type { Connection } from "#api/connection.ts";
import type { DownloadFile } from "#api/files.ts";
import { oncePerName } from "#base/log.ts";
import { type SafeText, safeText } from "#base/safe-text.ts";
import type { CommandContext } from "#commands/command.ts";
import { keymapOf, type Overrides } from "#commands/keymap.ts";
import { keepLists, selectedRow } from "#commands/lists/lists.ts";
import { landWhenKnown } from "#commands/navigation.ts";
import { showToast } from "#commands/screen.ts";
import { commands } from "#commands/table.ts";
import { watchRecipient } from "#commands/writing.ts";
import { createDesktop, createFileOpener } from "#host/desktop.ts";
import type { Exits } from "#host/exits.ts";
import { editExternally } from "#host/external-editor.ts";
import { findFile, listFolder, openLocalFile } from "#host/local-files.ts";
import type { LogFile } from "#host/log-file.ts";
import { page } from "#host/pager.ts";
import { createPrivateFiles, type PrivateFiles } from "#host/private-files.ts";
import type { Terminal } from "#host/terminal.ts";
import type { TerminalOutput } from "#host/terminal-output.ts";
import type { JournalStorage } from "#journal/storage.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { conversationOf } from "#model/narrow.ts";
import { conversationsToPrefetch } from "#model/select/prefetch.ts";
import { isList, listOf } from "#store/lists.ts";
import type { Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import type { Documents } from "#sync/emoji-names.ts";
import type { Ahead } from "#sync/history.ts";
import { type RunningSession, startSession } from "#sync/session.ts";
import type { UnsavedText } from "#sync/unsaved-texts.ts";
import { readsKeysItself } from "#ui/dialogs/sign-in.tsx";
import { bytesOf } from "#ui/input/bytes.ts";
import { createMouse } from "#ui/input/mouse.ts";
import { createRouter, type Route } from "#ui/input/router.ts";
import { keepNotifications } from "#ui/notifications.ts";
import { startUi, type Ui } from "#ui/start.tsx";
import type { Style } from "#ui/style.ts";
import { keepWindowTitle } from "#ui/window-title.ts";
import { countsOf } from "./counts.ts";
import { createInkInput, type InkInput } from "./ink-input.ts";
import type { Keyboard } from "./keyboard.ts";
import type { Runtime } from "./runtime.ts";
import { fileShower } from "./show-file.ts";
import { openSideChannel } from "./side-channel.ts";
import { printToUser } from "./terminal.ts";

export type ScreenParts = {
  readonly store: Store;
  readonly style: Style;
  readonly overrides: Overrides;
  readonly storage: JournalStorage;
  readonly newId: () => string;
  readonly connect: (key: string) => Connection;
  readonly download: DownloadFile;
  readonly documents: Documents;
  readonly key: string;
  readonly terminal: Terminal;
  readonly output: TerminalOutput;
  readonly exits: Exits;
  readonly keyboard: Keyboard;
  readonly log: LogFile;
  readonly around: Runtime;
  /** Tells a person who is elsewhere. */
  readonly notify: (title: SafeText, body: SafeText) => void;
  /** Ends what was opened beside the screen. */
  readonly close: () => Promise<void>;
};

/** Runs until the person leaves: the program ends then, by whichever way out was taken. */
export async function runScreen(parts: ScreenParts): Promise<void> {
  const { store, keyboard, exits, output } = parts;
  const inkInput = createInkInput();
  keepLists(store);
  landWhenKnown(store);
  watchRecipient(store);
  const session = startSession({
    ...parts,
    ...parts.around,
    connection: parts.connect(parts.key),
    attention: keyboard,
    ahead,
    openFile: openLocalFile,
  });
  const channel = openSideChannel(parts.around.environment["WEIR_IDLE_SOCKET"], {
    inputs: keyboard.inputs,
    settled: async () => {
      await session.whenIdle();
      await ui.flushed();
    },
    size: () => {
      const { columns, rows } = store.getState().screen;
      return `${columns}x${rows}`;
    },
    counts: () => ({ ...countsOf(store.getState()), inputs: keyboard.inputs() }),
  });
  // What stood there before the first frame is the early one; a frame is drawn from the top.
  output.write("\u001b[H\u001b[2J");
  const ui = startUi({
    ...parts,
    clock: parts.around.clock,
    stdin: inkInput,
    stdout: process.stdout,
    isOurs: parts.terminal.isEntered,
    signIn: (key) => {
      changeScreen(store, (screen) => ({ ...screen, dialog: undefined }));
      session.signIn(parts.connect(key));
    },
    onFrame: channel.stirred,
    onFault: logFaults(parts.log),
  });
  const files = createPrivateFiles();
  takeDuties(parts, session, ui, files);
  const { clock } = parts.around;
  keepWindowTitle(store, clock, parts.terminal.setTitle);
  keepNotifications(store, { ...parts, clock, attention: keyboard, show: parts.notify });
  const route = routerFor({ ...parts, files }, ui, inkInput, session);
  keyboard.handTo((inputs, at) => {
    const taken = route(inputs, at);
    channel.stirred();
    return taken;
  });
  store.subscribe(channel.stirred);
  followSize(store, ui);
  askForKey(store);
  await ui.waitUntilExit().catch(exits.fail);
}

const ahead: Ahead = ({ view, screen }) => {
  const { place } = screen;
  const open = isList(place) ? selectedRow(listOf(screen, place)) : conversationOf(place.narrow);
  return conversationsToPrefetch(view, open as ConversationKey | undefined);
};

/** From now on the way out goes through the session, and the way back to a drawn screen. */
function takeDuties(
  { terminal, output, exits, close }: ScreenParts,
  session: RunningSession,
  ui: Ui,
  files: PrivateFiles,
): void {
  exits.change({
    resume: () => {
      terminal.enter();
      ui.repaint();
      session.poke();
    },
    save: async () => {
      for (const unsaved of await session.stop()) giveBack(output, unsaved);
      await files.removeAll();
      await close();
    },
  });
}

/** The same error comes with each frame: it is logged once. */
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

/** What no disk took is shown when the screen is gone: the terminal is the last place that keeps it. */
function giveBack(output: TerminalOutput, { text, sent }: UnsavedText): void {
  const words = sent === "no" ? "was not sent" : "may not have been sent";
  printToUser(output, `weir: This ${words}, and could not be saved to disk:\n${safeText(text)}\n`);
}

/** With the files that other programs show, until the program ends. */
type RoutedParts = ScreenParts & { readonly files: PrivateFiles };

function routerFor(parts: RoutedParts, ui: Ui, inkInput: InkInput, session: RunningSession): Route {
  const { store, overrides, newId, exits } = parts;
  const context: Omit<CommandContext, "count"> = {
    store,
    clock: parts.around.clock,
    viewport: ui.viewport,
    newId,
    keys: { commands, overrides },
    quit: () => void exits.leave(0),
    suspend: () => void suspendOrSay(parts),
    repaint: ui.repaint,
    desktop: desktopFor(parts, session),
    files: { list: listFolder, find: findFile },
    retry: session.poke,
    editExternally: (text, done) => void lendForEditing(parts, text, done),
  };
  return createRouter({
    keymap: keymapOf(commands, overrides),
    context,
    isElsewhere: () => readsKeysItself(store.getState().screen),
    pass: (input) => void inkInput.push(bytesOf(input)),
    onMouse: createMouse(context, ui.panes),
    onFault: (error) => parts.log.warn("An input failed.", { reason: wordsOf(error) }),
  });
}

function desktopFor(parts: RoutedParts, { connection }: RunningSession): CommandContext["desktop"] {
  const { environment } = parts.around;
  const { write } = parts.output;
  const { platform } = process;
  return {
    ...createDesktop({ environment, platform, write }),
    page: (text) => lend(parts, () => page(text, environment)),
    show: fileShower({ ...parts, connection, opener: createFileOpener({ environment, platform }) }),
  };
}

async function lendForEditing(
  parts: ScreenParts,
  before: string,
  done: Parameters<CommandContext["editExternally"]>[1],
): Promise<void> {
  const { text, problem } = await lend(parts, () =>
    editExternally(before, parts.around.environment),
  );
  done(text, problem);
}

/** Gives the terminal to another program until `work` is done. */
function lend<T>({ exits, keyboard }: ScreenParts, work: () => Promise<T>): Promise<T> {
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

async function suspendOrSay({ exits, store }: ScreenParts): Promise<void> {
  if (!(await exits.suspend())) showToast(store, "Cannot suspend: no shell to return to.", "error");
}

function followSize(store: Store, ui: Ui): void {
  process.stdout.on("resize", () => {
    const { columns, rows } = process.stdout;
    changeScreen(store, (screen) => ({ ...screen, columns, rows }));
    // A terminal that becomes lower or narrower moves what stood there, each in its own way.
    ui.repaint();
  });
}

/** A server that refuses the key is met with a dialog that asks for another; what was written stays. */
function askForKey(store: Store): void {
  store.subscribe(({ session: { connection } }, before) => {
    if (connection === before.session.connection || connection.kind !== "signed-out") return;
    const { sentence } = connection;
    changeScreen(store, (screen) => ({ ...screen, dialog: { kind: "sign-in", sentence } }));
  });
}
