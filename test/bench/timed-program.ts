/**
 * Runs a program in a pseudo-terminal and measures latencies.
 *
 * A latency is the time from writing a key to the arrival of the bytes that complete the expected cells outside of a
 * synchronized update. Cells are compared, not bytes, so unrelated frames do not count.
 */
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import pty from "@lydell/node-pty";
import graphemes from "@xterm/addon-unicode-graphemes";
import xterm from "@xterm/headless";
import { systemClock } from "#base/clock.ts";

export type Size = { readonly columns: number; readonly rows: number };

export type Errand = Size & {
  readonly command: string;
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Runs on all cores; otherwise its threads would wait for each other. */
  readonly everyCore?: boolean;
};

/** A condition on the screen. */
export type Condition = (program: TimedProgram) => boolean;

export type TimedProgram = Size & {
  /** When the program was started, in milliseconds. */
  readonly startedAt: number;
  /** A row from a column on, without trailing blanks. */
  readonly line: (row: number, from?: number) => string;
  readonly lines: (from?: number) => readonly string[];
  readonly write: (bytes: string) => void;
  /** Milliseconds from writing `bytes` until `condition`. Rejects if it was true before, or never becomes true. */
  readonly key: (bytes: string, condition: Condition, limitMs?: number) => Promise<number>;
  /** When `condition` became true, in milliseconds; now if it is true already. */
  readonly until: (condition: Condition, what: string, limitMs?: number) => Promise<number>;
  /** Bytes written by the program so far. */
  readonly bytes: () => number;
  /** CPU time of all its threads so far. */
  readonly cpuMs: () => number;
  /** The same by the threads' names. */
  readonly threadsCpuMs: () => ReadonlyMap<string, number>;
  readonly residentMb: () => number;
  readonly end: () => Promise<void>;
  /** Ends it as a closed session does: it saves what it has first. */
  readonly leave: () => Promise<void>;
};

/** The last core is reserved for the program; harness and realm share the others. */
const programCore = availableParallelism() - 1;

export function pinned(
  command: string,
  argv: readonly string[],
  cores: number | string,
): readonly [string, readonly string[]] {
  const canPin = process.platform === "linux" && programCore > 0 && hasTaskset;
  return canPin ? ["taskset", ["-c", String(cores), command, ...argv]] : [command, argv];
}

/** Runs on all cores, although the harness is pinned. */
export function unpinned(command: string, argv: readonly string[]) {
  return pinned(command, argv, `0-${programCore}`);
}

const hasTaskset = (process.env["PATH"] ?? "")
  .split(":")
  .some((folder) => folder !== "" && holds(folder, "taskset"));

function holds(folder: string, name: string): boolean {
  try {
    return readdirSync(folder).includes(name);
  } catch {
    return false;
  }
}

type Waiter = { readonly condition: Condition; readonly resolve: (at: number) => void };

function cpuMsOf(pid: number): ReadonlyMap<string, number> {
  const spent = new Map<string, number>();
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const of = (file: string) => readFileSync(`/proc/${pid}/task/${thread}/${file}`, "utf8");
      const name = of("comm").trim();
      const ms = Number(of("schedstat").split(" ")[0]) / 1e6;
      spent.set(name, (spent.get(name) ?? 0) + ms);
    }
  } catch {
    // It has ended, or this is no Linux.
    spent.clear();
  }
  return spent;
}

export function residentMbOf(pid: number): number {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return Number.NaN;
  }
}

export function startTimed(errand: Errand): TimedProgram {
  const { columns, rows } = errand;
  const terminal = new xterm.Terminal({
    cols: columns,
    rows,
    allowProposedApi: true,
    scrollback: 0,
  });
  terminal.loadAddon(new graphemes.UnicodeGraphemesAddon());
  const [command, argv] = errand.everyCore
    ? unpinned(errand.command, errand.argv)
    : pinned(errand.command, errand.argv, programCore);
  const startedAt = performance.now();
  const child = pty.spawn(command, [...argv], {
    name: "xterm-256color",
    cols: columns,
    rows,
    env: { ...errand.environment },
  });
  const waiters = new Set<Waiter>();
  let bytes = 0;
  child.onData((chunk) => {
    // Time is taken at the arrival, which excludes the emulator's time for parsing the bytes.
    const arrivedAt = performance.now();
    bytes += Buffer.byteLength(chunk);
    terminal.write(chunk, () => {
      if (terminal.modes.synchronizedOutputMode) return;
      for (const waiter of waiters) if (waiter.condition(program)) waiter.resolve(arrivedAt);
    });
  });
  terminal.onData((reply) => child.write(reply));
  const ended = new Promise<void>((resolve) => child.onExit(() => resolve()));
  const killIt = () => child.kill("SIGKILL");
  // Kill the program however the benchmark ends.
  process.once("exit", killIt);
  void ended.then(() => process.off("exit", killIt));

  const line = (row: number, from = 0) =>
    terminal.buffer.active
      .getLine(terminal.buffer.active.baseY + row)
      ?.translateToString(true, from) ?? "";
  const lines = (from = 0) => Array.from({ length: rows }, (_, row) => line(row, from));

  const comes = (condition: Condition, what: string, limitMs: number): Promise<number> => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const showError = (why: string) =>
      reject(new Error(`${why} ${what}\n${lines().slice(0, 12).join("\n")}\n…\n${line(rows - 1)}`));
    const waiter: Waiter = { condition, resolve };
    const giveUp = systemClock.after(limitMs, () => showError("Never came:"));
    void ended.then(() => showError("The program ended before:"));
    waiters.add(waiter);
    return promise.finally(() => {
      giveUp();
      waiters.delete(waiter);
    });
  };

  const program: TimedProgram = {
    columns,
    rows,
    startedAt,
    line,
    lines,
    write: (keys) => child.write(keys),
    key: async (keys, condition, limitMs = 3_000) => {
      const what = `the effect of ${JSON.stringify(keys)}.`;
      if (condition(program)) throw new Error(`Stood there before the key: ${what}`);
      const coming = comes(condition, what, limitMs);
      const pressedAt = performance.now();
      child.write(keys);
      return (await coming) - pressedAt;
    },
    until: async (condition, what, limitMs = 20_000) =>
      condition(program) ? performance.now() : comes(condition, what, limitMs),
    bytes: () => bytes,
    cpuMs: () => {
      const threads = [...cpuMsOf(child.pid).values()];
      return threads.length === 0 ? Number.NaN : threads.reduce((sum, ms) => sum + ms, 0);
    },
    threadsCpuMs: () => cpuMsOf(child.pid),
    residentMb: () => residentMbOf(child.pid),
    end: async () => {
      killIt();
      await ended;
    },
    leave: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
  return program;
}
