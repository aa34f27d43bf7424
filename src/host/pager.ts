/** Shows a text in the user's own pager, which takes over the terminal. */
import { spawn } from "node:child_process";
import type { Environment } from "./paths.ts";

const notStarted = "The pager could not be started: set PAGER to a command that exists.";
const failed = "The pager exited with an error.";

/** Resolves when the pager has exited, with an error for the user or undefined. */
export async function page(text: string, environment: Environment): Promise<string | undefined> {
  const command = environment["PAGER"] || "less";
  // Long lines scroll sideways, and the pager does not exit by itself if the text fits on the screen.
  const less = `${environment["LESS"] ?? ""} -S -+F -+X`.trim();
  const code = await runPager(command, text, { ...environment, LESS: less });
  if (code === 0) return undefined;
  return isNotFound(code) ? notStarted : failed;
}

/** Whether the shell's exit code means that there is no such command. */
export function isNotFound(code: number): boolean {
  return code === 127 || code === 126;
}

/** Resolves with the shell's exit code. */
export function runPager(command: string, text: string, environment: Environment): Promise<number> {
  return new Promise((resolve) => {
    // The command may have arguments of its own.
    const child = spawn("/bin/sh", ["-c", command], {
      stdio: ["pipe", "inherit", "inherit"],
      env: environment,
    });
    child.once("error", () => resolve(127));
    child.once("exit", (code) => resolve(code ?? 1));
    // The pager may exit before it has read all of the text.
    child.stdin?.once("error", () => undefined);
    child.stdin?.end(text);
  });
}
