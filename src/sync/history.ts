/**
 * Fetches pages of history: what the screen needs, what the open narrow lost with its queue, and what will be read
 * next.
 *
 * One page of a narrow at a time. Duplicate requests are merged; failed ones are retried after a delay.
 */
import type { CallOptions } from "#api/connection.ts";
import { ApiError, sentenceOf } from "#api/failure.ts";
import type { Priority } from "#api/lane.ts";
import { type Backoff, backoff } from "#base/backoff.ts";
import { get } from "#base/table.ts";
import type { OwnMessage } from "#journal/claims.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import { isStale, mergePage, requestedNow } from "#model/merge-page.ts";
import { type NarrowKey, narrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import type { Want } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import { changeReplica, changeScreen, changeSession } from "#store/store.ts";
import type { Message } from "#wire/message.ts";
import { isReachable, type SyncContext } from "./context.ts";
import { fetchMessages } from "./fetching.ts";
import { termsOf } from "./narrow-terms.ts";
import { freshHistory, isSatisfied, pageFor } from "./pages.ts";

/** Predicts what will be read next; undefined when there is nothing. */
export type Ahead = (state: State) => Want["narrow"] | undefined;

const longestWaitMs = 30_000;

type Loader = {
  readonly context: SyncContext;
  readonly ahead: Ahead;
  /**
   * Narrows with a pending request, or that wait after a failure. The value withdraws a request that still waits for
   * its turn in the background; undefined where there is nothing to withdraw.
   */
  readonly occupied: Map<NarrowKey, (() => void) | undefined>;
  readonly waits: Map<NarrowKey, Backoff>;
  /** Narrows opened at their landing position, with their epoch: once per visit, whatever the page contained. */
  readonly landed: Set<string>;
  /** Ends of the open narrow that were known until messages with unknown content arrived. */
  readonly lost: Set<"older" | "newer">;
  /** Set when what will be read next may have changed; recomputing it at each event would be too expensive. */
  lookAhead: boolean;
};

/** Watches the screen's wants; the returned function stops it. */
export function startHistory(context: SyncContext, ahead: Ahead): () => void {
  const { store } = context;
  const loader: Loader = {
    context,
    ahead,
    occupied: new Map(),
    waits: new Map(),
    landed: new Set(),
    lost: new Set(),
    lookAhead: true,
  };
  advance(loader);
  return store.subscribe((state, last) => {
    if (state.screen.place !== last.screen.place) {
      loader.landed.clear();
      loader.lost.clear();
    } else if (state.replica !== last.replica) noteLost(loader, state, last);
    loader.lookAhead ||=
      state.screen.place !== last.screen.place ||
      state.screen.lists !== last.screen.lists ||
      state.session.connection !== last.session.connection;
    const moved =
      loader.lookAhead ||
      state.screen.wants !== last.screen.wants ||
      state.replica.histories !== last.replica.histories;
    if (moved) advance(loader);
  });
}

function advance(loader: Loader): void {
  const { context, occupied } = loader;
  const { store, stopped } = context;
  if (stopped.aborted || !isReachable(context)) return;
  dropSatisfied(context);
  const state = store.getState();
  for (const want of [...state.screen.wants, ...missing(loader, state)]) {
    const key = narrowKey(want.narrow);
    if (occupied.has(key)) occupied.get(key)?.();
    else start(loader, want, "interactive");
  }
  if (occupied.size > 0 || !loader.lookAhead) return;
  loader.lookAhead = false;
  const next = aheadOf(loader, state);
  if (next !== undefined) start(loader, next, "background");
}

/** What the open narrow needs: nothing is known of it, or only from an older queue, or an end was lost. */
function missing(loader: Loader, { screen, replica }: State): readonly Want[] {
  if (screen.place.kind !== "narrow" || replica.epoch === 0) return [];
  const { narrow } = screen.place;
  const want: Want = { narrow, side: "around" };
  const around = isSatisfied(replica, want) || hasLanded(loader, want, replica) ? [] : [want];
  const ends = [...loader.lost].map((side): Want => ({ narrow, side }));
  return [...around, ...ends.filter((end) => !isSatisfied(replica, end))];
}

/** A conversation that messages were moved into is cut at their positions: what was shown there is fetched again. */
function noteLost({ lost }: Loader, { screen, replica }: State, last: State): void {
  if (screen.place.kind !== "narrow") return;
  const now = freshHistory(replica, screen.place.narrow);
  const before = freshHistory(last.replica, screen.place.narrow);
  if (now === undefined || before === undefined || now.epoch !== before.epoch) return;
  if (before.newestKnown && !now.newestKnown) lost.add("newer");
  if (before.oldestKnown && !now.oldestKnown) lost.add("older");
  if (now.newestKnown) lost.delete("newer");
  if (now.oldestKnown) lost.delete("older");
}

function aheadOf(loader: Loader, state: State): Want | undefined {
  const narrow = state.replica.epoch === 0 ? undefined : loader.ahead(state);
  if (narrow === undefined) return undefined;
  const want: Want = { narrow, side: "around" };
  return isSatisfied(state.replica, want) || hasLanded(loader, want, state.replica)
    ? undefined
    : want;
}

function visitOf({ narrow }: Want, { epoch }: Replica): string {
  return `${epoch} ${narrowKey(narrow)}`;
}

function hasLanded({ landed }: Loader, want: Want, replica: Replica): boolean {
  const known = replica.histories.has(narrowKey(want.narrow));
  return known && landed.has(visitOf(want, replica));
}

function start(loader: Loader, want: Want, priority: Priority): void {
  const { context, occupied } = loader;
  const key = narrowKey(want.narrow);
  if (priority === "interactive") {
    occupied.set(key, undefined);
    void context.idle.during(load(loader, want, { priority }));
    return;
  }
  const withdrawn = new AbortController();
  occupied.set(key, () => withdrawn.abort());
  const beforeLeaving = async () => void occupied.set(key, undefined);
  const options = { priority, beforeLeaving, withdrawn: withdrawn.signal };
  void context.idle.during(load(loader, want, options));
}

type PageOptions = Pick<CallOptions, "priority" | "beforeLeaving"> & {
  /** Aborted while the request waits for its turn: somebody wants the page sooner than that. */
  readonly withdrawn?: AbortSignal;
};

async function load(loader: Loader, want: Want, options: PageOptions): Promise<void> {
  const { context, occupied, waits, landed } = loader;
  const key = narrowKey(want.narrow);
  noteLoading(context, key);
  let waitMs = 0;
  try {
    await loadPage(context, want, options);
    if (want.side === "around") landed.add(visitOf(want, context.store.getState().replica));
    // One page beyond a lost end: the screen requests the rest when the person goes there.
    else loader.lost.delete(want.side);
    waits.delete(key);
    loader.lookAhead = true;
    noteLoaded(context, want);
  } catch (error) {
    if (context.stopped.aborted) return;
    if (options.withdrawn?.aborted === true) {
      context.log.note("A page is fetched before its turn.", { narrow: key });
      start(loader, want, "interactive");
      return;
    }
    waitMs = noteFailure(loader, want, error);
  }
  const free = () => {
    occupied.delete(key);
    advance(loader);
  };
  if (waitMs === 0) free();
  else context.clock.after(waitMs, free);
}

/** Returns how long to wait before the narrow is requested again. */
function noteFailure(loader: Loader, want: Want, error: unknown): number {
  const { context } = loader;
  const key = narrowKey(want.narrow);
  if (!(error instanceof ApiError))
    context.log.warn("A page could not be taken.", { narrow: key, reason: String(error) });
  const refused = error instanceof ApiError && error.failure.kind === "refused";
  noteLoaded(context, refused ? want : undefined, key, error);
  return refused ? longestWaitMs : waitAfter(loader, key);
}

function waitAfter({ context, waits }: Loader, key: NarrowKey): number {
  const wait = waits.get(key) ?? backoff(context.random, 500, longestWaitMs);
  waits.set(key, wait);
  return wait.next();
}

/** Repeats the request until the response is not older than events applied meanwhile. */
async function loadPage(context: SyncContext, want: Want, options: PageOptions): Promise<void> {
  const { store, log, stopped } = context;
  const { withdrawn = stopped, ...rest } = options;
  const signal = AbortSignal.any([stopped, withdrawn]);
  const { narrow } = want;
  for (let merged = false; !merged; ) {
    const state = store.getState();
    const asked = requestedNow(state.replica);
    const { answer, messages, mismatches } = await fetchMessages(
      context,
      {
        ...pageFor(state, want),
        narrow: termsOf(narrow, state.replica.ownId, context.connection().level()),
        client_gravatar: true,
      },
      { ...rest, signal },
    );
    for (const { path, reason } of mismatches)
      log.warn("A message of a page was set aside.", { path, reason });
    const page = {
      messages,
      foundOldest: answer.found_oldest ?? false,
      foundNewest: answer.found_newest ?? false,
      anchor: answer.anchor,
    };
    changeReplica(
      store,
      (replica, batch) => {
        merged = !isStale(replica, narrow, asked);
        return merged ? mergePage(replica, narrow, page, asked, batch) : replica;
      },
      ownOf(store.getState().replica, messages),
    );
  }
}

/** The person's own messages of a page, which may include unconfirmed sends. */
function ownOf(replica: Replica, messages: readonly Message[]): readonly OwnMessage[] {
  return messages
    .filter(({ sender_id }) => sender_id === replica.ownId)
    .map((message) => {
      const { id, conversation, content } =
        get(replica.messages, message.id) ?? fromWireMessage(message);
      return { id, conversation, content };
    });
}

function dropSatisfied({ store }: SyncContext): void {
  const { replica } = store.getState();
  changeScreen(store, (screen) => {
    const wants = screen.wants.filter((want) => !isSatisfied(replica, want));
    return wants.length === screen.wants.length ? screen : { ...screen, wants };
  });
}

function noteLoading({ store }: SyncContext, key: NarrowKey): void {
  changeSession(store, (session) => {
    const loadFailures = new Map(session.loadFailures);
    loadFailures.delete(key);
    return { ...session, loading: new Set(session.loading).add(key), loadFailures };
  });
}

/** Ends the request of a narrow; `done` is no longer wanted. */
function noteLoaded(
  { store }: SyncContext,
  done: Want | undefined,
  key: NarrowKey | undefined = done && narrowKey(done.narrow),
  error?: unknown,
): void {
  if (key === undefined) return;
  changeSession(store, (session) => {
    const loading = new Set(session.loading);
    loading.delete(key);
    if (error === undefined) return { ...session, loading };
    const reason = error instanceof ApiError ? sentenceOf(error.failure) : String(error);
    return { ...session, loading, loadFailures: new Map(session.loadFailures).set(key, reason) };
  });
  if (done === undefined) return;
  changeScreen(store, (screen) => {
    const wants = screen.wants.filter(
      (want) => want.side !== done.side || narrowKey(want.narrow) !== key,
    );
    return wants.length === screen.wants.length ? screen : { ...screen, wants };
  });
}
