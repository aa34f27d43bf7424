/**
 * Fetches what the screen asks for: one loop for all kinds, which `fetchers.ts` lists.
 *
 * What the server refuses is not asked for again until the next register, or until it is asked for anew. Any other failure
 * is retried after a delay, and as soon as the server responds again. What nobody asks for any more is cancelled.
 */

import { ApiError } from "#api/failure.ts";
import { type Backoff, backoff } from "#base/backoff.ts";
import { type Ask, answered, asksIn } from "#store/asks.ts";
import { follow, parts } from "#store/follow.ts";
import { isReachable, type SyncContext, withdrawal } from "#sync/context.ts";
import { type Fetcher, fetcherOf } from "./fetchers.ts";

const longestWaitMs = 30_000;

/** What became of an ask. `settled`: nothing more is done for it. */
type Progress = { readonly kind: "running" | "waiting" | "settled"; readonly cancel: () => void };

type Asking = {
  readonly context: SyncContext;
  /** By key; absent: nothing was done yet, or it may be done again. */
  readonly progress: Map<string, Progress>;
  readonly delays: Map<string, Backoff>;
};

export function startAsking(context: SyncContext): void {
  const { store } = context;
  const asking: Asking = { context, progress: new Map(), delays: new Map() };
  advance(asking);
  follow(store, [parts.replica, parts.connection, asksIn], ({ replica, session }, last) => {
    const isReconnected = session.connection !== last.session.connection && isReachable(context);
    if (replica.epoch !== last.replica.epoch) forget(asking, () => true);
    else if (isReconnected) forget(asking, (_, { kind }) => kind === "waiting");
    advance(asking);
  });
}

function forget({ progress }: Asking, isForgotten: (key: string, now: Progress) => boolean): void {
  for (const [key, now] of [...progress]) {
    if (!isForgotten(key, now)) continue;
    progress.delete(key);
    now.cancel();
  }
}

function advance(asking: Asking): void {
  const { context, progress } = asking;
  const state = context.store.getState();
  if (context.stopped.aborted || state.replica.epoch === 0) return;
  const asks = asksIn(state);
  forget(asking, (key) => !asks.has(key));
  const canReach = isReachable(context);
  for (const [key, ask] of asks) {
    const fetcher = fetcherOf(ask);
    if (progress.has(key) || !(canReach || fetcher.isImpatient)) continue;
    if (fetcher.isKnown?.(state, ask) !== true) run(asking, key, ask, fetcher);
  }
}

function run(asking: Asking, key: string, ask: Ask, fetcher: Fetcher<Ask>): void {
  const { context, progress, delays } = asking;
  const stopping = new AbortController();
  const cancel = () => stopping.abort(context.stopped.reason ?? withdrawal);
  const running: Progress = { kind: "running", cancel };
  progress.set(key, running);
  const stopped = AbortSignal.any([context.stopped, stopping.signal]);
  const isOver = () => stopped.aborted || progress.get(key) !== running;
  context.idle.during(fetcher.fetch({ ...context, stopped }, ask)).then(
    () => {
      if (isOver()) return;
      delays.delete(key);
      if (fetcher.isKnown === undefined) return settle(asking, key);
      progress.delete(key);
      // What happened meanwhile may have made the answer useless, and an event may make it unknown again.
      advance(asking);
    },
    (error: unknown) => {
      if (isOver()) return;
      context.log.note(fetcher.failure, { reason: String(error) });
      fetcher.failed?.(context, ask, error);
      if (!fetcher.isOnce && !isFinal(error)) return retryLater(asking, key);
      settle(asking, key);
      fetcher.givenUp?.(context, ask);
    },
  );
}

const nothing = () => {};

function settle({ context, progress }: Asking, key: string): void {
  progress.set(key, { kind: "settled", cancel: nothing });
  answered(context.store, key);
}

function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  const { kind } = error.failure;
  return (
    kind === "refused" || kind === "blocked" || kind === "malformed" || kind === "unauthorized"
  );
}

function retryLater(asking: Asking, key: string): void {
  const { context, progress, delays } = asking;
  const delay = delays.get(key) ?? backoff(context.random, 500, longestWaitMs);
  delays.set(key, delay);
  const cancel = context.clock.after(delay.next(), () => {
    progress.delete(key);
    advance(asking);
  });
  progress.set(key, { kind: "waiting", cancel });
}
