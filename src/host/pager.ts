/** Shows a text in the user's own pager, which takes over the terminal. */
import type { Environment } from "./paths.ts";
import { isNotFound, runShell } from "./shell.ts";

const notStarted = "The pager could not be started: set PAGER to a command that exists.";
const failed = "The pager exited with an error.";

/** Resolves when the pager has exited, with an error for the user or undefined. */
export async function page(text: string, environment: Environment): Promise<string | undefined> {
  const command = environment["PAGER"] || "less";
  // Long lines scroll sideways, and the pager does not exit by itself if the text fits on the screen.
  const less = `${environment["LESS"] ?? ""} -S -+F -+X`.trim();
  const code = await runShell(command, {
    input: text,
    environment: { ...environment, LESS: less },
  });
  if (code === 0) return undefined;
  return isNotFound(code) ? notStarted : failed;
}
