/** What every part of the synchronisation works with. The parts do not know each other: they meet in the store. */
import type { Connection } from "#api/connection.ts";
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import type { Random } from "#base/random.ts";
import type { Store } from "#store/state.ts";
import type { Busy } from "./busy.ts";

export type SyncContext = {
  readonly store: Store;
  /** Another one after the person signed in again, so it is asked for at each call. */
  readonly connection: () => Connection;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly newId: () => string;
  readonly busy: Busy;
  /** Aborted when the session stops; every request and every sleep ends with it. */
  readonly stopped: AbortSignal;
};

/** True while the server answers, so that requests are worth making. */
export function isReachable({ store }: Pick<SyncContext, "store">): boolean {
  const { kind } = store.getState().session.connection;
  return kind === "live" || kind === "catching-up";
}

/** What is thrown at requests and sleeps when the session stops. */
export class Stopped extends Error {
  constructor() {
    super("The session stopped.");
    this.name = "Stopped";
  }
}

/** Resolves once the server answers; rejects when the session stops. */
export function whenReachable(context: SyncContext): Promise<void> {
  const { store, stopped } = context;
  return new Promise((resolve, reject) => {
    if (stopped.aborted) return reject(stopped.reason);
    if (isReachable(context)) return resolve();
    const stop = () => {
      unsubscribe();
      reject(stopped.reason);
    };
    const unsubscribe = store.subscribe(() => {
      if (!isReachable(context)) return;
      unsubscribe();
      stopped.removeEventListener("abort", stop);
      resolve();
    });
    stopped.addEventListener("abort", stop, { once: true });
  });
}
