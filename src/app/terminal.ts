/** The terminal of standard output, opened so that nothing ever waits for it. */
import { systemClock } from "#base/clock.ts";
import { safeText } from "#base/safe-text.ts";
import { createTerminalOutput, openDevice, type TerminalOutput } from "#host/terminal-output.ts";
import type { UnsavedText } from "#sync/unsaved-texts.ts";

/** How long the end of the program waits for a terminal that does not read. */
export const finalMessageMs = 1000;

export function openTerminal(): TerminalOutput {
  // The entry file must be readable to a Node that knows no such import.
  return createTerminalOutput(openDevice(process.getBuiltinModule("node:fs")), systemClock);
}

/** Words beside the screen, when it was given back: on standard error, which must not be waited for either. */
export function printToUser(output: TerminalOutput, words: string): void {
  if (process.stderr.isTTY) output.write(words);
  else process.stderr.write(words);
}

/** What no disk took is shown when the screen is gone: the terminal is the last place that keeps it. */
export function givenBack({ text, sent }: UnsavedText): string {
  const words = sent === "no" ? "was not sent" : "may not have been sent";
  return `weir: This ${words}, and could not be saved to disk:\n${safeText(text)}\n`;
}
