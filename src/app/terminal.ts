/** The terminal behind standard output, opened so that writing never blocks. */
import { systemClock } from "#base/clock.ts";
import { safeText } from "#base/safe-text.ts";
import { createTerminalOutput, openDevice, type TerminalOutput } from "#host/terminal-output.ts";
import type { UnsavedText } from "#sync/storage/unsaved.ts";

/** How long exit waits for a terminal that does not read. */
export const finalMessageMs = 1000;

export function openTerminal(): TerminalOutput {
  // The entry file must parse on a Node that has no such import.
  return createTerminalOutput(openDevice(process.getBuiltinModule("node:fs")), systemClock);
}

/** Prints after the screen was closed: on standard error, without blocking. */
export function printToUser(output: TerminalOutput, words: string): void {
  if (process.stderr.isTTY) output.write(words);
  else process.stderr.write(words);
}

/** Where there is no screen. */
export function tellUnsaved(unsaved: readonly UnsavedText[]): void {
  for (const text of unsaved) process.stderr.write(unsavedNotice(text));
}

/** Prints texts that could not be persisted when the screen is gone: the terminal is the last place to keep them. */
export function unsavedNotice({ text, sent }: UnsavedText): string {
  const words = sent === "no" ? "was not sent" : "may not have been sent";
  return `weir: This ${words}, and could not be saved to disk:\n${safeText(text)}\n`;
}
