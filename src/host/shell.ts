/** Runs a command of the person's in their shell. */
import { spawn } from "node:child_process";

/** Feeds it this text; resolves with its exit code, 127 where there is no shell. */
export function runShell(command: string, input: string): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn("/bin/sh", ["-c", command], { stdio: ["pipe", "inherit", "inherit"] });
    child.once("error", () => resolve(127));
    child.once("close", (code) => resolve(code ?? 1));
    // A command need not read what it is given.
    child.stdin.once("error", () => undefined);
    child.stdin.end(input);
  });
}
