/** The running screen: the live accounts, one of which is drawn and gets the keys, until the user quits; and its tests. */

import { createConnection, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { systemClock } from "#base/clock.ts";
import { oncePerName, traceOf } from "#base/log.ts";
import { mark, marksMade } from "#base/marks.ts";
import type { AccountChanges, Configuration } from "#cli/accounts.ts";
import type { Accounts } from "#commands/command.ts";
import { leaveEveryAccount } from "#commands/lists/lists.ts";
import { showToast } from "#commands/screen.ts";
import { createPrivateFiles, type PrivateFiles } from "#host/desktop.ts";
import { engineMemory } from "#host/engine-memory.ts";
import type { LogFile } from "#host/log-file.ts";
import { followCells } from "#host/probe.ts";
import type { TerminalOutput } from "#host/terminal-output.ts";
import type { ListedAccount } from "#store/account.ts";
import { showError } from "#store/composer.ts";
import { type LiveAccounts, liveAccounts } from "#store/live.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen, changeSession } from "#store/store.ts";
import type { UnsavedText } from "#sync/storage/intents.ts";
import { startUi, type Ui } from "#ui/start.tsx";
import { listedAccounts, offersAfter } from "./account-parts.ts";
import {
  type AccountScreen,
  accountName,
  accountScreen,
  beginAccount,
  type ProgramParts,
  type ScreenAccount,
} from "./account-screen.ts";
import { collectWhileAway, collectWhileQuiet } from "./collecting.ts";
import { createInkInput } from "./keyboard.ts";
import { type AccountOpening, accountOpening, type Opening, showOpened } from "./opening.ts";
import type { TerminalPictures } from "./pictures.ts";
import type { RulesAgain } from "./rules-again.ts";
import { signingIn, tryStoredKey } from "./sign-in-again.ts";
import { unsavedNotice } from "./terminal.ts";

type ScreenParts = Omit<
  ProgramParts,
  "files" | "inkInput" | "openAccount" | "accounts" | "offer"
> & {
  /** Opens another account of the configuration file. Rejects with a sentence when it cannot be opened. */
  readonly open: (name: string) => Promise<ScreenAccount>;
  /** Those that are live besides the first. */
  readonly besides: readonly string[];
  readonly watch: Opening["watch"];
  readonly rulesAgain: RulesAgain;
  /** What is written for a frame; absent: the frame. */
  readonly encode?: (frame: string) => string;
  readonly shownAccount: Opening["shown"];
  /** Prints to the user after the screen was closed. */
  readonly print: (words: string) => void;
};

/**
 * Runs until the user quits, by whichever exit. Not an async function: its frame would keep the first account for as long
 * as the program runs.
 */
export function runScreen(first: ScreenAccount, parts: ScreenParts): Promise<void> {
  const { exits, keyboard, terminal } = parts;
  const ended = Promise.withResolvers<void>();
  const screens = new Map<string, AccountScreen>();
  const { store } = first;
  const live = liveAccounts({ name: accountName(store), store }, () => showCurrent());
  const accounts: Accounts = {
    live: () => live,
    contextOf: (name) => screens.get(name)?.context,
  };
  const openAccount = (name: string) => {
    if (screens.has(name)) live.show(name);
    else others.show(name);
  };
  const drawn = Promise.withResolvers<void>();
  const offer = offersAfter(drawn.promise, { ...parts.runtime, log: parts.log, seen: live });
  const shared = { files: createPrivateFiles(), inkInput: createInkInput(), offer };
  const program = { ...parts, ...shared, accounts, openAccount };
  const channel = channelOf(parts, () => running);
  const begun = beginAccount(startedAfter(first, drawn.promise), program);
  // Clears the early frame: Ink starts drawing at the top.
  terminal.output.write("\u001b[H\u001b[2J");
  const shown = () => screens.get(live.shown().name) ?? firstScreen;
  const ui = startUi({
    ...parts,
    store,
    clock: parts.runtime.clock,
    stdin: program.inkInput,
    stdout: process.stdout,
    output: terminal.output,
    signingIn: signingIn(parts.runtime, shown),
    onFrame: () => channel.reportActivity(),
    onFault: logFaults(parts.log),
  });
  firstFrame(terminal.output).then(drawn.resolve, drawn.reject);
  const firstScreen = accountScreen(begun, ui);
  const add = (screen: AccountScreen) => {
    screens.set(screen.name, screen);
    screen.store.subscribe(() => channel.reportActivity());
  };
  add(firstScreen);
  const others = openingOthers(parts, { screens, shown }, (name, account, isWanted) => {
    const screen = accountScreen(beginAccount(account, program), ui);
    add(screen);
    changeListed(screens, () => withProblem(listedIn(shown().store), name, undefined));
    live.add(screen);
    if (isWanted) showOpened(live, name);
  });
  const running = { screens, shown, ui, others, live, files: program.files, unsaved: [] };
  let unwatch = shown().watch();
  const showCurrent = () => {
    unwatch();
    ui.show(shown().store);
    unwatch = shown().watch();
    parts.shownAccount.keep(shown().name);
    following.endRemoved();
  };
  ui.waitUntilExit().then(() => ended.resolve(), exits.fail);
  const following = followAccounts(parts, running);
  saveAtExit(parts, running, () => {
    following.stop();
    unwatch();
  });
  keyboard.handTo((inputs, at) => {
    const taken = shown().route(inputs, at);
    channel.reportActivity();
    return taken;
  });
  for (const name of parts.besides) others.begin(name);
  return ended.promise;
}

/**
 * A terminal takes a large frame in parts. What the session does when it starts would keep the rest waiting: so it starts when
 * the first frame is out, or when the terminal has not taken it for that long.
 */
const firstFrameMs = 100;

function firstFrame(output: Pick<TerminalOutput, "written">): Promise<void> {
  mark("first frame");
  return output.written(firstFrameMs);
}

function startedAfter({ restored, ...rest }: ScreenAccount, drawn: Promise<void>): ScreenAccount {
  if (restored === undefined) return rest;
  return { ...rest, restored: drawn.then(() => restored) };
}

type Opened = Parameters<typeof accountOpening<ScreenAccount>>[0]["opened"];

function openingOthers(
  { open, log, exits }: ScreenParts,
  { screens, shown }: Pick<Running, "screens" | "shown">,
  opened: Opened,
): AccountOpening {
  return accountOpening<ScreenAccount>({
    open,
    opened,
    refused: (name, sentence, isWanted) => {
      log.warn("An account cannot be opened.", { name, reason: sentence });
      changeListed(screens, (listed) => withProblem(listed, name, sentence));
      if (isWanted) showToast(shown().store, sentence, "error");
    },
    onFault: exits.fail,
  });
}

function listedIn(store: Store): readonly ListedAccount[] {
  return store.getState().session.account?.all ?? [];
}

function withProblem(
  listed: readonly ListedAccount[],
  name: string,
  problem: string | undefined,
): readonly ListedAccount[] {
  return listed.map((one) => (one.name === name ? { ...one, problem } : one));
}

/** Changes what all accounts know of the accounts of the configuration file. */
function changeListed(
  screens: Running["screens"],
  change: (listed: readonly ListedAccount[]) => readonly ListedAccount[],
): void {
  for (const { store } of screens.values())
    changeSession(store, (session) => ({
      ...session,
      account: session.account && { ...session.account, all: change(session.account.all) },
    }));
}

/** Opens accounts that are added to the file, ends those that are removed or replaced, and uses keys that are stored anew. */
function followAccounts(
  { watch, exits, rulesAgain }: ScreenParts,
  { screens, shown, others, live, unsaved }: Running,
): { readonly stop: () => void; readonly endRemoved: () => void } {
  const removed = new Set<string>();
  /** Those of `removed` whose name another account has now. */
  const replaced = new Set<string>();
  const end = async (name: string) => {
    const screen = screens.get(name);
    // One that is shown stays until it is left, with what is being written in it.
    if (screen === undefined || screen === shown()) return;
    removed.delete(name);
    live.remove(name);
    screens.delete(name);
    if (screens.size === 1) leaveEveryAccount(shown().store);
    const { size } = screen.store.getState().journal.intents;
    if (size > 0) showToast(shown().store, removedNotice(name, size));
    const isReplaced = replaced.delete(name);
    unsaved.push(...(await screen.end()));
    if (isReplaced) others.begin(name);
  };
  const endRemoved = () => {
    for (const name of removed) end(name).catch(exits.fail);
  };
  const drop = (name: string) => {
    others.drop(name);
    if (screens.has(name)) removed.add(name);
  };
  const remove = (name: string) => {
    drop(name);
    if (shown().name === name) showError(shown().store, staysNotice(name));
  };
  const replace = (name: string, isLive: boolean) => {
    drop(name);
    if (isLive && screens.has(name)) replaced.add(name);
    else if (isLive) others.begin(name);
    if (shown().name === name) showError(shown().store, replacedNotice(name));
  };
  const readRules = (configuration: Configuration) => {
    const stores = [...screens.values()].map(({ store }) => store);
    const sentences = rulesAgain.read(configuration, stores);
    if (sentences.length > 0) showError(shown().store, sentences.join(" "));
  };
  const take = (changes: AccountChanges) => {
    const { config } = changes.configuration;
    changeListed(screens, () => listedAccounts(config));
    for (const name of [...changes.added, ...changes.changed]) {
      const screen = screens.get(name);
      if (screen === undefined && config.live.includes(name)) others.begin(name);
      if (screen !== undefined) tryStoredKey(screen.store, screen.session).catch(exits.fail);
    }
    for (const name of changes.added) removed.delete(name);
    changes.removed.forEach(remove);
    for (const name of changes.replaced) replace(name, config.live.includes(name));
    endRemoved();
  };
  const stop = watch((change) => {
    if (change.kind === "accounts") take(change);
    else if (change.kind === "rules") readRules(change.configuration);
    else showError(shown().store, `The last settings stay: ${change.sentence}`);
  });
  return { stop, endRemoved };
}

function replacedNotice(name: string): string {
  return `“${name}” is another account in the configuration now. It opens when this one is left, or at the next start.`;
}

function staysNotice(name: string): string {
  return `“${name}” is no longer in the configuration. It stays open until you leave it.`;
}

function removedNotice(name: string, unsent: number): string {
  const those = unsent === 1 ? "One of its changes was" : `${unsent} of its changes were`;
  const them = unsent === 1 ? "It is" : "They are";
  return `“${name}” is no longer in the configuration. ${those} not sent. ${them} kept, and sent if it is added again.`;
}

/** Suspends and ends all accounts. */
function saveAtExit(
  parts: ScreenParts,
  { screens, shown, ui, others, live, files, unsaved: before }: Running,
  unwatch: () => void,
): void {
  const { exits, terminal, print, keyboard, runtime, shownAccount, pictures, notifier } = parts;
  const memory = engineMemory(systemClock);
  // Garbage piles up by the machine's time, however fast the program's clock is.
  const looks = { ...systemClock, now: runtime.clock.now };
  const font = followFont(pictures?.cell, keyboard, () => shown().store);
  const ends = [
    followSize(() => shown().store, ui),
    () => font?.stop(),
    notifier.stop,
    collectWhileAway(looks, keyboard, memory),
    collectWhileQuiet(looks, keyboard, memory),
    unwatch,
  ];
  const save = async () => {
    others.leave();
    live.stop();
    for (const end of ends) end();
    const unsaved = await Promise.all([...screens.values()].map((screen) => screen.end()));
    ui.unmount();
    for (const text of [...before, ...unsaved.flat()]) print(unsavedNotice(text));
    await files.removeAll();
    await shownAccount.settled();
  };
  exits.change({
    restore: () => {
      ui.leave();
      notifier.closeAll();
      terminal.leave();
    },
    resume: () => {
      terminal.enter();
      ui.resume();
      // The window may have changed meanwhile.
      font?.ask();
      for (const { session } of screens.values()) session.poke();
    },
    save,
  });
}

type Running = {
  readonly others: AccountOpening;
  readonly live: LiveAccounts;
  readonly files: PrivateFiles;
  readonly screens: Map<string, AccountScreen>;
  readonly shown: () => AccountScreen;
  readonly ui: Ui;
  /** Texts of ended accounts that could not be persisted. */
  readonly unsaved: UnsavedText[];
};

/** What tests ask of the running program. */
function channelOf(
  { runtime, keyboard, terminal, shownAccount }: ScreenParts,
  running: () => Running,
) {
  const shownState = () => running().shown().store.getState();
  return openSideChannel(runtime.environment["WEIR_IDLE_SOCKET"], {
    inputs: keyboard.inputs,
    settled: async () => {
      const { others, screens, ui } = running();
      await others.over();
      await Promise.all([...screens.values()].map(({ session }) => session.whenIdle()));
      await shownAccount.settled();
      await ui.flushed();
    },
    size: () => {
      const { columns, rows } = shownState().screen.terminal;
      return `${columns}x${rows}`;
    },
    written: terminal.output.total,
    counts: () => ({ ...countsOf(shownState()), inputs: keyboard.inputs() }),
  });
}

/** Logged once, because the same error comes with every frame. */
function logFaults(log: LogFile): (error: unknown) => void {
  const once = oncePerName(100);
  return (error) => {
    const reason = traceOf(error);
    once(reason, () => log.warn("A part of the screen could not be drawn.", { reason }));
  };
}

/** The returned function stops it. */
function followSize(store: () => Store, ui: Ui): () => void {
  const follow = () => {
    const { columns, rows } = process.stdout;
    changeScreen(store(), (screen) => ({
      ...screen,
      terminal: { ...screen.terminal, columns, rows },
    }));
    // Terminals reflow their content in different ways when they shrink.
    ui.repaint();
  };
  process.stdout.on("resize", follow);
  return () => void process.stdout.off("resize", follow);
}

function followFont(
  cell: TerminalPictures["cell"],
  { line }: ScreenParts["keyboard"],
  store: () => Store,
): ReturnType<typeof followCells> | undefined {
  if (cell === undefined) return undefined;
  const learn = (now: typeof cell) =>
    changeScreen(store(), (screen) => ({
      ...screen,
      terminal: { ...screen.terminal, cell: now },
    }));
  return followCells(line, process, cell, learn);
}

/** Sizes of the main tables, for tests and the benchmark. */
function countsOf({ replica, journal }: State): Readonly<Record<string, number>> {
  return {
    messages: replica.messages.size,
    // Includes muted ones, which no count on the screen does.
    unread: replica.unreads.where.size,
    intents: journal.intents.size,
  };
}

/** When the process began, in UNIX milliseconds, and how far the start had come when. */
function startMarks() {
  const { nodeTiming, timeOrigin } = process.getBuiltinModule("node:perf_hooks").performance;
  return { began: timeOrigin, node: nodeTiming.bootstrapComplete, marks: marksMade() };
}

// Tells tests about the running program, over a Unix socket that the environment names and they listen on.
// Never over the terminal. The listener writes requests, one per line: `watch` subscribes to `idle <inputs> <watches>
// <size> <written>`, sent now and whenever the program becomes idle; `counts` and `marks` are answered by themselves and JSON, and `fail`
// throws an uncaught error that says what follows. `<inputs>` counts the terminal inputs that were processed, `<watches>`
// the watch requests, and `<size>` is the size that the screen was drawn for, `80x24`: so a test knows that the program
// became idle after its last input, request or resize. `<written>` is the length of all output, which may arrive later
// than this message.

type IdleState = {
  /** How many inputs were processed. */
  readonly inputs: () => number;
  /** Resolves when nothing but the long poll is pending, and the last frame was written. */
  readonly settled: () => Promise<void>;
  /** The size that the screen was drawn for, as `80x24`. */
  readonly size: () => string;
  /** How many UTF-16 units the terminal was given. */
  readonly written: () => number;
  /** The sizes of the main tables. */
  readonly counts: () => Readonly<Record<string, number>>;
};

type SideChannel = {
  /** Reports activity: an input, a change, a frame. Cheap, and does nothing while nobody watches. */
  readonly reportActivity: () => void;
  readonly close: () => void;
};

const noChannel: SideChannel = { reportActivity: () => {}, close: () => {} };

/** `path` undefined: no test listens. */
function openSideChannel(path: string | undefined, rest: IdleState): SideChannel {
  if (path === undefined) return noChannel;
  const socket: Socket = createConnection(path);
  socket.on("error", () => socket.destroy());
  socket.unref();
  const say = (line: string) => {
    if (!socket.destroyed) socket.write(`${line}\n`);
  };
  let watches = 0;
  let events = 0;
  let isWatching = false;
  const watch = async () => {
    isWatching = true;
    let seen: number;
    let asked: number;
    do {
      seen = events;
      asked = watches;
      await rest.settled();
    } while (seen !== events);
    isWatching = false;
    say(`idle ${rest.inputs()} ${asked} ${rest.size()} ${rest.written()}`);
  };
  const reportActivity = () => {
    events += 1;
    if (watches > 0 && !isWatching) void watch();
  };
  createInterface({ input: socket }).on("line", (line) => {
    const [request, ...words] = line.split(" ");
    switch (request) {
      case "watch":
        watches += 1;
        return reportActivity();
      case "counts":
        return say(`counts ${JSON.stringify(rest.counts())}`);
      case "marks":
        return say(`marks ${JSON.stringify(startMarks())}`);
      case "fail":
        throw new Error(`A test asked for this error. ${words.join(" ")}`);
    }
  });
  return { reportActivity, close: () => socket.destroy() };
}
