/** Turns the terminal's echo off while a secret is typed. Line editing stays on. */
import { spawnSync } from "node:child_process";

/** Called with true, the returned function restores the terminal's settings. */
export function terminalEcho(stdin: { readonly isTTY?: boolean }): (isShown: boolean) => void {
  let found: string | undefined;
  return (isShown) => {
    if (stdin.isTTY !== true || isShown === (found === undefined)) return;
    if (found !== undefined) stty(found);
    found = isShown ? undefined : stty("-g").trim();
    // Newlines are still echoed, so that the next output begins on a line of its own.
    if (found !== undefined) stty("-echo", "echonl");
  };
}

/** Runs `stty` on the terminal of standard input. */
function stty(...words: readonly string[]): string {
  const { stdout } = spawnSync("stty", words, {
    stdio: ["inherit", "pipe", "ignore"],
    encoding: "utf8",
  });
  return stdout ?? "";
}
