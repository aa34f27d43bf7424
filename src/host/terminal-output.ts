/**
 * Non-blocking terminal output.
 *
 * A write to a terminal blocks for as long as the terminal does not read: after ^S, over an ssh that stalls, in an
 * emulator that was stopped. Output that the terminal does not accept is buffered and retried in order. Callers check
 * `isBehind` before drawing, so at most a few mode switches and the rest of one frame are buffered.
 */
import type { Clock } from "#base/clock.ts";

/** Writes as much as the terminal accepts and returns the number of bytes; throws EAGAIN if it accepts none. */
export type Device = (bytes: Uint8Array) => number;

export type TerminalOutput = {
  readonly write: (text: string) => void;
  /** True while output is buffered. */
  readonly isBehind: () => boolean;
  /** How many UTF-16 units it was given so far. */
  readonly total: () => number;
  /** Calls `task` whenever the buffer has drained, until the returned function is called. */
  readonly onCaughtUp: (task: () => void) => () => void;
  /** Resolves when the buffer has drained, or after `limitMs`. */
  readonly written: (limitMs: number) => Promise<void>;
  /** Resolves when the terminal is gone, as after a hang-up. Later output is dropped. */
  readonly gone: Promise<void>;
};

/**
 * The same for the program's screen, which has the terminal at times only: while another program has it, nothing is written,
 * whoever tries. What is drawn meanwhile must be drawn again afterwards.
 */
export type ScreenOutput = Pick<TerminalOutput, "total" | "written" | "onCaughtUp"> & {
  /** False if the text was dropped, because the terminal is another program's. */
  readonly write: (text: string) => boolean;
  /** True while output is buffered, and while the terminal is another program's: nothing is worth drawing then. */
  readonly isBehind: () => boolean;
  /** False while another program has the terminal. */
  readonly isOurs: () => boolean;
};

export function screenOutput(
  { write, isBehind, total, written, onCaughtUp }: Omit<TerminalOutput, "gone">,
  isOurs: () => boolean,
): ScreenOutput {
  return {
    total,
    written,
    onCaughtUp,
    isOurs,
    isBehind: () => !isOurs() || isBehind(),
    write: (text) => {
      if (!isOurs()) return false;
      write(text);
      return true;
    },
  };
}

/** The initial and maximum retry delay: short at first, so that a merely slow terminal loses no time. */
const firstWaitMs = 1;
const longestWaitMs = 32;

export function createTerminalOutput(device: Device, clock: Clock): TerminalOutput {
  const tasks = new Set<() => void>();
  const { promise: gone, resolve: vanish } = Promise.withResolvers<void>();
  let isGone = false;
  let waiting: Uint8Array[] = [];
  let waitMs = firstWaitMs;
  let total = 0;

  /** Writes buffered output; false if the terminal accepts no more for now. */
  const offer = (): boolean => {
    try {
      while (waiting[0] !== undefined) {
        const rest = waiting[0].subarray(device(waiting[0]));
        waitMs = firstWaitMs;
        if (rest.length === 0) waiting.shift();
        else waiting[0] = rest;
      }
    } catch (error) {
      if (isFull(error)) return false;
      isGone = true;
      waiting = [];
      vanish();
    }
    return true;
  };
  const offerLater = () => {
    clock.after(waitMs, () => {
      if (offer()) for (const task of [...tasks]) task();
      else offerLater();
    });
    waitMs = Math.min(longestWaitMs, waitMs * 2);
  };

  return {
    gone,
    isBehind: () => waiting.length > 0,
    total: () => total,
    onCaughtUp: (task) => {
      tasks.add(task);
      return () => void tasks.delete(task);
    },
    write: (text) => {
      if (isGone || text === "") return;
      total += text.length;
      waiting.push(Buffer.from(text));
      // Buffered output is already scheduled for a retry.
      if (waiting.length === 1 && !offer()) offerLater();
    },
    // A plain promise: old versions of Node must be able to read the entry file, of which this is a part.
    written: (limitMs) => {
      if (waiting.length === 0) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      tasks.add(resolve);
      const forget = clock.after(limitMs, resolve);
      return promise.then(() => {
        forget();
        tasks.delete(resolve);
      });
    },
  };
}

function isFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EAGAIN";
}

/** The required part of Node's file system module, which the entry file may not import. */
type Files = Pick<typeof import("node:fs"), "openSync" | "writeSync" | "constants">;

/**
 * Reopens the terminal of standard output, so that non-blocking mode does not affect the descriptor shared with the
 * shell.
 */
export function openDevice({ openSync, writeSync, constants }: Files): Device {
  const flags = constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY;
  // The first one exists on Linux only, and cannot be opened after `su`, when the terminal belongs to another user.
  for (const path of ["/proc/self/fd/1", "/dev/tty"]) {
    try {
      const descriptor = openSync(path, flags);
      return (bytes) => writeSync(descriptor, bytes);
    } catch {
      // The next one.
    }
  }
  return (bytes) => writeSync(1, bytes);
}
