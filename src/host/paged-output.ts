/** Standard output for verbs: output longer than the terminal goes to the user's pager. */

import type { Environment } from "./paths.ts";
import { isNotFound, runShell } from "./shell.ts";

export type PagedOutput = {
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly write: (text: string) => void;
  /** Resolves when everything is written and the pager has exited. */
  readonly end: () => Promise<void>;
};

const usualColumns = 80;
/** Fails silently if it is not installed. */
const usualPager = "command -v less >/dev/null || exit 127; exec less";

/** `pages`: whether the output is finite; otherwise each text is written immediately. */
export function pagedOutput(
  stdout: NodeJS.WriteStream,
  environment: Environment,
  pages: boolean,
): PagedOutput {
  const isTerminal = stdout.isTTY === true;
  const parts: string[] = [];
  let isGone = false;
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
      const command = environment["PAGER"] ?? usualPager;
      const isPaged = isLong && command !== "" && command !== "cat";
      // Displays colours, and exits at once if the text fits.
      const pager = { input: text, environment: { LESS: "FRX", LV: "-c", ...environment } };
      if (!isPaged || isNotFound(await runShell(command, pager))) straight(text);
      await flushed();
    },
  };
}
