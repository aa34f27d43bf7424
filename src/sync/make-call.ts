/** Makes one request of a form: the same for the screen, where the form waits, and for verbs. */
import { callUntilDone } from "#api/batches.ts";
import type { Call } from "#store/forms.ts";
import type { SyncContext } from "./context.ts";

/** Resolves with the answer. Rejects as calls do. */
export function makeCall(
  { connection, stopped }: Pick<SyncContext, "connection" | "stopped">,
  { endpoint, values }: Call,
): Promise<unknown> {
  const options = { signal: stopped };
  // A call's arguments were checked against its endpoint when it was made.
  return callUntilDone(connection(), endpoint, values as never, () => undefined, options);
}
