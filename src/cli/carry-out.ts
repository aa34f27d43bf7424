/** Delivers an action immediately, with the same code as the screen's outbox. */

import { ApiError } from "#api/failure.ts";
import { noArchive } from "#archive/archive.ts";
import type { Action, IntentId } from "#journal/intent.ts";
import type { Replica } from "#model/replica.ts";
import { newScreen } from "#store/screen.ts";
import { createStore } from "#store/store.ts";
import type { SyncContext } from "#sync/context.ts";
import { createIdleTracker } from "#sync/context.ts";
import type { LeftUndone } from "#sync/delivery/effect.ts";
import { effectOf } from "#sync/delivery/table.ts";
import { Exit } from "./exit-codes.ts";
import type { VerbContext } from "./verb-context.ts";

/** Rejects like a call, unless the state is already as requested; and if the server has left a part undone. */
export async function carryOut(
  context: VerbContext,
  replica: Replica,
  action: Action,
): Promise<void> {
  const effect = effectOf(action);
  const left: LeftUndone[] = [];
  const departure = {
    ...syncContext(context, replica),
    beforeSending: async () => undefined,
    intent: { id: context.newId() as IntentId, attempts: 0, createdAt: context.clock.now() },
    leftUndone: (one: LeftUndone) => left.push(one),
  };
  try {
    await effect.deliver(departure, action, [action]);
  } catch (error) {
    const { failure } = error instanceof ApiError ? error : { failure: undefined };
    if (failure?.kind !== "refused" || effect.isAlreadySo?.(failure, action) !== true) throw error;
  }
  const sentences = new Set(left.map(({ sentence }) => sentence));
  if (sentences.size > 0) throw new Exit("refused", [...sentences].join(" "));
}

// The context in which verbs use parts of the session: a store without a screen, and no outbox.

type Used = Pick<VerbContext, "connection" | "clock" | "random" | "log" | "newId" | "stopped">;

/** `stopped` defaults to the verb's. */
export function syncContext(
  { connection, clock, random, log, newId, stopped }: Used,
  replica: Replica,
): SyncContext {
  return {
    store: createStore({ replica, screen: newScreen(80, 24) }),
    connection: () => connection,
    clock,
    random,
    log,
    newId,
    idle: createIdleTracker(clock),
    collect: async (work) => work(),
    archive: noArchive,
    stopped,
  };
}
