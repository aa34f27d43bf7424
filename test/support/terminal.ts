/**
 * Drives the built program in a pseudo-terminal: presses keys and reads the screen.
 *
 * Nothing here sleeps: the program reports over a socket when it is idle, and expectations are checked after each
 * output. All output is stored, so that a test can check every escape sequence.
 */
import type { Socket } from "node:net";
import pty from "@lydell/node-pty";
import graphemes from "@xterm/addon-unicode-graphemes";
import xterm, { type Terminal } from "@xterm/headless";
import { onTestFinished } from "vitest";
import { systemClock } from "#base/clock.ts";
import { folder } from "./folder.ts";
import { listen } from "./idle-channel.ts";
import { bytesOf, strokesFor } from "./key-bytes.ts";
import { weir } from "./program.ts";
import { watch } from "./watch.ts";
import { watched } from "./watched.ts";

export type ProgramOptions = {
  readonly argv?: readonly string[];
  readonly columns?: number;
  readonly rows?: number;
  /** The home folder; by default a fresh one. */
  readonly home?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** A program other than weir, with its arguments. */
  readonly program?: readonly string[];
};

export type Expectation = string | RegExp | ((lines: readonly string[]) => boolean);

export type TerminalUser = {
  /** The lines on the screen without trailing blanks. */
  readonly lines: () => readonly string[];
  readonly text: () => string;
  /** Resolves when `sight` is on the screen; rejects with the content of the screen if it does not appear. */
  readonly sees: (sight: Expectation) => Promise<void>;
  /**
   * The same for what is only told for a while, and may be gone on a busy machine once the program is idle: resolves when
   * it is on the screen, or was since the last key.
   */
  readonly saw: (sight: string | RegExp) => Promise<void>;
  /** Presses keys by name, waiting after each until the program is idle. */
  readonly presses: (...strokes: readonly string[]) => Promise<void>;
  /** Presses the keys of commands. */
  readonly does: (...commands: readonly string[]) => Promise<void>;
  /** Types a text, in pieces short enough not to count as a paste. */
  readonly types: (text: string) => Promise<void>;
  /** Pastes a text in bracketed-paste mode. */
  readonly pastes: (text: string) => Promise<void>;
  /** Sends raw bytes, which the program decodes to `inputs` inputs; does not wait. */
  readonly sends: (bytes: string, inputs: number) => void;
  readonly resizes: (columns: number, rows: number) => Promise<void>;
  /** Resolves when the program has processed all input and is idle, or has ended. */
  readonly untilIdle: () => Promise<void>;
  /** Stops the terminal from reading, like a stopped emulator or a stalled connection. */
  readonly stalls: () => void;
  /** From now on the line to the terminal carries so many bytes a second, and delays both directions. */
  readonly slows: (line: { readonly bytesPerSecond: number; readonly delayMs: number }) => void;
  /** Makes the terminal read again. */
  readonly reads: () => void;
  /** Sizes of the program's tables. */
  readonly counts: () => Promise<Readonly<Record<string, number>>>;
  /** The number of keys pressed so far, without those of `types`. */
  readonly keys: () => number;
  /** All output of the program. */
  readonly written: () => string;
  readonly terminal: Terminal;
  readonly pid: number;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Makes the program throw an uncaught error. */
  /** `words`: what it says. */
  readonly throwError: (words?: string) => void;
  /** Resolves with the exit code and the signal when the program has ended. */
  readonly ended: Promise<{ readonly code: number; readonly signal: number | undefined }>;
  /** Ends the program as a closed terminal or a shutdown does, and waits until it has stored everything. */
  readonly quits: () => Promise<void>;
  /** Kills the program, as the end of the test does. */
  readonly leaves: () => Promise<void>;
};

/** More characters in one read count as an unmarked paste. */
const maxAtOnce = 31;

function start(
  { columns = 80, rows = 24, ...options }: ProgramOptions,
  home: string,
  socket: string,
) {
  const [command = "", ...argv] = options.program ?? [...weir, ...(options.argv ?? [])];
  const child = pty.spawn(command, argv, {
    name: options.environment?.["TERM"] ?? "xterm-256color",
    cols: columns,
    rows,
    cwd: home,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: home,
      LANG: "C.UTF-8",
      TZ: "UTC",
      COLORTERM: "truecolor",
      CI: "false",
      WEIR_IDLE_SOCKET: socket,
      // Tests would mostly wait: for the second in which read messages are batched, and for previews.
      WEIR_CLOCK_RATE: "4",
      ...options.environment,
    },
  });
  readToTheEnd(child);
  return child;
}

/**
 * 200 ms after the end of a program its terminal is destroyed, since on some systems it never ends on its own. If this
 * process was busy until then, it first reads what the program wrote last.
 */
function readToTheEnd(child: pty.IPty): void {
  const { _socket: socket } = child as unknown as { readonly _socket: Socket };
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error) => {
    if (error === undefined) setImmediate(destroy);
    else destroy(error);
    return socket;
  };
}

function openTerminal({ columns = 80, rows = 24 }: ProgramOptions): Terminal {
  const terminal = new xterm.Terminal({
    cols: columns,
    rows,
    allowProposedApi: true,
    scrollback: 0,
  });
  terminal.loadAddon(new graphemes.UnicodeGraphemesAddon());
  return terminal;
}

/** How often a slow line carries something. */
const carriesEveryMs = 50;

/** The line between the program and the terminal: as fast as this machine, until it is slowed down. */
function slowLine(child: Pick<pty.IPty, "pause" | "resume">) {
  let slow: { readonly bytesPerSecond: number; readonly delayMs: number } | undefined;
  let queued = "";
  let deliver = (_: string) => {};
  const after = (task: () => void) => {
    if (slow === undefined) task();
    else systemClock.after(slow.delayMs, task);
  };
  const carryOn = () => {
    const count = Math.ceil(((slow?.bytesPerSecond ?? 0) * carriesEveryMs) / 1_000);
    const some = queued.slice(0, count);
    queued = queued.slice(count);
    after(() => deliver(some));
    if (queued === "") child.resume();
    else systemClock.after(carriesEveryMs, carryOn);
  };
  return {
    after,
    slows: (line: NonNullable<typeof slow>) => {
      slow = line;
    },
    carry: (bytes: string, take: (bytes: string) => void) => {
      deliver = take;
      if (slow === undefined) return take(bytes);
      const isIdle = queued === "";
      queued += bytes;
      child.pause();
      if (isIdle) carryOn();
    },
  };
}

export async function startInTerminal(options: ProgramOptions = {}): Promise<TerminalUser> {
  const terminal = openTerminal(options);
  const { happened, until } = watch();
  const count = {
    sent: 0,
    keys: 0,
    processed: -1,
    asked: 1,
    answered: 0,
    size: "",
    written: 0,
    read: 0,
    isOver: false,
  };
  const asking: ((counts: Readonly<Record<string, number>>) => void)[] = [];
  const channel = await listen(
    (inputs, watches, size, written) => {
      Object.assign(count, { processed: inputs, answered: watches, size, written });
      happened();
    },
    (counts) => asking.shift()?.(counts),
  );
  channel.ask("watch");
  const child = start(options, options.home ?? folder(), channel.path);
  const person = watched();
  let written = "";
  /** The screens since the last key, each as text. */
  const sinceKey: string[] = [];
  const line = slowLine(child);
  child.onData((all) =>
    line.carry(all, (bytes) => {
      written += bytes;
      person.draws(bytes);
      terminal.write(bytes, () => {
        // The line discipline adds a carriage return before each line feed.
        count.read += bytes.length - bytes.split("\n").length + 1;
        sinceKey.push(text());
        happened();
      });
    }),
  );
  // The program queries the terminal; each answer is an input, too.
  terminal.onData((reply) => transmit(reply, 1));
  const ended = new Promise<{ code: number; signal: number | undefined }>((resolve) => {
    child.onExit(({ exitCode, signal }) =>
      // Once everything that was written before is on the screen.
      terminal.write("", () => {
        resolve({ code: exitCode, signal });
        // A program that was told to quit may end before it reports that it is idle.
        count.isOver = true;
        happened();
      }),
    );
  });
  const leaves = async () => {
    // The number of a program that has ended may be another's by now.
    if (!count.isOver) child.kill("SIGKILL");
    await ended;
    channel.close();
  };
  onTestFinished(leaves);

  const transmit = (bytes: string, inputs: number) => {
    count.sent += inputs;
    line.after(() => child.write(bytes));
  };
  const send: typeof transmit = (bytes, inputs) => {
    sinceKey.length = 0;
    person.isPressed();
    transmit(bytes, inputs);
  };
  const row = (y: number) =>
    terminal.buffer.active
      .getLine(terminal.buffer.active.baseY + y)
      ?.translateToString()
      .trimEnd() ?? "";
  const lines = () => Array.from({ length: terminal.rows }, (_, y) => row(y));
  const text = () => lines().join("\n");
  // The idle report may arrive before the last output.
  const isRead = () => count.read >= count.written;
  const untilIdle = () => {
    channel.ask("watch");
    count.asked += 1;
    const { asked, sent } = count;
    return until(
      () => count.isOver || (count.answered >= asked && count.processed >= sent && isRead()),
      () =>
        `The program did not become idle (${count.processed} of ${sent}, ${count.read} of ${count.written}):\n${text()}`,
    );
  };
  const presses: TerminalUser["presses"] = async (...strokes) => {
    for (const stroke of strokes) {
      count.keys += 1;
      send(bytesOf(stroke), 1);
      await untilIdle();
      await person.pause();
    }
  };
  const isOn = (screen: string, sight: string | RegExp) =>
    typeof sight === "string" ? screen.includes(sight) : sight.test(screen);
  const isSeen = (sight: Expectation) =>
    typeof sight === "function" ? sight(lines()) : isOn(text(), sight);
  return {
    lines,
    text,
    terminal,
    ended,
    untilIdle,
    presses,
    leaves,
    quits: async () => {
      child.kill("SIGTERM");
      await ended;
    },
    sees: (sight) =>
      until(
        () => isSeen(sight),
        () => `The screen never showed ${String(sight)}:\n${text()}`,
      ),
    saw: (sight) =>
      until(
        () => isSeen(sight) || sinceKey.some((screen) => isOn(screen, sight)),
        () => `The screen has not shown ${String(sight)} since the last key:\n${text()}`,
      ),
    does: (...commands) => presses(...commands.flatMap(strokesFor)),
    types: async (typed) => {
      const letters = [...new Intl.Segmenter().segment(typed)].map(({ segment }) => segment);
      for (let at = 0; at < letters.length; at += maxAtOnce) {
        const some = letters.slice(at, at + maxAtOnce);
        send(some.join(""), some.length);
        await untilIdle();
        await person.pause();
      }
    },
    pastes: async (pasted) => {
      send(`\x1b[200~${pasted}\x1b[201~`, 1);
      await untilIdle();
      await person.pause();
    },
    sends: send,
    resizes: async (columns, rows) => {
      terminal.resize(columns, rows);
      child.resize(columns, rows);
      await until(
        () => count.size === `${columns}x${rows}`,
        () => `The program did not see that the screen is ${columns}x${rows} now:\n${text()}`,
      );
      await untilIdle();
    },
    slows: line.slows,
    stalls: () => child.pause(),
    reads: () => child.resume(),
    counts: () =>
      new Promise((resolve) => {
        asking.push(resolve);
        channel.ask("counts");
      }),
    keys: () => count.keys,
    written: () => written,
    pid: child.pid,
    kill: (signal) => child.kill(signal),
    throwError: (words = "") => channel.ask(`fail ${words}`),
  };
}
