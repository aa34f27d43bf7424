/**
 * Drives the built program in a pseudo-terminal: presses keys and reads the screen.
 *
 * Nothing here sleeps: the program reports over a socket when it is idle, and expectations are checked after each
 * output. All output is stored, so that a test can check every escape sequence.
 */
import pty from "@lydell/node-pty";
import graphemes from "@xterm/addon-unicode-graphemes";
import xterm, { type Terminal } from "@xterm/headless";
import { onTestFinished } from "vitest";
import { folder } from "./folder.ts";
import { bytesOf, strokesFor } from "./key-bytes.ts";
import { compiled, weir } from "./program.ts";
import { listen } from "./rest.ts";
import { watch } from "./watch.ts";

export type ProgramOptions = {
  readonly argv?: readonly string[];
  readonly columns?: number;
  readonly rows?: number;
  /** A home of its own, so that nobody's account is touched; a fresh one unless given. */
  readonly home?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Another program than weir, with its arguments. */
  readonly program?: readonly string[];
};

export type Expectation = string | RegExp | ((lines: readonly string[]) => boolean);

export type TerminalUser = {
  /** The lines on the screen, blanks at their ends cut. */
  readonly lines: () => readonly string[];
  readonly text: () => string;
  /** Resolves when `sight` is on the screen; rejects after `limitMs` with what stood there. */
  readonly sees: (sight: Expectation, limitMs?: number) => Promise<void>;
  /** Presses strokes by name; after each the program has dealt with it and is at rest. */
  readonly presses: (...strokes: readonly string[]) => Promise<void>;
  /** Presses the keys of commands. */
  readonly does: (...commands: readonly string[]) => Promise<void>;
  /** Types a text, as many letters at once as a program takes for typing. */
  readonly types: (text: string) => Promise<void>;
  /** Pastes a text, as terminals do that were asked to mark a paste. */
  readonly pastes: (text: string) => Promise<void>;
  /** Sends bytes as they are, which the program will take for so many inputs, and waits for nothing. */
  readonly sends: (bytes: string, inputs: number) => void;
  readonly resizes: (columns: number, rows: number) => Promise<void>;
  /** Resolves when the program is at rest after everything that was pressed. */
  readonly rests: () => Promise<void>;
  /** The terminal reads nothing any more, as one that was stopped or whose line stalls. */
  readonly stalls: () => void;
  /** It reads again. */
  readonly reads: () => void;
  /** What the program says it holds, in numbers. */
  readonly counts: () => Promise<Readonly<Record<string, number>>>;
  /** How many keys were pressed so far; letters of `types` not counted. */
  readonly keys: () => number;
  /** Every byte that the program wrote. */
  readonly written: () => string;
  readonly terminal: Terminal;
  readonly pid: number;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Makes the program throw an error that nobody catches. */
  readonly breaks: () => void;
  /** Resolves with the exit code and the signal when the program has ended. */
  readonly ended: Promise<{ readonly code: number; readonly signal: number | undefined }>;
  /** Ends the program whatever it does. It happens by itself at the end of the test. */
  readonly leaves: () => Promise<void>;
};

/** More in one read are a paste without marks. */
const maxAtOnce = 31;

function start({ columns = 80, rows = 24, ...seat }: ProgramOptions, home: string, socket: string) {
  const [command = "", ...argv] = seat.program ?? [...weir, ...(seat.argv ?? [])];
  return pty.spawn(command, argv, {
    name: seat.environment?.["TERM"] ?? "xterm-256color",
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
      // Waiting is all that most tests would do: for the second in which what was seen is gathered, for previews.
      WEIR_CLOCK_RATE: "4",
      // Each home is fresh, and compiling the program anew would be a sixth of what most tests cost.
      NODE_COMPILE_CACHE: compiled,
      ...seat.environment,
    },
  });
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

export async function startInTerminal(seat: ProgramOptions = {}): Promise<TerminalUser> {
  const terminal = openTerminal(seat);
  const { happened, until } = watch();
  const count = {
    sent: 0,
    keys: 0,
    rested: -1,
    asked: 1,
    answered: 0,
    size: "",
    wrote: 0,
    read: 0,
  };
  const asking: ((counts: Readonly<Record<string, number>>) => void)[] = [];
  const channel = await listen(
    (inputs, watches, size, wrote) => {
      Object.assign(count, { rested: inputs, answered: watches, size, wrote });
      happened();
    },
    (counts) => asking.shift()?.(counts),
  );
  channel.ask("watch");
  const child = start(seat, seat.home ?? folder(), channel.path);
  let written = "";
  child.onData((bytes) => {
    written += bytes;
    terminal.write(bytes, () => {
      // The line writes a carriage return before each line feed.
      count.read += bytes.length - bytes.split("\n").length + 1;
      happened();
    });
  });
  // The program asks the terminal what it is; each answer is an input too.
  terminal.onData((reply) => send(reply, 1));
  const ended = new Promise<{ code: number; signal: number | undefined }>((resolve) => {
    child.onExit(({ exitCode, signal }) => resolve({ code: exitCode, signal }));
  });
  const leaves = async () => {
    child.kill("SIGKILL");
    await ended;
    channel.close();
  };
  onTestFinished(leaves);

  const send = (bytes: string, inputs: number) => {
    count.sent += inputs;
    child.write(bytes);
  };
  const row = (y: number) =>
    terminal.buffer.active.getLine(terminal.buffer.active.baseY + y)?.translateToString(true) ?? "";
  const lines = () => Array.from({ length: terminal.rows }, (_, y) => row(y));
  const text = () => lines().join("\n");
  // What the program wrote before it rested may be in the terminal's line still when it says so on another.
  const isRead = () => count.read >= count.wrote;
  const rests = () => {
    channel.ask("watch");
    count.asked += 1;
    const { asked, sent } = count;
    return until(
      () => count.answered >= asked && count.rested >= sent && isRead(),
      20_000,
      () =>
        `The program did not come to rest (${count.rested} of ${sent}, ${count.read} of ${count.wrote}):\n${text()}`,
    );
  };
  const presses: TerminalUser["presses"] = async (...strokes) => {
    for (const stroke of strokes) {
      count.keys += 1;
      send(bytesOf(stroke), 1);
      await rests();
    }
  };
  const isSeen = (sight: Expectation) => {
    if (typeof sight === "function") return sight(lines());
    return typeof sight === "string" ? text().includes(sight) : sight.test(text());
  };
  return {
    lines,
    text,
    terminal,
    ended,
    rests,
    presses,
    leaves,
    sees: (sight, limitMs = 15_000) =>
      until(
        () => isSeen(sight),
        limitMs,
        () => `The screen never showed ${String(sight)}:\n${text()}`,
      ),
    does: (...commands) => presses(...commands.flatMap(strokesFor)),
    types: async (typed) => {
      const letters = [...new Intl.Segmenter().segment(typed)].map(({ segment }) => segment);
      for (let at = 0; at < letters.length; at += maxAtOnce) {
        const some = letters.slice(at, at + maxAtOnce);
        send(some.join(""), some.length);
        await rests();
      }
    },
    pastes: async (pasted) => {
      send(`\x1b[200~${pasted}\x1b[201~`, 1);
      await rests();
    },
    sends: send,
    resizes: async (columns, rows) => {
      terminal.resize(columns, rows);
      child.resize(columns, rows);
      await until(
        () => count.size === `${columns}x${rows}`,
        20_000,
        () => `The program did not see that the screen is ${columns}x${rows} now:\n${text()}`,
      );
      await rests();
    },
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
    breaks: () => channel.ask("fail"),
  };
}
