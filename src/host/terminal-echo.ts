/** Whether the terminal shows what is typed: not while it is a secret. It goes on editing the line by itself. */
import { spawnSync } from "node:child_process";

/** Called with true, the returned function gives the terminal back as it was found. */
export function terminalEcho(stdin: { readonly isTTY?: boolean }): (isShown: boolean) => void {
  let found: string | undefined;
  return (isShown) => {
    if (stdin.isTTY !== true || isShown === (found === undefined)) return;
    if (found !== undefined) stty(found);
    found = isShown ? undefined : stty("-g").trim();
    // The end of the line is shown all the same, so that what follows begins on a line of its own.
    if (found !== undefined) stty("-echo", "echonl");
  };
}

/** Asks the terminal that the program reads from. */
function stty(...words: readonly string[]): string {
  const { stdout } = spawnSync("stty", words, {
    stdio: ["inherit", "pipe", "ignore"],
    encoding: "utf8",
  });
  return stdout ?? "";
}
