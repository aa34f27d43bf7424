/** Runs a command in a shell. */
import { spawn } from "node:child_process";
import type { Environment } from "./paths.ts";

export type ShellOptions = {
  /** What its standard input reads; absent: the terminal. */
  readonly input?: string;
  /** The file that it is given after its own arguments. */
  readonly path?: string;
  /** Absent: the one of this process. */
  readonly environment?: Environment;
};

/** Resolves with the shell's exit code; 127 if there is no shell. */
export function runShell(
  command: string,
  { input, path, environment }: ShellOptions,
): Promise<number> {
  const argv = path === undefined ? [command] : [`${command} "$1"`, "weir", path];
  return new Promise((resolve) => {
    const child = spawn("/bin/sh", ["-c", ...argv], {
      stdio: [input === undefined ? "inherit" : "pipe", "inherit", "inherit"],
      ...(environment && { env: environment }),
    });
    child.once("error", () => resolve(127));
    child.once("exit", (code) => resolve(code ?? 1));
    // A command may exit before it has read all of its input.
    child.stdin?.once("error", () => undefined);
    child.stdin?.end(input);
  });
}

/** Whether the exit code means that there is no such command. */
export function isNotFound(code: number): boolean {
  return code === 127 || code === 126;
}
