/**
 * A person at a real pseudo-terminal: starts the built program, presses keys, and looks at the cells.
 *
 * Nothing here sleeps. The program says over a socket when it is at rest, and looking waits for what the terminal was
 * sent. What was written is kept whole, so that a test can check every escape sequence.
 */
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pty, { type IPty } from "@lydell/node-pty";
import graphemes from "@xterm/addon-unicode-graphemes";
import xterm, { type Terminal } from "@xterm/headless";
import { bytesOf, strokesFor } from "./strokes.ts";

const root = new URL("../..", import.meta.url).pathname;

export type Seat = {
  readonly argv?: readonly string[];
  readonly columns?: number;
  readonly rows?: number;
  /** A home of its own, so that nobody's account is touched. */
  readonly home: string;
  readonly environment?: Readonly<Record<string, string>>;
};

export type Person = {
  /** The lines on the screen, blanks at their ends cut. */
  readonly lines: () => readonly string[];
  readonly text: () => string;
  /** Resolves when `sees` is true of the screen; rejects after `limitMs` with what stood there. */
  readonly sees: (
    what: string | RegExp | ((lines: readonly string[]) => boolean),
    limitMs?: number,
  ) => Promise<void>;
  /** Presses strokes by name and waits until the program has dealt with them and is at rest. */
  readonly presses: (...strokes: readonly string[]) => Promise<void>;
  /** Presses the keys of commands. */
  readonly does: (...commands: readonly string[]) => Promise<void>;
  /** Types a text, letter by letter in one go. */
  readonly types: (text: string) => Promise<void>;
  /** Sends bytes as they are, and waits for nothing. */
  readonly sends: (bytes: string) => void;
  readonly resizes: (columns: number, rows: number) => Promise<void>;
  /** Resolves when the program is at rest after everything that was pressed. */
  readonly rests: () => Promise<void>;
  /** How many keys were pressed so far; letters of `types` not counted. */
  readonly keys: () => number;
  /** Every byte that the program wrote. */
  readonly written: () => string;
  readonly terminal: Terminal;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Resolves with the exit code and the signal when the program has ended. */
  readonly ended: Promise<{ readonly code: number; readonly signal: number | undefined }>;
  /** Ends the program whatever it does, and removes what was made for it. */
  readonly leaves: () => Promise<void>;
};

type Waiter = { readonly check: () => boolean; readonly resolve: () => void };

/** Conditions that are looked at again whenever something happened. */
function watch() {
  const waiters = new Set<Waiter>();
  return {
    happened: () => {
      for (const waiter of waiters) {
        if (!waiter.check()) continue;
        waiters.delete(waiter);
        waiter.resolve();
      }
    },
    until: (check: () => boolean, limitMs: number, complaint: () => string): Promise<void> => {
      if (check()) return Promise.resolve();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const waiter = { check, resolve };
      const limit = AbortSignal.timeout(limitMs);
      limit.addEventListener("abort", () => {
        if (waiters.delete(waiter)) reject(new Error(complaint()));
      });
      waiters.add(waiter);
      return promise;
    },
  };
}

/** The socket over which the program says `idle <inputs>`. */
async function listenAt(path: string, hear: (inputs: number) => void): Promise<Server> {
  const server = createServer((socket) => {
    socket.setEncoding("utf8");
    let rest = "";
    socket.on("data", (text: string) => {
      const parts = (rest + text).split("\n");
      rest = parts.pop() ?? "";
      for (const line of parts) hear(Number(line.replace("idle ", "")));
    });
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return server;
}

function start(seat: Required<Pick<Seat, "columns" | "rows">> & Seat, socket: string): IPty {
  const argv = ["--max-semi-space-size=4", join(root, "dist/weir.js"), ...(seat.argv ?? [])];
  return pty.spawn(process.execPath, argv, {
    name: "xterm-256color",
    cols: seat.columns,
    rows: seat.rows,
    cwd: seat.home,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: seat.home,
      LANG: "C.UTF-8",
      TZ: "UTC",
      TERM: "xterm-256color",
      COLORTERM: "truecolor",
      CI: "false",
      WEIR_IDLE_SOCKET: socket,
      ...seat.environment,
    },
  });
}

export async function sitDown(given: Seat): Promise<Person> {
  const seat = { columns: 80, rows: 24, ...given };
  const { columns: cols, rows } = seat;
  const terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true, scrollback: 0 });
  terminal.loadAddon(new graphemes.UnicodeGraphemesAddon());
  const { happened, until } = watch();
  const socket = join(tmpdir(), `weir-${randomUUID()}.sock`);
  // Inputs that were sent, and those after which the program rested.
  const count = { sent: 0, keys: 0, rested: -1 };
  const server = await listenAt(socket, (inputs) => {
    count.rested = Math.max(count.rested, inputs);
    // What the program wrote before it rested has to reach the cells first.
    terminal.write("", happened);
  });
  const child = start(seat, socket);
  let written = "";
  child.onData((bytes) => {
    written += bytes;
    terminal.write(bytes, happened);
  });
  // The program asks the terminal what it is; each answer is an input too.
  terminal.onData((reply) => {
    count.sent += 1;
    child.write(reply);
  });
  const ended = new Promise<{ code: number; signal: number | undefined }>((resolve) => {
    child.onExit(({ exitCode, signal }) => resolve({ code: exitCode, signal }));
  });
  const lines = () =>
    Array.from(
      { length: terminal.rows },
      (_, y) =>
        terminal.buffer.active.getLine(terminal.buffer.active.baseY + y)?.translateToString(true) ??
        "",
    );
  const text = () => lines().join("\n");
  const rests = () =>
    until(
      () => count.rested >= count.sent,
      15_000,
      () => `The program did not come to rest (${count.rested} of ${count.sent}):\n${text()}`,
    );
  const press = (bytes: string, inputs: number) => {
    count.sent += inputs;
    child.write(bytes);
  };
  const presses: Person["presses"] = async (...strokes) => {
    for (const stroke of strokes) {
      count.keys += 1;
      press(bytesOf(stroke), 1);
      await rests();
    }
  };
  return {
    lines,
    text,
    terminal,
    ended,
    rests,
    presses,
    sees: (what, limitMs = 10_000) =>
      until(
        () => {
          if (typeof what === "function") return what(lines());
          return typeof what === "string" ? text().includes(what) : what.test(text());
        },
        limitMs,
        () => `The screen never showed ${String(what)}:\n${text()}`,
      ),
    does: (...commands) => presses(...commands.flatMap(strokesFor)),
    types: async (typed) => {
      press(typed, [...new Intl.Segmenter().segment(typed)].length);
      await rests();
    },
    sends: (bytes) => child.write(bytes),
    resizes: async (columns, height) => {
      terminal.resize(columns, height);
      child.resize(columns, height);
      await until(
        () => true,
        100,
        () => "",
      );
    },
    keys: () => count.keys,
    written: () => written,
    kill: (signal) => child.kill(signal),
    leaves: async () => {
      child.kill("SIGKILL");
      await ended;
      server.close();
      rmSync(socket, { force: true });
    },
  };
}
