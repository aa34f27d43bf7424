/**
 * Fetches the messages that rows of conversations show, in the background, before the user scrolls there; those of the
 * archive first.
 *
 * A few pages at a time, applied to the replica in one step. Nothing is fetched while the list does not change. What waits
 * for its turn is given up when the user jumps elsewhere.
 */
import { ApiError } from "#api/failure.ts";
import type { Priority } from "#api/lane.ts";
import { noArchive } from "#archive/archive.ts";
import { backoff } from "#base/backoff.ts";
import { idsOf } from "#base/id-list.ts";
import { memoizeEach } from "#base/memoize.ts";
import { position, type Sorted, sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { mergeMessages, requestedNow, withArchivedMessages } from "#model/merge-page.ts";
import type { Replica } from "#model/replica.ts";
import { missingEnds, missingNewest } from "#model/select/prefetch.ts";
import { streamOfKey, type UnreadConversation } from "#model/unreads.ts";
import { type AskedRows, rowsAsked } from "#store/asks.ts";
import { follow, type Part, parts } from "#store/follow.ts";
import { isLean, type State } from "#store/state.ts";
import { changeReplica } from "#store/store.ts";
import { isReachable, type SyncContext, withdrawal } from "#sync/context.ts";
import { fetchMessages, termsOf } from "#sync/fetching.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import type { Message } from "#wire/message.ts";
import type { NarrowTerm } from "#wire/narrow.ts";

/** Screens of rows below the selected one whose texts are fetched: the first may start with that row, and two more. */
const screensAhead = 3;
const pagesAtOnce = 12;
const longestWaitMs = 30_000;

const followed: readonly Part[] = [
  rowsAsked,
  ({ view }) => view.unreads,
  parts.epoch,
  parts.connection,
  isLean,
];

/**
 * How a message was requested so far. A message read elsewhere meanwhile is no longer among the unread ones, but can be
 * fetched alone.
 */
type Tried = Map<MessageId, "with others" | "alone">;

export function startPreviews(context: SyncContext): void {
  const { store, idle, stopped, archive } = context;
  const wait = backoff(context.random, 500, longestWaitMs);
  const tried: Tried = new Map();
  /** What the archive was asked for. */
  const looked = new Set<MessageId>();
  let epoch = 0;
  let isRunning = false;
  let fetching: Fetching | undefined;
  /** The last window without missing messages: moving the cursor by a row need not scan the rows again. */
  let complete: (Pick<State["view"], "unreads"> & AskedRows) | undefined;

  const leaveFor = (window: AskedRows) => {
    if (fetching !== undefined && isOverdue(fetching, window)) fetching.leave.abort(withdrawal);
  };
  const advance = () => {
    const state = store.getState();
    const window = rowsAsked(state);
    leaveFor(window);
    if (isRunning || stopped.aborted || state.replica.epoch === 0) return;
    if (state.replica.epoch !== epoch) for (const asked of [tried, looked]) asked.clear();
    epoch = state.replica.epoch;
    const { unreads } = state.view;
    if (complete?.unreads === unreads && isBeside(complete, window)) return;
    const missing = missingIn(state, window);
    const unseen = unseenOf([...missing.shown, ...missing.ahead]);
    if (unseen.length > 0) start(look(unseen));
    else fetchNext(state, window, missing);
  };
  const unseenOf = (missing: readonly MessageId[]) =>
    archive === noArchive ? [] : [...new Set(missing)].filter((id) => !looked.has(id));
  const start = (work: Promise<void>) => {
    isRunning = true;
    void idle.during(work);
  };
  const fetchNext = (state: State, window: AskedRows, missing: Missing) => {
    if (!isReachable(context) || isLean(state)) return;
    const batch = nextBatch(state, missing, tried);
    const isComplete = batch.pages.length === 0;
    complete = isComplete ? { unreads: state.view.unreads, ...window } : undefined;
    if (!isComplete) start(run(batch, window));
  };
  /** What was seen is shown at once, and while the server cannot be reached. */
  const look = async (ids: readonly MessageId[]) => {
    for (const id of ids) looked.add(id);
    const archived = await archive.messages(ids);
    if (stopped.aborted) return;
    changeReplica(store, (now, batch) =>
      now.epoch === epoch ? withArchivedMessages(now, archived, batch) : now,
    );
    isRunning = false;
    advance();
  };
  const run = async ({ pages, priority }: Batch, window: AskedRows) => {
    const leave = new AbortController();
    const unsent = new Set(pages);
    fetching = { window, leave, unsent };
    const signal = AbortSignal.any([stopped, leave.signal]);
    const how = { priority, signal, onSent: (page: PreviewPage) => void unsent.delete(page) };
    const isServed = await fetchTogether(context, tried, pages, how);
    fetching = undefined;
    if (stopped.aborted) return;
    if (isServed) wait.reset();
    const free = () => {
      isRunning = false;
      advance();
    };
    if (isServed) free();
    else context.clock.after(wait.next(), free);
  };

  advance();
  follow(store, followed, advance);
}

type Missing = {
  /** The texts and times of the rows on the screen. */
  readonly shown: readonly MessageId[];
  /** The texts of those where the user may go next. */
  readonly ahead: readonly MessageId[];
};

function missingIn({ view }: State, window: AskedRows): Missing {
  const { order, at, rows } = window;
  const from = Math.max(0, at - rows);
  const shown = keysOf(order.slice(from, at + rows));
  const below = keysOf(order.slice(at + rows, at + screensAhead * rows));
  const missing = [
    ...missingEnds(view, shown, "first"),
    ...missingEnds(view, shown, "newest"),
    // The inbox has no rows without unread messages.
    ...(window.isInbox ? [] : missingNewest(view, shown)),
  ];
  const ahead = missingEnds(view, below, "first");
  return window.isOpen ? { shown: missing, ahead } : { shown: [], ahead: [...missing, ...ahead] };
}

type Batch = { readonly priority: Priority; readonly pages: readonly PreviewPage[] };

/** The next pages of missing messages: while rows on the screen lack some, only theirs. */
function nextBatch({ view }: State, { shown, ahead }: Missing, tried: Tried): Batch {
  const open = [...shown, ...ahead].filter((id) => tried.get(id) !== "alone");
  const pages = previewPages(view, open, (id) => tried.has(id));
  const onScreen = new Set(shown);
  const urgent = pages.filter(({ ids }) => ids.some((id) => onScreen.has(id)));
  return urgent.length > 0
    ? { priority: "preview", pages: urgent.slice(0, pagesAtOnce) }
    : { priority: "ahead", pages: pages.slice(0, pagesAtOnce) };
}

function keysOf(rows: AskedRows["order"]): readonly ConversationKey[] {
  return rows.map(({ key }) => key as ConversationKey);
}

/** In the same rows on a screen of the same size. */
function isBeside(one: AskedRows, other: AskedRows): boolean {
  return one.order === other.order && one.rows === other.rows && isNear(one, other);
}

/** Less than half a screen away. */
function isNear(one: AskedRows, other: AskedRows): boolean {
  return Math.abs(one.at - other.at) < one.rows / 2;
}

type How = {
  readonly priority: Priority;
  /** Aborted with the session, and when the user has jumped elsewhere. */
  readonly signal: AbortSignal;
  readonly onSent: (page: PreviewPage) => void;
};

/** What is being fetched: the requests may have to wait for the rate limit. */
type Fetching = {
  readonly window: AskedRows;
  readonly leave: AbortController;
  readonly unsent: ReadonlySet<PreviewPage>;
};

/**
 * Whether what is wanted now must not wait for what was wanted then: for other rows, or while none were on the screen, unless
 * the answers are on their way.
 */
function isOverdue({ window: then, unsent }: Fetching, now: AskedRows): boolean {
  const isOpened = now.isOpen && !then.isOpen && unsent.size > 0;
  return isOpened || now.isInbox !== then.isInbox || !isNear(then, now);
}

/**
 * False when the server could not be reached: the same request may succeed later. Refused ones are not repeated in this
 * way.
 */
async function fetchTogether(
  context: SyncContext,
  tried: Tried,
  pages: readonly PreviewPage[],
  how: How,
): Promise<boolean> {
  const asked = requestedNow(context.store.getState().replica);
  const results = await Promise.all(pages.map((page) => attempt(context, tried, page, how)));
  const messages = results.flatMap((result) => (Array.isArray(result) ? result : []));
  if (messages.length > 0 && !context.stopped.aborted)
    changeReplica(context.store, (now, batch) => mergeMessages(now, messages, asked, batch));
  return !results.includes("unreachable");
}

async function attempt(
  context: SyncContext,
  tried: Tried,
  page: PreviewPage,
  how: How,
): Promise<readonly Message[] | "unreachable"> {
  const note = () => {
    for (const id of page.ids) tried.set(id, page.among === "alone" ? "alone" : "with others");
  };
  try {
    const messages = await fetchPage(context, page, how);
    note();
    return messages;
  } catch (error) {
    if (how.signal.aborted) return [];
    context.log.note("Texts of a list could not be fetched.", { reason: String(error) });
    if (!(error instanceof ApiError) || error.failure.kind !== "refused") return "unreachable";
    note();
    return [];
  }
}

async function fetchPage(
  context: SyncContext,
  page: PreviewPage,
  { onSent, ...how }: How,
): Promise<readonly Message[]> {
  const { messages } = await fetchMessages(
    context,
    {
      anchor: page.anchor,
      num_before: 0,
      num_after: page.after,
      narrow: narrowOf(page, context.store.getState(), context.connection().level()),
      client_gravatar: true,
    },
    { ...how, beforeSending: async () => onSent(page) },
  );
  return messages;
}

function narrowOf({ among }: PreviewPage, { view }: State, level: number): NarrowTerm[] {
  if (among === "alone") return [];
  const narrow =
    among.unreadIn === "directs"
      ? ({ kind: "directs" } as const)
      : ({ kind: "stream", streamId: among.unreadIn } as const);
  return [...termsOf(narrow, view.ownId, level), { operator: "is", operand: "unread" }];
}

/**
 * A page for messages that are missing one by one. Wanted unread messages of one stream with few others between them are
 * fetched together: that costs less than a request for each. An isolated message is a page of one.
 */
type PreviewPage = {
  /** The scope: everything unread in a stream or in all direct conversations, or the message alone. */
  readonly among: { readonly unreadIn: PreviewSource } | "alone";
  readonly anchor: MessageId;
  /** The number of messages after the anchor. */
  readonly after: number;
  /** The missing messages that it contains. */
  readonly ids: readonly MessageId[];
};

/** Up to this many unread messages between two missing ones are fetched along rather than skipped. */
const worthFetching = 20;
const longestPage = 200;

/** Pages that contain all of `missing`, in order of the first missing message. `isSingle`: fetched alone. */
function previewPages(
  replica: Replica,
  missing: readonly MessageId[],
  isSingle: (id: MessageId) => boolean,
): readonly PreviewPage[] {
  const pages = new Map<MessageId, PreviewPage>();
  for (const [source, ids] of bySource(replica, missing, isSingle)) {
    const sourcePages = source === "alone" ? ids.map(alone) : pagesOf(replica, source, sorted(ids));
    for (const page of sourcePages) for (const id of page.ids) pages.set(id, page);
  }
  return [...new Set(missing.flatMap((id) => pages.get(id) ?? []))];
}

type PreviewSource = StreamId | "directs";

function bySource(
  { unreads }: Replica,
  missing: readonly MessageId[],
  isSingle: (id: MessageId) => boolean,
): ReadonlyMap<PreviewSource | "alone", readonly MessageId[]> {
  return Map.groupBy(new Set(missing), (id) => {
    const key = get(unreads.where, id);
    return key === undefined || isSingle(id) ? "alone" : (streamOfKey(key) ?? "directs");
  });
}

function alone(id: MessageId): PreviewPage {
  return { among: "alone", anchor: id, after: 0, ids: [id] };
}

function pagesOf(
  replica: Replica,
  source: PreviewSource,
  missing: Sorted<MessageId>,
): readonly PreviewPage[] {
  if (missing.length === 1) return missing.map(alone);
  const unread = unreadOf(replica, source);
  const pages: { ids: MessageId[]; from: number; to: number }[] = [];
  for (const id of missing) {
    const at = position(unread, id);
    const last = pages.at(-1);
    if (last && at - last.to <= worthFetching && at - last.from < longestPage) {
      last.ids.push(id);
      last.to = at;
    } else pages.push({ ids: [id], from: at, to: at });
  }
  return pages.map(({ ids, from, to }) => {
    const [anchor = 0 as MessageId] = ids;
    return ids.length === 1
      ? alone(anchor)
      : { among: { unreadIn: source }, anchor, after: to - from, ids };
  });
}

type Group = ReadonlyMap<unknown, UnreadConversation>;

const nothing: Group = new Map();

/** All that is unread in a stream, or in all direct conversations. */
function unreadOf({ unreads }: Replica, source: PreviewSource): Sorted<MessageId> {
  return idsIn(source === "directs" ? unreads.directs : (unreads.streams.get(source) ?? nothing));
}

/** Asked for again with each page of a stream. */
const idsIn = memoizeEach((group: Group) =>
  sorted([...group.values()].flatMap((entry) => idsOf(entry.ids))),
);
