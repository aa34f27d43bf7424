/**
 * Fetches pages of history: what the screen needs, what the open narrow lost with its queue, and what will probably be
 * read next.
 *
 * One page of a narrow at a time. Duplicate requests are merged; failed ones are retried after a delay.
 */

import { ApiError, isRefusal, requestedWaitMs } from "#api/failure.ts";
import type { Priority } from "#api/lane.ts";
import { noArchive } from "#archive/archive.ts";
import { type Backoff, backoff } from "#base/backoff.ts";
import { idAt } from "#base/id-list.ts";
import { conversationKey } from "#model/conversation.ts";
import { evict, evictionDefaults } from "#model/evict.ts";
import { isConversation, type Narrow, type NarrowKey, narrowKey } from "#model/narrow.ts";
import { historyOf } from "#model/select/conversations.ts";
import { digested, goesBackTo } from "#model/select/digest.ts";
import { withUnheard } from "#model/streams.ts";
import { unreadIn } from "#model/unreads.ts";
import { askedSearch, countedTopic, withOwnWants } from "#store/asks.ts";
import { follow, type Part, parts } from "#store/follow.ts";
import { narrowOf } from "#store/lists.ts";
import type { LoadRequest, Reader } from "#store/screen.ts";
import { withLoadFailure } from "#store/session.ts";
import { isLean, type State } from "#store/state.ts";
import { changeReplica, changeScreen, changeSession } from "#store/store.ts";
import { isReachable, type SyncContext, withdrawal, wordsOf } from "#sync/context.ts";
import type { Attention } from "#sync/reads.ts";
import type { MessageId } from "#wire/ids.ts";
import { archivedPages, archivePage } from "./archived.ts";
import {
  freshHistory,
  isSatisfied,
  jumpTargetOf,
  landAtEdge,
  loadPage,
  type PageOptions,
} from "./pages.ts";

/**
 * Predicts what will be read next; undefined when there is nothing. What was fetched ahead since the last register may
 * have been evicted, and is not fetched again. `nextOnly` leaves out what takes longer to find: all but the very next.
 */
export type PrefetchTarget = (
  state: State,
  wasFetched: (narrow: Narrow) => boolean,
  nextOnly: boolean,
) => { readonly narrow: Narrow; readonly isNext: boolean } | undefined;

/** Fetched ahead at full speed: about a screenful of the inbox. */
const burst = 15;
/** So many of these together, which are often one change of the store. */
const together = 4;
/** Between two others, so that they never keep the program busy. */
const pauseMs = 250;
/** All but the next waits until no key was pressed for this long: keys should not share the processor with it. */
const untouchedMs = 1_000;
/** Since a register. */
const mostAhead = 500;

const longestWaitMs = 30_000;

type Loader = {
  readonly context: SyncContext;
  readonly attention: Pick<Attention, "lastKeyAt">;
  readonly prefetchTarget: PrefetchTarget;
  /**
   * Narrows with a pending request, or waiting after a failure. The value withdraws a background request that still
   * waits for its turn; undefined if there is nothing to withdraw.
   */
  readonly occupied: Map<NarrowKey, (() => void) | undefined>;
  /** Those of them that are fetched ahead, until one is opened. */
  readonly unawaited: Set<NarrowKey>;
  readonly waits: Map<NarrowKey, Backoff>;
  /** Narrows waiting after a failed request; the function ends the wait. */
  readonly waiting: Map<NarrowKey, () => void>;
  /** Narrows opened at a jump target, with their epoch: once per visit, whatever the page contained. */
  readonly landed: Set<string>;
  /** Ends of the open narrow that were known until unknown messages were moved there. */
  readonly lost: Set<"older" | "newer">;
  /** Shows what the archive has of these. */
  readonly showArchived: (wants: readonly LoadRequest[]) => void;
  /** What was fetched ahead, with its epoch. */
  readonly ahead: Set<string>;
  isPausing: boolean;
  /** Set when what will be read next may have changed; recomputing it at each event would be too expensive. */
  lookAhead: boolean;
};

export function startHistory(
  context: SyncContext,
  attention: Pick<Attention, "lastKeyAt">,
  prefetchTarget: PrefetchTarget,
): void {
  const { store } = context;
  const loader: Loader = {
    context,
    attention,
    prefetchTarget,
    occupied: new Map(),
    unawaited: new Set(),
    waits: new Map(),
    waiting: new Map(),
    landed: new Set(),
    lost: new Set(),
    showArchived: archivedPages(context),
    ahead: new Set(),
    isPausing: false,
    lookAhead: true,
  };
  advance(loader);
  follow(store, [parts.place, parts.replica], (state, last) => {
    if (state.screen.place === last.screen.place) noteLost(loader, state, last);
    else {
      for (const visited of [loader.landed, loader.lost]) visited.clear();
      renewUnheard(context, state);
    }
  });
  follow(store, [parts.place, ({ screen }) => screen.lists, parts.connection, isLean], () => {
    loader.lookAhead = true;
  });
  const needs: readonly Part[] = [
    ({ screen }) => screen.wants.here,
    openLanding,
    ({ screen }) => countedTopic(screen)?.topic,
    ({ replica }) => replica.histories,
  ];
  follow(store, [parts.screen, parts.replica, ({ session }) => session], (state, last) => {
    if (loader.lookAhead || needs.some((part) => part(state) !== part(last))) advance(loader);
  });
  follow(store, [({ session }) => session.loadFailures], (state) =>
    retryClearedFailures(loader, state),
  );
}

/** What was sent to a stream without a subscription since the last visit is fetched at this one. */
function renewUnheard({ store }: SyncContext, { screen }: State): void {
  const narrow = narrowOf(screen.place);
  if (narrow?.kind === "stream" || narrow?.kind === "topic")
    changeReplica(store, (replica, batch) => withUnheard(replica, narrow.streamId, batch));
}

/** The jump target of the open narrow; undefined elsewhere. */
function openLanding({ screen }: State) {
  return screen.place.kind === "narrow" ? jumpTargetOf(screen, screen.place.narrow) : undefined;
}

/** Removing a failure from the session retries the request immediately. */
function retryClearedFailures({ waiting }: Loader, { session }: State): void {
  for (const [key, endWait] of [...waiting]) if (!session.loadFailures.has(key)) endWait();
}

function advance(loader: Loader): void {
  const { context, occupied } = loader;
  const { store, stopped } = context;
  if (stopped.aborted) return;
  const isOnline = isReachable(context);
  if (isOnline) dropSatisfied(context);
  const state = store.getState();
  const wants = [
    ...state.screen.wants.here,
    ...missing(loader, state),
    ...sinceThen(state, isOnline),
  ];
  loader.showArchived(wants);
  if (!isOnline) return;
  for (const want of [...wants, ...counted(state)]) {
    const key = narrowKey(want.narrow);
    if (!occupied.has(key)) start(loader, want, "interactive");
    else if (loader.unawaited.delete(key)) noteLoading(context, key);
    occupied.get(key)?.();
  }
  fetchAhead(loader, state);
}

/**
 * Only while nothing else is fetched. Beyond what comes next and a screenful, pages go to the archive alone, one at a time, from
 * which they are shown when they are opened: in memory, those of hundreds of conversations would take tens of megabytes.
 */
function fetchAhead(loader: Loader, state: State): void {
  const { context, occupied, ahead } = loader;
  if (occupied.size > 0 || !loader.lookAhead) return;
  loader.lookAhead = false;
  const isOver =
    ahead.size >= burst &&
    (loader.isPausing || ahead.size >= mostAhead || context.archive === noArchive);
  const isTouched = untouchedIn(loader) > 0;
  let target = aheadOf(loader, state, isOver || isTouched);
  while (target !== undefined && (target.isNext || ahead.size < burst)) {
    ahead.add(visitOf(target.next, state));
    start(loader, target.next, "background");
    if (occupied.size >= together || ahead.size >= burst) return;
    target = aheadOf(loader, state, isTouched);
  }
  if (isOver || occupied.size > 0 || loader.isPausing) return;
  const resume = () => {
    loader.isPausing = false;
    loader.lookAhead = true;
    advance(loader);
  };
  if (isTouched) {
    loader.isPausing = true;
    onceUntouched(loader, resume);
  } else if (target !== undefined) {
    loader.isPausing = true;
    fetchQuietly(loader, target.next, resume);
  }
}

/** Into the archive, unless it has it, and then goes on after a pause. */
function fetchQuietly(loader: Loader, next: LoadRequest, resume: () => void): void {
  const { context, occupied, ahead } = loader;
  const state = context.store.getState();
  ahead.add(visitOf(next, state));
  const fetch = (isArchived: boolean) => {
    if (context.stopped.aborted) return;
    if (isArchived) return resume();
    context.clock.after(pauseMs, resume);
    if (occupied.size === 0 && isReachable(context)) start(loader, next, "background", archivePage);
    else ahead.delete(visitOf(next, state));
  };
  void context.idle.during(isUnreadArchived(context, next).then(fetch));
}

/** Milliseconds until the user will have done nothing for long enough. */
function untouchedIn({ context, attention }: Loader): number {
  return attention.lastKeyAt() + untouchedMs - context.clock.now();
}

/** Until then nothing is computed, however often the user comes back. */
function onceUntouched(loader: Loader, task: () => void): void {
  const waitMs = untouchedIn(loader);
  if (waitMs <= 0) task();
  else loader.context.clock.after(waitMs, () => onceUntouched(loader, task));
}

/** Whether the archive has what is unread in a conversation, from an earlier run: opening it shows that at once. */
async function isUnreadArchived(
  { store, archive }: SyncContext,
  { narrow }: LoadRequest,
): Promise<boolean> {
  const { unreads } = store.getState().replica;
  const ids = isConversation(narrow) && unreadIn(unreads, conversationKey(narrow))?.ids;
  const [first, last] = ids ? [idAt(ids, 0), idAt(ids, -1)] : [];
  if (first === undefined || last === undefined) return false;
  const wanted = [...new Set([first, last])];
  return (await archive.messages(wanted)).length === wanted.length;
}

/** The screen counts the messages of a topic up to this limit. */
const maxCounted = 1000;

/** The pages of the topic whose messages the screen counts. */
function counted({ screen, replica }: State): readonly LoadRequest[] {
  const topic = countedTopic(screen);
  if (topic === undefined) return [];
  const narrow = { kind: "topic", ...topic } as const;
  const history = freshHistory(replica, narrow);
  if (history === undefined) return [{ narrow, side: "around" }];
  if (history.ids.length >= maxCounted) return [];
  if (!history.newestKnown) return [{ narrow, side: "newer" }];
  return history.oldestKnown ? [] : [{ narrow, side: "older" }];
}

/** Larger than usual: what happened since a time is derived of them, and they are not drawn. */
const digestPage = 500;
/** What is older is told to be missing. */
const mostDigested = 5_000;

/** What the open list lacks that tells what happened since a time: the newest messages, then those before them. */
function sinceThen({ screen, replica }: State, isOnline: boolean): readonly LoadRequest[] {
  const { place } = screen;
  if (place.kind !== "digest" || replica.epoch === 0) return [];
  const want = (side: LoadRequest["side"]) => ({ narrow: digested, side, count: digestPage });
  const history = isOnline ? freshHistory(replica, digested) : historyOf(replica, digested);
  const newest = history?.newestKnown === true ? [] : [want("newest")];
  const isEnough =
    history === undefined ||
    history.ids.length >= mostDigested ||
    goesBackTo({ messages: replica.messages, history }, place.since);
  // What the server has between the newest messages and a part that ends before them is not known.
  return isEnough || (isOnline && newest.length > 0) ? newest : [...newest, want("older")];
}

/** What the open narrow needs, if it is unknown, known only from an older queue, or lost an end. */
function missing(loader: Loader, state: State): readonly LoadRequest[] {
  const { screen, replica } = state;
  const narrow = narrowOf(screen.place);
  if (narrow === undefined || replica.epoch === 0) return [];
  const want: LoadRequest = { narrow, side: "around" };
  const around = isSatisfied(state, want) || hasLanded(loader, want, state) ? [] : [want];
  const ends = [...loader.lost].map((side): LoadRequest => ({ narrow, side }));
  return [...around, ...ends.filter((end) => !isSatisfied(state, end))];
}

/** Messages moved into a conversation cut its history: the part that was shown is fetched again. */
function noteLost({ lost }: Loader, { screen, replica }: State, last: State): void {
  const narrow = narrowOf(screen.place);
  if (narrow === undefined) return;
  const now = freshHistory(replica, narrow);
  const before = freshHistory(last.replica, narrow);
  if (now === undefined || before === undefined || now.epoch !== before.epoch) return;
  if (before.newestKnown && !now.newestKnown) lost.add("newer");
  if (before.oldestKnown && !now.oldestKnown) lost.add("older");
  if (now.newestKnown) lost.delete("newer");
  if (now.oldestKnown) lost.delete("older");
}

function aheadOf(loader: Loader, state: State, nextOnly: boolean) {
  const { epoch } = state.replica;
  const wasFetched = (narrow: Narrow) => loader.ahead.has(visitOf({ narrow }, state));
  if (epoch === 0 || isLean(state)) return undefined;
  const target = loader.prefetchTarget(state, wasFetched, nextOnly);
  if (target === undefined) return undefined;
  const next: LoadRequest = { narrow: target.narrow, side: "around" };
  const isKnown = isSatisfied(state, next) || hasLanded(loader, next, state);
  return isKnown || loader.occupied.has(narrowKey(target.narrow))
    ? undefined
    : { next, isNext: target.isNext };
}

function visitOf(
  { narrow }: Pick<LoadRequest, "narrow">,
  { replica }: State,
  jumpTarget?: MessageId,
): string {
  return [replica.epoch, narrowKey(narrow), jumpTarget].join(" ");
}

function hasLanded({ landed }: Loader, want: LoadRequest, state: State): boolean {
  const isLoaded = state.replica.histories.has(narrowKey(want.narrow));
  return isLoaded && landed.has(visitOf(want, state, jumpTargetOf(state.screen, want.narrow)));
}

/** Records that the page of an opened narrow is loaded. */
function noteLanded(
  { context, landed }: Loader,
  want: LoadRequest,
  jumpTarget: MessageId | undefined,
): void {
  const state = context.store.getState();
  landed.add(visitOf(want, state));
  if (jumpTarget === undefined) return;
  landed.add(visitOf(want, state, jumpTarget));
  landAtEdge(context.store, narrowKey(want.narrow), jumpTarget);
}

function start(
  loader: Loader,
  want: LoadRequest,
  priority: Priority,
  fetchPage: typeof loadPage = loadPage,
): void {
  const { context, occupied } = loader;
  const key = narrowKey(want.narrow);
  if (priority === "interactive") {
    occupied.set(key, undefined);
    void context.idle.during(load(loader, want, { priority }, fetchPage));
    return;
  }
  const withdrawn = new AbortController();
  occupied.set(key, () => withdrawn.abort(withdrawal));
  const beforeSending = async () => void occupied.set(key, undefined);
  const options = { priority, beforeSending, withdrawn: withdrawn.signal };
  void context.idle.during(load(loader, want, options, fetchPage));
}

async function load(
  loader: Loader,
  want: LoadRequest,
  options: PageOptions,
  fetchPage: typeof loadPage,
): Promise<void> {
  const { context, waits } = loader;
  const key = narrowKey(want.narrow);
  if (options.priority === "interactive") noteLoading(context, key);
  else loader.unawaited.add(key);
  const jumpTarget = jumpTargetOf(context.store.getState().screen, want.narrow);
  let waitMs: number | undefined = 0;
  try {
    await fetchPage(context, want, options);
    if (want.side === "around") noteLanded(loader, want, jumpTarget);
    // One page beyond a lost end: the screen requests the rest when the user goes there.
    else if (want.side !== "newest") loader.lost.delete(want.side);
    waits.delete(key);
    loader.lookAhead = true;
    noteEnd(context, want);
  } catch (error) {
    if (context.stopped.aborted) return;
    if (options.withdrawn?.aborted === true) {
      context.log.note("A page is fetched with higher priority.", { narrow: key });
      start(loader, want, "interactive");
      return;
    }
    waitMs = noteFailure(loader, want, error);
  } finally {
    loader.unawaited.delete(key);
  }
  freeAfter(loader, key, waitMs);
}

/** Allows the next request of the narrow after that time; undefined: only when the user requests it. */
function freeAfter(loader: Loader, key: NarrowKey, waitMs: number | undefined): void {
  const { context, occupied, waiting } = loader;
  let cancel = () => {};
  const free = () => {
    cancel();
    waiting.delete(key);
    occupied.delete(key);
    advance(loader);
  };
  if (waitMs === 0) {
    free();
    return;
  }
  waiting.set(key, free);
  if (waitMs !== undefined) cancel = context.clock.after(waitMs, free);
}

/** Returns the delay before the narrow is requested again; undefined: only when the user requests it. */
function noteFailure(loader: Loader, want: LoadRequest, error: unknown): number | undefined {
  const { context } = loader;
  const { narrow } = want;
  const key = narrowKey(narrow);
  if (!(error instanceof ApiError))
    context.log.warn("A page could not be applied.", { narrow: key, reason: String(error) });
  noteEnd(context, want, error);
  // A refused search would be refused again.
  if (isRefusal(error)) return narrow.kind === "search" ? undefined : longestWaitMs;
  const requested = error instanceof ApiError ? requestedWaitMs(error.failure) : 0;
  return Math.max(requested, waitAfter(loader, key));
}

function waitAfter({ context, waits }: Loader, key: NarrowKey): number {
  const wait = waits.get(key) ?? backoff(context.random, 500, longestWaitMs);
  waits.set(key, wait);
  return wait.next();
}

function dropSatisfied({ store }: SyncContext): void {
  const { replica } = store.getState();
  changeScreen(store, (screen) => {
    const wants = screen.wants.here.filter((want) => !isSatisfied({ replica, screen }, want));
    return withOwnWants(screen, wants);
  });
}

function noteLoading({ store }: SyncContext, key: NarrowKey): void {
  changeSession(store, (session) => {
    const loading = new Set(session.loading).add(key);
    return withLoadFailure({ ...session, loading }, key);
  });
}

/** Ends the request, with its error if it failed. What was loaded or refused is not wanted any more. */
function noteEnd({ store }: SyncContext, request: LoadRequest, error?: unknown): void {
  const key = narrowKey(request.narrow);
  changeSession(store, (session) => {
    const loading = new Set(session.loading);
    const ended = loading.delete(key) ? { ...session, loading } : session;
    return error === undefined ? ended : withLoadFailure(ended, key, wordsOf(error));
  });
  if (error !== undefined && !isRefusal(error)) return;
  changeScreen(store, (screen) => {
    const wants = screen.wants.here.filter(
      (want) => want.side !== request.side || narrowKey(want.narrow) !== key,
    );
    return withOwnWants(screen, wants);
  });
}

/** Evicts messages far from where the user reads, so that memory is bounded; the returned function stops it. */
export function startEviction(
  { store, clock }: SyncContext,
  most: number = evictionDefaults.most,
): () => void {
  let isDue = false;
  const tidy = () => {
    isDue = false;
    const keep = { most, open: openNarrows(store.getState()) };
    changeReplica(store, (replica, batch) => evict(replica, keep, batch));
  };
  return follow(store, [parts.replica], ({ replica }) => {
    if (isDue || replica.messages.size <= most) return;
    isDue = true;
    // Not within the change that exceeded the limit: its frame comes first.
    clock.after(0, tidy);
  });
}

/** The open narrow, what is shown of a row, and the message at the reading position; undefined: at its end. */
function openNarrows(state: State) {
  const { screen } = state;
  const narrow = narrowOf(screen.place) ?? askedSearch(state);
  const { position } = screen.peek ?? {};
  const rowOf = (reader: Reader | undefined) => {
    const row = reader?.top?.row ?? reader?.selected;
    return typeof row === "number" ? row : undefined;
  };
  const open = new Map(position && [[position.narrow, rowOf(position.reader)]]);
  if (narrow === undefined) return open;
  const key = narrowKey(narrow);
  return open.set(key, rowOf(screen.readers.get(key)));
}
