/** Carries out a wish at once: with the same code as the screen's outbox, but without one. */
import { ApiError } from "#api/failure.ts";
import type { IntentId, Wish } from "#journal/intent.ts";
import type { Replica } from "#model/replica.ts";
import { newScreen } from "#store/new-screen.ts";
import { createStore } from "#store/store.ts";
import { effectOf } from "#sync/deliver/table.ts";
import { createIdleTracker } from "#sync/idle.ts";
import type { VerbContext } from "./verb-context.ts";

/** Rejects as calls do, unless everything is as wished already. */
export async function carryOut(
  { connection, clock, random, log, newId, stopped }: VerbContext,
  replica: Replica,
  wish: Wish,
): Promise<void> {
  const effect = effectOf(wish);
  const departure = {
    store: createStore({ replica, screen: newScreen(80, 24) }),
    connection: () => connection,
    clock,
    random,
    log,
    newId,
    idle: createIdleTracker(clock),
    stopped,
    beforeLeaving: async () => undefined,
    intent: { id: newId() as IntentId, attempts: 0 },
  };
  try {
    await effect.deliver(departure, wish, [wish]);
  } catch (error) {
    const { failure } = error instanceof ApiError ? error : { failure: undefined };
    if (failure?.kind !== "refused" || effect.isAlreadySo?.(failure) !== true) throw error;
  }
}
