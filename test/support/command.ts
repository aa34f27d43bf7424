/** Runs a command of the built program without a terminal, without blocking the test's servers. */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { weir } from "./program.ts";

/**
 * The output and exit code. Of the test's environment only the path is passed on. `program` is weir by default.
 */
export async function run(
  argv: readonly string[],
  environment: Readonly<Record<string, string>>,
  program: readonly string[] = weir,
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  const [command = "", ...own] = program;
  const child = spawn(command, [...own, ...argv], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"] ?? "", TERM: "xterm", ...environment },
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}
