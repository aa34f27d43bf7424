/** A command of the built program without a terminal, as a script runs it, while the test's own servers go on answering. */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { compiled, weir } from "./program.ts";

/**
 * What it said and how it ended. The environment is this one, and nothing of the test's own but the path. `program` is
 * weir unless another is named.
 */
export async function run(
  argv: readonly string[],
  environment: Readonly<Record<string, string>>,
  program: readonly string[] = weir,
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  const [command = "", ...own] = program;
  const child = spawn(command, [...own, ...argv], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"] ?? "",
      TERM: "xterm",
      NODE_COMPILE_CACHE: compiled,
      ...environment,
    },
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}
