/**
 * `weir --plain`: the chat as lines, for screen readers, pipes, and terminals without cursor addressing.
 *
 * The terminal gets no escape sequence from here. What is typed is echoed key by key, so that nothing is said into a line
 * that was begun; keys of accounts are not echoed.
 */
import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import type { DownloadFile } from "#api/files.ts";
import { systemClock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import { memoizeLast } from "#base/memoize.ts";
import type { CommandContext, Keys } from "#commands/command.ts";
import { type Keymap, keymapOf } from "#commands/keymap.ts";
import { showToast } from "#commands/screen.ts";
import {
  createDesktop,
  createFileOpener,
  createPrivateFiles,
  type PrivateFiles,
} from "#host/desktop.ts";
import { dateOrder, isDumb } from "#host/environment.ts";
import { openLocalFile } from "#host/local-files.ts";
import { editExternally } from "#host/programs.ts";
import { echoesInput, lookAtSize } from "#host/terminal.ts";
import { createKeyboard, type Keyboard, type KeyboardPorts } from "#plain/keyboard.ts";
import { type Plain, spokenKeys, startPlain, unseen } from "#plain/start.ts";
import { follow } from "#store/follow.ts";
import type { Store } from "#store/state.ts";
import type { Attention } from "#sync/reads.ts";
import { type RunningSession, startSession } from "#sync/session.ts";
import { spokenGlyphs } from "#theme/glyphs.ts";
import { unstyled } from "#theme/painter.ts";
import type { Route } from "#ui/input/router.ts";
import { readInput } from "#ui/input/source.ts";
import type { TerminalInput } from "#ui/input/text-run.ts";
import { createTextRuns } from "#ui/input/text-run.ts";
import type { Style } from "#ui/style.ts";
import { accountParts, fileAccess, offersAfter } from "./account-parts.ts";
import { programsFor } from "./custom-programs.ts";
import { configuredKeys, localFiles, type Opening, storeFor } from "./opening.ts";
import { spokenPictures } from "./pictures.ts";
import { rulesAgain } from "./rules-again.ts";
import type { Runtime } from "./runtime.ts";
import { askForKey, signingIn } from "./sign-in-again.ts";
import { styleOf } from "./style.ts";
import { tellUnsaved } from "./terminal.ts";

/** Resolves when the user quits. Throws an Exit when the demo could not start. */
export async function openPlain(opening: Opening, runtime: Runtime): Promise<void> {
  const { log } = opening;
  const [files, asked] = await Promise.all([opening.files, opening.asked]);
  const { close, download, owner, ...parts } = accountParts(asked, files);
  const { keys, rules, warnings: keyWarnings } = configuredKeys(opening.configuration, runtime);
  const pictures = spokenPictures(runtime);
  const { clock } = runtime;
  const warned = { ...opening, warnings: [...opening.warnings, ...keyWarnings], clock };
  const store = storeFor({ ...warned, keys, rules }, files, log, unseen, {
    dateOrder: memoizeLast(() => dateOrder(runtime.environment)),
    pictures: pictures.preference,
  });
  const attention = lineAttention(runtime);
  const session = startSession({
    store,
    ...parts,
    log,
    newId: randomUUID,
    attention,
    openFile: openLocalFile,
    pictures: { ...pictures, download },
    ...runtime,
  });
  const shown = createPrivateFiles();
  const keymap = keymapOf(keys.commands, keys.overrides);
  const input = plainInput(keymap, !isDumb(runtime.environment));
  const lend = lenderOf(input);
  const edit = (text: string, saved: (text: string) => void) =>
    lend(() => editExternally(text, { ...runtime, saved }));
  const desktop = desktopFor(runtime, log, session, shown, download, lend);
  const left = Promise.withResolvers<void>();
  const plain = startPlain({
    store,
    clock: runtime.clock,
    style: styleFor(opening, runtime),
    keys,
    log,
    write: (text) => void process.stdout.write(text),
    asks: process.stdin.isTTY,
    isTyping: input.isTyping,
    ...signingIn(runtime, () => ({ store, session, context: { desktop } }), addressOf),
    context: {
      newId: randomUUID,
      files: localFiles(opening.configuration),
      desktop,
      openAccount: (name) => {
        showToast(store, `Quit, and open it with weir --plain --account ${name}.`, "error");
      },
      quit: left.resolve,
      suspend: input.suspend,
      retry: session.poke,
      editExternally: (text, done, saved) =>
        void edit(text, saved).then((edited) => done(edited.text, edited.problem)),
    },
  });
  const offer = offersAfter(Promise.resolve(), { ...runtime, log, seen: seenIn(store, input) });
  const endOffer = owner && offer({ ...parts, ...session, name: "", owner, store });
  // A line that was begun, or that waits, is meant for what was said before it.
  askForKey(store, session, { ...runtime, keys: spokenKeys(keys), isIdle: () => false });
  const unwatch = watchPlain(opening, runtime.clock, keys, store, input);
  await answerLines(input, plain, { session, attention, whenQuit: left.promise });
  unwatch();
  await Promise.all([session.stop(tellUnsaved), endOffer?.()]);
  pictures.stop();
  await Promise.all([shown.removeAll(), close()]);
  log.flush();
}

/** The rules of the file, and whether a key is typed unseen, until the returned function is called. */
function watchPlain(
  { configuration, watch }: Opening,
  clock: Runtime["clock"],
  { commands }: Keys,
  store: Store,
  { show }: Pick<PlainInput, "show">,
): () => void {
  const again = rulesAgain(configuration, clock, commands);
  const stops = [
    watch((change) => {
      if (change.kind !== "rules") return;
      const [first] = again.read(change.configuration, [store]);
      if (first !== undefined) showToast(store, first, "error");
    }),
    follow(store, [({ screen }) => screen.dialog], ({ screen }) =>
      show(screen.dialog?.kind !== "sign-in"),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The account is alone. */
function seenIn(store: Store, { isTyping }: Pick<PlainInput, "isTyping">) {
  return { shown: () => ({ store }), show: () => {}, isTyping };
}

/** Gives the terminal to another program until the work is done. */
function lenderOf({ pause, resume }: Pick<PlainInput, "pause" | "resume">) {
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    pause();
    try {
      return await work();
    } finally {
      resume();
    }
  };
}

/** It contains what decrypts the key. */
function addressOf(address: string): string {
  return `open ${address} (it is secret: when you have signed in, clear it from the scrollback)`;
}

type Lines = {
  readonly session: RunningSession;
  readonly attention: LineAttention;
  /** Resolves when the user quits. */
  readonly whenQuit: Promise<void>;
};

/** How long a line waits for the effects of the one before. */
const timeoutMs = 2_000;

/**
 * Processes the lines one at a time, each after the previous one took effect, until the input ends or the user quits.
 */
async function answerLines(
  input: PlainInput,
  plain: Plain,
  { session, attention, whenQuit }: Lines,
): Promise<void> {
  let isOver = false;
  const settled = async () => {
    const patience = new AbortController();
    await Promise.race([
      session.whenIdle(),
      systemClock.sleep(timeoutMs, patience.signal).catch(() => undefined),
      whenQuit,
    ]);
    patience.abort();
    if (!isOver) plain.flush();
  };
  let work = settled();
  const ended = Promise.withResolvers<void>();
  input.listen({
    line: (line) => {
      attention.lineCame();
      plain.lineEntered();
      work = work.then(async () => {
        if (isOver) return;
        plain.answer(line);
        await settled();
      });
    },
    emptied: () => !isOver && plain.lineEmptied(),
    prompt: plain.prompt,
    isWriting: plain.isWriting,
    complete: plain.complete,
    ended: () => void work.then(ended.resolve),
  });
  const stop = () => ended.resolve();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
  await Promise.race([ended.promise, whenQuit]);
  isOver = true;
  input.close();
  process.stdout.write("\n");
}

type LineAttention = Attention & { readonly lineCame: () => void };

/** The user counts as present for a minute after typing a line or starting the program. */
function lineAttention({ clock }: Runtime): LineAttention {
  let lastAt = clock.now();
  return {
    lastKeyAt: () => lastAt,
    reportsFocus: () => false,
    lineCame: () => {
      lastAt = clock.now();
    },
  };
}

/** The user's options, without anything that only sighted users can read. */
function styleFor({ configuration }: Opening, { environment }: Runtime): Style {
  const style = styleOf(configuration.config.options, environment, { hasKeyboard: false });
  return { ...style, glyphs: spokenGlyphs, painter: unstyled };
}

/** Pager output is printed, and the clipboard is the desktop's: the terminal's own would need an escape sequence. */
function desktopFor(
  { environment, clock }: Runtime,
  log: Log,
  session: RunningSession,
  files: PrivateFiles,
  download: DownloadFile,
  lend: ReturnType<typeof lenderOf>,
): CommandContext["desktop"] {
  const { platform } = process;
  const opener = createFileOpener({ environment, platform, clock });
  return {
    ...createDesktop({ environment, platform, write: () => false, clock }),
    page: async (text) => {
      process.stdout.write(`\n${text}\n`);
      return undefined;
    },
    ...fileAccess({ connection: session.connection, download, files, opener, log }),
    ...programsFor(environment, clock, lend),
  };
}

// The lines that are typed on a terminal or come from a pipe.

type Listeners = Pick<
  KeyboardPorts,
  "line" | "emptied" | "ended" | "prompt" | "isWriting" | "complete"
>;

type PlainInput = {
  readonly listen: (listeners: Listeners) => void;
  readonly isTyping: () => boolean;
  /** Whether what is typed is shown. */
  readonly show: (isShown: boolean) => void;
  /** Stops the program until the shell resumes it. */
  readonly suspend: () => void;
  /** Leaves the terminal to another program. */
  readonly pause: () => void;
  readonly resume: () => void;
  readonly close: () => void;
};

/** Text that follows a paste without a pause this long belongs to it. */
const pasteGapMs = 100;
/** By then it has been stopped, and goes on here once it is resumed. */
const unstoppedMs = 200;

/** `canMove`: whether the terminal moves its cursor back. */
function plainInput(keymap: Keymap, canMove: boolean): PlainInput {
  return process.stdin.isTTY ? terminalInput(keymap, canMove) : pipeInput();
}

function pipeInput(): PlainInput {
  const input = createInterface({ input: process.stdin, terminal: false });
  return {
    listen: ({ line, ended }) => {
      input.on("line", line);
      input.once("close", ended);
    },
    isTyping: () => false,
    show: () => {},
    suspend: () => void process.kill(process.pid, "SIGTSTP"),
    pause: () => void input.pause(),
    resume: () => void input.resume(),
    close: () => input.close(),
  };
}

const deaf: Listeners = {
  line: () => {},
  emptied: () => {},
  ended: () => {},
  prompt: () => "",
  isWriting: () => false,
  complete: () => undefined,
};

/** Takes what arrives at once as one text. */
function routeTo(keyboard: Keyboard): Route {
  const textRun = createTextRuns();
  let pastedUntil = 0;
  return (inputs, at) => {
    const isContinued = systemClock.elapsed() < pastedUntil;
    const run = textRun(inputs, at, (key) => key.text !== undefined, isContinued);
    if (run?.isPasted && keyboard.takesLines()) {
      pastedUntil = systemClock.elapsed() + pasteGapMs;
      keyboard.takes({ kind: "paste", text: run.text });
      return run.taken;
    }
    const end = inputs.findIndex((input, place) => place >= at && textOf(input) === "");
    const text = inputs.slice(at, end < 0 ? inputs.length : end).map(textOf);
    const next = inputs[at];
    if (text.length > 1) keyboard.takes({ kind: "paste", text: text.join("") });
    else if (next !== undefined) keyboard.takes(next);
    return Math.max(1, text.length);
  };
}

/** What a key types. */
function textOf(input: TerminalInput): string {
  return input.kind === "key" ? (input.text ?? "") : "";
}

function terminalInput(keymap: Keymap, canMove: boolean): PlainInput {
  const { stdin, stdout } = process;
  // Some programs that run others in a terminal show the line themselves.
  const isShown = echoesInput();
  const pause = () => {
    stdin.setRawMode(false);
    stdin.pause();
  };
  const resume = () => {
    stdin.setRawMode(true);
    stdin.resume();
    lookAtSize();
  };
  let stopWaiting = () => {};
  let stopReading = () => {};
  const suspend = () => {
    stopWaiting();
    pause();
    const goOn = () => {
      stopWaiting();
      resume();
    };
    process.once("SIGCONT", goOn);
    // Without a shell that could resume it, the program is not stopped.
    const cancel = systemClock.after(unstoppedMs, goOn);
    stopWaiting = () => {
      process.off("SIGCONT", goOn);
      cancel();
    };
    process.kill(process.pid, "SIGTSTP");
  };
  let listeners = deaf;
  const keyboard = createKeyboard(keymap, () => ({
    ...listeners,
    write: (text) => void stdout.write(text),
    interrupted: () => void process.kill(process.pid, "SIGINT"),
    suspended: suspend,
    columns: canMove ? stdout.columns || undefined : undefined,
  }));
  keyboard.show(isShown);
  return {
    listen: (all) => {
      listeners = all;
      stdin.setRawMode(true);
      const reader = readInput(stdin, systemClock, () => {});
      reader.handTo(routeTo(keyboard));
      stopReading = reader.stop;
      stdin.once("close", all.ended);
    },
    isTyping: keyboard.isTyping,
    show: (shown) => keyboard.show(shown && isShown),
    suspend,
    pause,
    resume,
    close: () => {
      stopWaiting();
      stopReading();
      pause();
    },
  };
}
