/** Prints sentences for the user outside the screen. */
import { safeText } from "#base/safe-text.ts";

/**
 * On standard error. Sentences may quote servers and file names, so none is trusted. One that cannot be written is lost:
 * the exit code stays that of the command.
 */
export function say(sentence: string): void {
  const { stderr } = process;
  if (stderr.listenerCount("error") === 0) stderr.on("error", () => {});
  stderr.write(`weir: ${safeText(sentence)}\n`);
}
