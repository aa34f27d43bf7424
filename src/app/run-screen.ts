/** The running screen: the live accounts, one of which is drawn and gets the keys, until the user quits. */

import { systemClock } from "#base/clock.ts";
import { oncePerName, traceOf } from "#base/log.ts";
import { mark } from "#base/marks.ts";
import type { Accounts } from "#commands/command.ts";
import { showToast } from "#commands/screen.ts";
import { createPrivateFiles, type PrivateFiles } from "#host/desktop.ts";
import { engineMemory } from "#host/engine-memory.ts";
import type { LogFile } from "#host/log-file.ts";
import { followCells } from "#host/probe.ts";
import { lookAtSize } from "#host/terminal.ts";
import type { TerminalOutput } from "#host/terminal-output.ts";
import { liveAccounts } from "#store/live.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import type { Unsaved } from "#sync/storage/unsaved.ts";
import { startUi, type Ui } from "#ui/start.tsx";
import { offersAfter } from "./account-parts.ts";
import {
  type AccountScreen,
  accountName,
  accountScreen,
  beginAccount,
  type ProgramParts,
  type ScreenAccount,
} from "./account-screen.ts";
import { followAccounts, type LiveScreens, noteProblem } from "./changed-accounts.ts";
import { collectWhileAway, collectWhileQuiet } from "./collecting.ts";
import { createInkInput } from "./keyboard.ts";
import { type AccountOpening, accountOpening, type Opening, showOpened } from "./opening.ts";
import type { TerminalPictures } from "./pictures.ts";
import type { RulesAgain } from "./rules-again.ts";
import { openSideChannel } from "./side-channel.ts";
import { signingIn } from "./sign-in-again.ts";
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
  /** What is written for a frame, if not the frame. */
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
    noteProblem({ screens, shown }, name, undefined);
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
      noteProblem({ screens, shown }, name, sentence);
      if (isWanted) showToast(shown().store, sentence, "error");
    },
    onFault: exits.fail,
  });
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
  const stopFont = followFont(pictures?.cell, keyboard, () => shown().store);
  const ends = [
    followSize(() => shown().store, ui),
    stopFont,
    notifier.stop,
    collectWhileAway(looks, keyboard, memory),
    collectWhileQuiet(looks, keyboard, memory),
    unwatch,
  ];
  const save = async () => {
    others.leave();
    live.stop();
    for (const end of ends) end();
    const tell = (unsaved: readonly Unsaved[]) => {
      for (const text of unsaved) print(unsavedNotice(text));
    };
    tell(before);
    await Promise.all([...screens.values()].map((screen) => screen.end(tell)));
    ui.unmount();
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
      lookAtSize();
      for (const { session } of screens.values()) session.poke();
    },
    save,
  });
}

type Running = LiveScreens & {
  readonly files: PrivateFiles;
  readonly ui: Ui;
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
): () => void {
  if (cell === undefined) return () => undefined;
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
