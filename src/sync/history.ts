/**
 * Pages of history: what the screen lacks, what the open narrow lost with its queue, and what will be read next.
 *
 * One page of a narrow at a time. What is wanted twice is asked for once; what fails is asked for again after a while.
 */
import { ApiError, sentenceOf } from "#api/failure.ts";
import type { Priority } from "#api/lane.ts";
import { type Backoff, backoff } from "#base/backoff.ts";
import { get } from "#base/table.ts";
import type { OwnMessage } from "#journal/claims.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import { type NarrowKey, narrowKey } from "#model/narrow.ts";
import { askedNow, isStale, mergePage } from "#model/page.ts";
import type { Picture } from "#model/picture.ts";
import type { Want } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import { changePicture, changeScreen, changeSession } from "#store/store.ts";
import type { Message } from "#wire/message.ts";
import { isReachable, type SyncContext } from "./context.ts";
import { fetchMessages } from "./fetching.ts";
import { termsOf } from "./narrow-terms.ts";
import { freshHistory, isSatisfied, pageFor } from "./pages.ts";

/** What will be read next; undefined when there is nothing. */
export type Ahead = (state: State) => Want["narrow"] | undefined;

const longestWaitMs = 30_000;

type Loader = {
  readonly context: SyncContext;
  readonly ahead: Ahead;
  /** Narrows with a request under way, or that wait after a failure. */
  readonly occupied: Set<NarrowKey>;
  readonly waits: Map<NarrowKey, Backoff>;
  /** What was landed on by itself, each with its epoch: once a visit, whatever the page held. */
  readonly landed: Set<string>;
  /** Ends of the open narrow that were known until messages came in whose texts nobody told. */
  readonly lost: Set<"older" | "newer">;
  /** Something happened that may have changed what will be read next; asking at each event would cost too much. */
  lookAhead: boolean;
};

/** Watches the screen's wants; the returned function ends it. */
export function startHistory(context: SyncContext, ahead: Ahead): () => void {
  const { store } = context;
  const loader: Loader = {
    context,
    ahead,
    occupied: new Set(),
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
    } else if (state.picture !== last.picture) noteLost(loader, state, last);
    loader.lookAhead ||=
      state.screen.place !== last.screen.place ||
      state.screen.inbox.selected !== last.screen.inbox.selected ||
      state.session.connection !== last.session.connection;
    const moved =
      loader.lookAhead ||
      state.screen.wants !== last.screen.wants ||
      state.picture.histories !== last.picture.histories;
    if (moved) advance(loader);
  });
}

function advance(loader: Loader): void {
  const { context, occupied } = loader;
  const { store, stopped } = context;
  if (stopped.aborted || !isReachable(context)) return;
  dropSatisfied(context);
  const state = store.getState();
  for (const want of [...state.screen.wants, ...missing(loader, state)])
    if (!occupied.has(narrowKey(want.narrow))) start(loader, want, "interactive");
  if (occupied.size > 0 || !loader.lookAhead) return;
  loader.lookAhead = false;
  const next = aheadOf(loader, state);
  if (next !== undefined) start(loader, next, "background");
}

/** What the open narrow lacks: nothing is known of it, or only what an older queue told, or an end was lost. */
function missing(loader: Loader, { screen, picture }: State): readonly Want[] {
  if (screen.place.kind !== "narrow" || picture.epoch === 0) return [];
  const { narrow } = screen.place;
  const want: Want = { narrow, side: "around" };
  const around = isSatisfied(picture, want) || hasLanded(loader, want, picture) ? [] : [want];
  const ends = [...loader.lost].map((side): Want => ({ narrow, side }));
  return [...around, ...ends.filter((end) => !isSatisfied(picture, end))];
}

/** A conversation that messages were moved into is cut where they belong: what was shown there is fetched again. */
function noteLost({ lost }: Loader, { screen, picture }: State, last: State): void {
  if (screen.place.kind !== "narrow") return;
  const now = freshHistory(picture, screen.place.narrow);
  const before = freshHistory(last.picture, screen.place.narrow);
  if (now === undefined || before === undefined || now.epoch !== before.epoch) return;
  if (before.newestKnown && !now.newestKnown) lost.add("newer");
  if (before.oldestKnown && !now.oldestKnown) lost.add("older");
  if (now.newestKnown) lost.delete("newer");
  if (now.oldestKnown) lost.delete("older");
}

function aheadOf(loader: Loader, state: State): Want | undefined {
  const narrow = state.picture.epoch === 0 ? undefined : loader.ahead(state);
  if (narrow === undefined) return undefined;
  const want: Want = { narrow, side: "around" };
  return isSatisfied(state.picture, want) || hasLanded(loader, want, state.picture)
    ? undefined
    : want;
}

function visitOf({ narrow }: Want, { epoch }: Picture): string {
  return `${epoch} ${narrowKey(narrow)}`;
}

function hasLanded({ landed }: Loader, want: Want, picture: Picture): boolean {
  const known = picture.histories.has(narrowKey(want.narrow));
  return known && landed.has(visitOf(want, picture));
}

function start(loader: Loader, want: Want, priority: Priority): void {
  const { context, occupied } = loader;
  occupied.add(narrowKey(want.narrow));
  void context.busy.during(load(loader, want, priority));
}

async function load(loader: Loader, want: Want, priority: Priority): Promise<void> {
  const { context, occupied, waits, landed } = loader;
  const key = narrowKey(want.narrow);
  noteLoading(context, key);
  let waitMs = 0;
  try {
    await loadPage(context, want, priority);
    if (want.side === "around") landed.add(visitOf(want, context.store.getState().picture));
    // One page beyond a lost end: the screen wants the rest when somebody goes there.
    else loader.lost.delete(want.side);
    waits.delete(key);
    loader.lookAhead = true;
    noteLoaded(context, want);
  } catch (error) {
    if (context.stopped.aborted) return;
    if (!(error instanceof ApiError))
      context.log.warn("A page could not be taken.", { narrow: key, reason: String(error) });
    const refused = error instanceof ApiError && error.failure.kind === "refused";
    noteLoaded(context, refused ? want : undefined, key, error);
    waitMs = refused ? longestWaitMs : waitAfter(loader, key);
  }
  const free = () => {
    occupied.delete(key);
    advance(loader);
  };
  if (waitMs === 0) free();
  else context.clock.after(waitMs, free);
}

function waitAfter({ context, waits }: Loader, key: NarrowKey): number {
  const wait = waits.get(key) ?? backoff(context.random, 500, longestWaitMs);
  waits.set(key, wait);
  return wait.next();
}

/** Asks until the answer is not older than what events told meanwhile. */
async function loadPage(context: SyncContext, want: Want, priority: Priority): Promise<void> {
  const { store, log } = context;
  const { narrow } = want;
  for (let merged = false; !merged; ) {
    const state = store.getState();
    const asked = askedNow(state.picture);
    const { answer, messages, misfits } = await fetchMessages(
      context,
      {
        ...pageFor(state, want),
        narrow: termsOf(narrow, state.picture.ownId, context.connection().level()),
        client_gravatar: true,
      },
      { priority },
    );
    for (const { path, reason } of misfits)
      log.warn("A message of a page was set aside.", { path, reason });
    const page = {
      messages,
      foundOldest: answer.found_oldest ?? false,
      foundNewest: answer.found_newest ?? false,
      anchor: answer.anchor,
    };
    changePicture(
      store,
      (picture, batch) => {
        merged = !isStale(picture, narrow, asked);
        return merged ? mergePage(picture, narrow, page, asked, batch) : picture;
      },
      ownOf(store.getState().picture, messages),
    );
  }
}

/** The person's own messages of a page: sends that nobody answered may be among them. */
function ownOf(picture: Picture, messages: readonly Message[]): readonly OwnMessage[] {
  return messages
    .filter(({ sender_id }) => sender_id === picture.ownId)
    .map((message) => {
      const { id, conversation, content } =
        get(picture.messages, message.id) ?? fromWireMessage(message);
      return { id, conversation, content };
    });
}

function dropSatisfied({ store }: SyncContext): void {
  const { picture } = store.getState();
  changeScreen(store, (screen) => {
    const wants = screen.wants.filter((want) => !isSatisfied(picture, want));
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

/** The request of a narrow is over; `done` is not wanted any more. */
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
