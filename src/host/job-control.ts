/**
 * Whether anything can resume this program once it is stopped.
 *
 * A stopped process only reacts to SIGKILL and SIGCONT until a shell with job control resumes it. Started by a
 * terminal emulator, by `ssh -t host weir` or as a container's first process, it has no such shell and would stay
 * frozen.
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";

export type Process = {
  readonly parent: number;
  readonly group: number;
  /** Identifies the session: its ID or, if unavailable, its controlling terminal. */
  readonly session: string;
  /** Whether it ignores the signal of ^Z, as a shell with job control must. Undefined if unknown. */
  readonly survivesStop: boolean | undefined;
};

/** Looks up a process; undefined if it does not exist or is inaccessible. */
export type LookUp = (pid: number) => Promise<Process | undefined>;

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
