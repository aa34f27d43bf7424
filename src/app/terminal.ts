/** The terminal behind standard output, opened so that writing never blocks. */
import { systemClock } from "#base/clock.ts";
import { counted } from "#base/counted.ts";
import { safeLine, safeText } from "#base/safe-text.ts";
import { createTerminalOutput, openDevice, type TerminalOutput } from "#host/terminal-output.ts";
import type { Unsaved } from "#sync/storage/unsaved.ts";

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
export function tellUnsaved(unsaved: readonly Unsaved[]): void {
  for (const text of unsaved) process.stderr.write(unsavedNotice(text));
}

/** So many changes are named; the rest is counted. */
const mostNamed = 20;

/** Of what could not be persisted, printed when the screen is gone: the terminal is the last place to keep it. */
export function unsavedNotice(unsaved: Unsaved): string {
  if ("text" in unsaved) {
    const words = unsaved.sent === "no" ? "was not sent" : "may not have been sent";
    return `weir: This ${words}, and could not be saved to disk:\n${safeText(unsaved.text)}\n`;
  }
  const { changes, sent } = unsaved;
  const what = counted(changes.length, "change");
  const those = changes.length === 1 ? "is" : "are";
  const fate = sent === "no" ? `${those} lost` : "may not have been sent";
  const named = changes.slice(0, mostNamed).map((change) => `  ${safeLine(change)}\n`);
  const rest = changes.length - named.length;
  const more = rest === 0 ? "" : `  and ${rest} more\n`;
  return `weir: ${what} could not be saved to disk, and ${fate}:\n${named.join("")}${more}`;
}
