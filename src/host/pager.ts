/** Standard output for verbs: what is longer than the terminal goes to the person's pager. */

import { spawn } from "node:child_process";
import type { Environment } from "./paths.ts";

export type PagedOutput = {
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly write: (text: string) => void;
  /** Resolves when everything is written, and the pager has ended. */
  readonly end: () => Promise<void>;
};

const usualColumns = 80;

/** `pages`: whether the output ends by itself; otherwise each text is written at once. */
export function pagedOutput(
  stdout: NodeJS.WriteStream,
  environment: Environment,
  pages: boolean,
): PagedOutput {
  const isTerminal = stdout.isTTY === true;
  const parts: string[] = [];
  let isGone = false;
  // Whoever reads may have had enough, as `head` does.
  stdout.on("error", () => {
    isGone = true;
  });
  const straight = (text: string) => void (isGone || stdout.write(text));
  const flushed = () =>
    new Promise<void>((resolve) => {
      if (isGone || stdout.writableLength === 0) resolve();
      else stdout.write("", () => resolve());
    });
  return {
    isTerminal,
    columns: (isTerminal && stdout.columns) || usualColumns,
    write: isTerminal && pages ? (text) => void parts.push(text) : straight,
    end: async () => {
      const text = parts.join("");
      const isLong = text.split("\n").length > (stdout.rows ?? 24);
      const command = environment["PAGER"] ?? "less";
      if (
        !isLong ||
        command === "" ||
        command === "cat" ||
        !(await page(command, text, environment))
      )
        straight(text);
      await flushed();
    },
  };
}

/** False where there is no such command, and nothing was shown. */
function page(command: string, text: string, environment: Environment): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn("/bin/sh", ["-c", command], {
      stdio: ["pipe", "inherit", "inherit"],
      // Colours are shown as such, and what fits is not held.
      env: { LESS: "FRX", LV: "-c", ...environment },
    });
    child.once("error", () => resolve(false));
    child.once("close", (code) => resolve(code !== 127 && code !== 126));
    child.stdin.once("error", () => undefined);
    child.stdin.end(text);
  });
}
