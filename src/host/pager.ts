/** Showing a text in the person's own pager, which has the terminal meanwhile. */
import { spawn } from "node:child_process";
import type { Environment } from "./paths.ts";

const notStarted = "The pager could not be started: set PAGER to a command that exists.";
const failed = "The pager ended with an error.";

/** Resolves when the pager has ended: with what went wrong, for the person, or undefined. */
export async function page(text: string, environment: Environment): Promise<string | undefined> {
  const command = environment["PAGER"] || "less";
  // Long lines scroll sideways, and a text that fits on the screen stays there until it was read.
  const less = `${environment["LESS"] ?? ""} -S -+F -+X`.trim();
  const code = await runPager(command, text, { ...environment, LESS: less });
  if (code === 0) return undefined;
  return isNotFound(code) ? notStarted : failed;
}

/** Whether the exit code of a shell says that there is no such command. */
export function isNotFound(code: number): boolean {
  return code === 127 || code === 126;
}

/** The exit code, in the words of a shell. */
export function runPager(command: string, text: string, environment: Environment): Promise<number> {
  return new Promise((resolve) => {
    // The command may have arguments of its own.
    const child = spawn("/bin/sh", ["-c", command], {
      stdio: ["pipe", "inherit", "inherit"],
      env: environment,
    });
    child.once("error", () => resolve(127));
    child.once("exit", (code) => resolve(code ?? 1));
    // Whoever leaves the pager early has not read all of it.
    child.stdin?.once("error", () => undefined);
    child.stdin?.end(text);
  });
}
