/** Runs a command in the user's shell. */
import { spawn } from "node:child_process";

/** Passes `input` on standard input; resolves with the exit code, 127 if there is no shell. */
export function runShell(command: string, input: string): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn("/bin/sh", ["-c", command], { stdio: ["pipe", "inherit", "inherit"] });
    child.once("error", () => resolve(127));
    child.once("close", (code) => resolve(code ?? 1));
    // A command may exit without reading its input.
    child.stdin.once("error", () => undefined);
    child.stdin.end(input);
  });
}
