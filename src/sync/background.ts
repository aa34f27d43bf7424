/** Runs work that nobody awaits without losing its errors. */
import type { SyncContext } from "./context.ts";

/** Resolves when `work` is done. An error is logged as `what`, unless it only means that the session stops. */
export async function inBackground(
  { stopped, log }: Pick<SyncContext, "stopped" | "log">,
  what: string,
  work: Promise<unknown>,
): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!stopped.aborted) log.warn(what, { reason: reasonOf(error) });
  }
}

/** An error as text for the log. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** An error as a message for the user. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
