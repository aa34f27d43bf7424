/** Carries out an action at once: with the same code as the screen's outbox, but without one. */
import { ApiError } from "#api/failure.ts";
import type { Action, IntentId } from "#journal/intent.ts";
import type { Replica } from "#model/replica.ts";
import { effectOf } from "#sync/deliver/table.ts";
import { syncContext } from "./sync-context.ts";
import type { VerbContext } from "./verb-context.ts";

/** Rejects as calls do, unless everything is as requested already. */
export async function carryOut(
  context: VerbContext,
  replica: Replica,
  action: Action,
): Promise<void> {
  const effect = effectOf(action);
  const departure = {
    ...syncContext(context, replica),
    beforeSending: async () => undefined,
    intent: { id: context.newId() as IntentId, attempts: 0 },
  };
  try {
    await effect.deliver(departure, action, [action]);
  } catch (error) {
    const { failure } = error instanceof ApiError ? error : { failure: undefined };
    if (failure?.kind !== "refused" || effect.isAlreadySo?.(failure) !== true) throw error;
  }
}
