/**
 * The terminal's modes: entered together, left together, and left exactly once.
 *
 * Modes are left in reverse order. Leaving may be requested by several exits in a row; only the first one writes. A stop
 * leaves them only if something can resume the program.
 */
import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import type { SafeText } from "#base/safe-text.ts";
import { type ScreenOutput, screenOutput, type TerminalOutput } from "./terminal-output.ts";

type TerminalPort = {
  readonly output: Omit<TerminalOutput, "gone">;
  readonly setRawMode: (on: boolean) => void;
};

export type Modes = {
  readonly mouse: boolean;
  /** Whether text is already in the order of the screen; absent: the terminal may reorder it. */
  readonly ordered?: boolean;
  /** False for terminals that would print the sequence for a title. */
  readonly title: boolean;
};

export type Terminal = {
  /** Enters the modes again after `leave`: after a stop, or after another program used the screen. */
  readonly enter: () => void;
  readonly leave: () => void;
  /** For everything but the modes: accepts nothing while the terminal is left. */
  readonly output: ScreenOutput;
  /** Enables the extended keyboard protocol, which distinguishes keys such as Shift+Enter, if the terminal supports it. */
  readonly tellKeysApart: () => void;
  /** The window's title, until the terminal is left: then the one before is restored. */
  readonly setTitle: (title: SafeText) => void;
};

/** Erased at the end too: the Linux console has no second screen, nor has GNU screen as it is configured by default. */
const screen = {
  on: "\u001b[?1049h\u001b[H\u001b[2J",
  off: "\u001b[H\u001b[2J\u001b[?1049l",
};
const cursor = { on: "\u001b[?25l", off: "\u001b[?25h" };
const paste = { on: "\u001b[?2004h", off: "\u001b[?2004l" };
const focus = { on: "\u001b[?1004h", off: "\u001b[?1004l" };
/** The kitty protocol: keys that control characters cannot tell apart, and where on the keyboard they are. */
const keys = { on: "\u001b[>5u", off: "\u001b[<u" };
/** Terminals that put text from right to left in order leave it as it is written (ECMA-48's bidirectional support mode). */
const ordering = { on: "\u001b[8l", off: "\u001b[8h" };
const mouse = { on: "\u001b[?1002h\u001b[?1006h", off: "\u001b[?1006l\u001b[?1002l" };

/** Saves and restores title and icon name, as xterm does and most terminals after it. */
const titles = { on: "\u001b[22;0t", off: "\u001b[23;0t" };

function titleSequence(title: SafeText): string {
  return `\u001b]2;${title}\u001b\\`;
}

/**
 * Takes over the terminal. With `isPainted`, the alternate screen and raw mode are already on and its content is
 * kept; only the other modes are entered.
 */
export function takeTerminal(port: TerminalPort, modes: Modes, isPainted = false): Terminal {
  let isEntered = false;
  let hasKeys = false;
  let title: SafeText | undefined;

  const { write } = port.output;
  const setRawMode = (on: boolean) => {
    try {
      port.setRawMode(on);
    } catch {
      // The terminal is gone, as after a hang-up: there is nothing left to restore.
    }
  };
  const enter = (keepsScreen: boolean) => {
    if (isEntered) return;
    isEntered = true;
    setRawMode(true);
    const parts = [
      keepsScreen ? "" : screen.on + cursor.on,
      paste.on,
      focus.on,
      modes.mouse ? mouse.on : "",
      hasKeys ? keys.on : "",
      modes.title ? titles.on : "",
      modes.ordered ? ordering.on : "",
      title === undefined ? "" : titleSequence(title),
    ];
    write(parts.join(""));
  };
  enter(isPainted);

  return {
    enter: () => enter(false),
    leave() {
      if (!isEntered) return;
      isEntered = false;
      const first = [
        modes.title ? titles.off : "",
        hasKeys ? keys.off : "",
        modes.mouse ? mouse.off : "",
        modes.ordered ? ordering.off : "",
      ];
      write([...first, focus.off, paste.off, cursor.off, screen.off].join(""));
      setRawMode(false);
    },
    output: screenOutput(port.output, () => isEntered),
    tellKeysApart() {
      if (hasKeys) return;
      hasKeys = true;
      if (isEntered) write(keys.on);
    },
    setTitle(text) {
      if (!modes.title) return;
      title = text;
      if (isEntered) write(titleSequence(text));
    },
  };
}

/** Looks at the window's size again: while another program has the terminal, its changes are signalled to that one. */
export function lookAtSize(): void {
  process.emit("SIGWINCH", "SIGWINCH");
}

/** Whether the terminal of standard input echoes what is typed; true if it does not tell. */
export function echoesInput(): boolean {
  const { stdout } = spawnSync("stty", ["-a"], {
    stdio: ["inherit", "pipe", "ignore"],
    encoding: "utf8",
  });
  return !/(?:^|\s)-echo(?:\s|;|$)/.test(stdout ?? "");
}

// Whether anything can resume this program once it is stopped.
// A stopped process only reacts to SIGKILL and SIGCONT until a shell with job control resumes it. Started by a
// terminal emulator, by `ssh -t host weir` or as a container's first process, it has no such shell and would stay
// frozen.

export type Process = {
  readonly parent: number;
  readonly group: number;
  /** Identifies the session: its ID or, if unavailable, its controlling terminal. */
  readonly session: string;
  /** Whether it ignores the signal of ^Z, as a shell with job control must. Undefined if unknown. */
  readonly survivesStop: boolean | undefined;
};

/** Looks up a process; undefined if it does not exist or is inaccessible. */
type LookUp = (pid: number) => Promise<Process | undefined>;

/**
 * Finds the first ancestor outside the process group. If it is in the same session, the kernel allows the group to
 * stop; only if it is a shell with job control will the group be resumed.
 */
export async function canBeContinued(pid: number, lookUp: LookUp): Promise<boolean> {
  const self = await lookUp(pid);
  if (self === undefined) return false;
  let above = await lookUp(self.parent);
  while (above !== undefined && above.group === self.group && above.parent > 0) {
    above = await lookUp(above.parent);
  }
  if (above === undefined || above.group === self.group) return false;
  return above.session === self.session && above.survivesStop !== false;
}

/** Whether SIGTSTP is in a hexadecimal signal mask, whose lowest bit is signal 1. */
function holdsStop(mask: string): boolean {
  return (BigInt(`0x${mask}`) & (1n << BigInt(constants.signals.SIGTSTP - 1))) !== 0n;
}

/** Parses a process's files in /proc. */
export function parseProc(stat: string, status: string): Process | undefined {
  // The name is in parentheses and may contain anything.
  const [, parent, group, session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const masks = [...status.matchAll(/^Sig(?:Ign|Cgt):\s*([\da-f]+)$/gm)].map(([, mask]) => mask);
  if (parent === undefined || group === undefined || session === undefined) return undefined;
  return {
    parent: Number(parent),
    group: Number(group),
    session,
    survivesStop: masks.some((mask = "0") => holdsStop(mask)),
  };
}

/** At once, since keys that are typed after ^Z are for the shell. */
const fromProc: LookUp = async (pid) => {
  try {
    return parseProc(
      readFileSync(`/proc/${pid}/stat`, "utf8"),
      readFileSync(`/proc/${pid}/status`, "utf8"),
    );
  } catch {
    return undefined;
  }
};

/** Parses a line of `ps -o ppid=,pgid=,tty=`. The controlling terminal identifies the session. */
export function parsePs(line: string): Process | undefined {
  const [, parent, group, terminal] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s*$/.exec(line) ?? [];
  if (terminal === undefined || /^[?-]+$/.test(terminal)) return undefined;
  return {
    parent: Number(parent),
    group: Number(group),
    session: terminal,
    survivesStop: undefined,
  };
}

const fromPs: LookUp = (pid) =>
  new Promise((resolve) => {
    const argv = ["-o", "ppid=,pgid=,tty=", "-p", String(pid)];
    execFile("ps", argv, { timeout: 1000 }, (error, line) =>
      resolve(error === null ? parsePs(line) : undefined),
    );
  });

export const lookUpProcess: LookUp = process.platform === "linux" ? fromProc : fromPs;
