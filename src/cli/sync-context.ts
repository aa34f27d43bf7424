/** The context in which verbs use parts of the session: a store without a screen, and no outbox. */
import type { Replica } from "#model/replica.ts";
import { newScreen } from "#store/new-screen.ts";
import { createStore } from "#store/store.ts";
import type { SyncContext } from "#sync/context.ts";
import { createIdleTracker } from "#sync/idle.ts";
import type { VerbContext } from "./verb-context.ts";

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
    stopped,
  };
}
