/** Prints sentences for the user outside the screen. */
import { safeText } from "#base/safe-text.ts";

/** On standard error. Sentences may quote servers and file names, so none is trusted. */
export function say(sentence: string): void {
  process.stderr.write(`weir: ${safeText(sentence)}\n`);
}
