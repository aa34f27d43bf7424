/**
 * What the rows of the inbox say: the messages behind them, fetched in the background before anybody scrolls there.
 *
 * A few pages at a time, which the picture takes in one step. A list that rests asks for nothing.
 */
import { ApiError } from "#api/failure.ts";
import { backoff } from "#base/backoff.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { askedNow, mergeMessages } from "#model/page.ts";
import { missingEnds } from "#model/select/ahead.ts";
import type { Screen } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import { changePicture } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import type { Message } from "#wire/message.ts";
import type { NarrowTerm } from "#wire/narrow.ts";
import { isReachable, type SyncContext } from "./context.ts";
import { fetchMessages } from "./fetching.ts";
import { termsOf } from "./narrow-terms.ts";
import { type PreviewPage, previewPages } from "./preview-pages.ts";

/** Screens of rows below the selected one whose texts are fetched: the one that it may be the first of, and two more. */
const screensAhead = 3;
const pagesAtOnce = 12;
const longestWaitMs = 30_000;

/** How a message was asked for so far. What was read elsewhere meanwhile is not among what is unread, but there. */
type Tried = Map<MessageId, "with others" | "alone">;

/** Watches which rows are near; the returned function ends it. */
export function startPreviews(context: SyncContext): () => void {
  const { store, busy, stopped } = context;
  const wait = backoff(context.random, 500, longestWaitMs);
  const tried: Tried = new Map();
  let epoch = 0;
  let isRunning = false;
  let cancelWait = () => {};
  /** Where nothing was missing: a key that moves the cursor by a row need not go through the rows again. */
  let complete: (Pick<State["view"], "unreads"> & Place) | undefined;

  const advance = () => {
    const state = store.getState();
    if (isRunning || stopped.aborted || state.picture.epoch === 0 || !isReachable(context)) return;
    if (state.picture.epoch !== epoch) tried.clear();
    epoch = state.picture.epoch;
    const place = placeOf(state.screen);
    const { unreads } = state.view;
    if (complete?.unreads === unreads && isBeside(complete, place)) return;
    const pages = pagesFor(state, place, tried);
    complete = pages.length === 0 ? { unreads, ...place } : undefined;
    if (pages.length === 0) return;
    isRunning = true;
    void busy.during(run(pages));
  };
  const run = async (pages: readonly PreviewPage[]) => {
    const isServed = await fetchTogether(context, tried, pages);
    if (stopped.aborted) return;
    if (isServed) wait.reset();
    const free = () => {
      isRunning = false;
      advance();
    };
    if (isServed) free();
    else cancelWait = context.clock.after(wait.next(), free);
  };

  advance();
  const unsubscribe = store.subscribe((state, last) => {
    const moved =
      state.screen.inbox !== last.screen.inbox ||
      state.screen.rows !== last.screen.rows ||
      state.view.unreads !== last.view.unreads ||
      state.picture.epoch !== last.picture.epoch ||
      state.session.connection !== last.session.connection;
    if (moved) advance();
  });
  return () => {
    unsubscribe();
    cancelWait();
  };
}

/** The next pages of what is missing: the texts of all rows that are near, and the hours of those on the screen. */
function pagesFor({ view }: State, place: Place, tried: Tried): readonly PreviewPage[] {
  const { order, at, rows } = place;
  const from = Math.max(0, at - rows);
  const near = order.slice(from, at + screensAhead * rows);
  const shown = order.slice(from, at + rows);
  const wanted = [...missingEnds(view, near, "first"), ...missingEnds(view, shown, "newest")];
  const open = wanted.filter((id) => tried.get(id) !== "alone");
  if (open.length === 0) return [];
  return previewPages(view, open, (id) => tried.has(id)).slice(0, pagesAtOnce);
}

/** The list, where its cursor is, and how many rows a screen has. */
type Place = {
  readonly order: readonly ConversationKey[];
  readonly at: number;
  readonly rows: number;
};

function placeOf({ inbox: { order, selected }, rows }: Screen): Place {
  return { order, rows, at: selected === undefined ? 0 : Math.max(0, order.indexOf(selected)) };
}

/** Less than half a screen away in the same list. */
function isBeside(one: Place, other: Place): boolean {
  return (
    one.order === other.order &&
    one.rows === other.rows &&
    Math.abs(one.at - other.at) < one.rows / 2
  );
}

/** False when the server could not be asked: the same may go well later. What it refuses is not asked again in this way. */
async function fetchTogether(
  context: SyncContext,
  tried: Tried,
  pages: readonly PreviewPage[],
): Promise<boolean> {
  const asked = askedNow(context.store.getState().picture);
  const results = await Promise.all(pages.map((page) => attempt(context, tried, page)));
  const messages = results.flatMap((result) => (Array.isArray(result) ? result : []));
  if (messages.length > 0 && !context.stopped.aborted)
    changePicture(context.store, (now, batch) => mergeMessages(now, messages, asked, batch));
  return !results.includes("unreachable");
}

async function attempt(
  context: SyncContext,
  tried: Tried,
  page: PreviewPage,
): Promise<readonly Message[] | "unreachable"> {
  const note = () => {
    for (const id of page.ids) tried.set(id, page.among === "alone" ? "alone" : "with others");
  };
  try {
    const messages = await fetchPage(context, page);
    note();
    return messages;
  } catch (error) {
    if (context.stopped.aborted) return [];
    context.log.note("Texts of the inbox could not be fetched.", { reason: String(error) });
    if (!(error instanceof ApiError) || error.failure.kind !== "refused") return "unreachable";
    note();
    return [];
  }
}

async function fetchPage(context: SyncContext, page: PreviewPage): Promise<readonly Message[]> {
  const { messages } = await fetchMessages(
    context,
    {
      anchor: page.anchor,
      num_before: 0,
      num_after: page.after,
      narrow: narrowOf(page, context.store.getState(), context.connection().level()),
      client_gravatar: true,
    },
    { priority: "background" },
  );
  return messages;
}

function narrowOf({ among }: PreviewPage, { view }: State, level: number): NarrowTerm[] {
  if (among === "alone") return [];
  const place =
    among.unreadIn === "directs"
      ? ({ kind: "directs" } as const)
      : ({ kind: "stream", streamId: among.unreadIn } as const);
  return [...termsOf(place, view.ownId, level), { operator: "is", operand: "unread" }];
}
