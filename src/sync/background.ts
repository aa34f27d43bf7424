/** Work that nobody awaits: no error of it is lost. */
import type { SyncContext } from "./context.ts";

/** Resolves when `work` is over. An error is logged as `what`, unless it is only that the session stops. */
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

/** An error in words for the log. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
