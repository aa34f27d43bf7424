/**
 * Fetches the messages that rows of conversations show, in the background, before the user scrolls there.
 *
 * A few pages at a time, applied to the replica in one step. Nothing is fetched while the list does not change.
 */

import { ApiError } from "#api/failure.ts";
import { backoff } from "#base/backoff.ts";
import type { GroupedRow } from "#journal/step-location.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { mergeMessages, requestedNow } from "#model/merge-page.ts";
import { missingEnds, missingNewest } from "#model/select/prefetch.ts";
import { follow, type Part, parts } from "#store/follow.ts";
import { listOf } from "#store/lists.ts";
import type { Screen } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import { changeReplica } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import type { Message } from "#wire/message.ts";
import type { NarrowTerm } from "#wire/narrow.ts";
import { isReachable, type SyncContext } from "./context.ts";
import { fetchMessages } from "./fetching.ts";
import { termsOf } from "./narrow-terms.ts";
import { type PreviewPage, previewPages } from "./preview-pages.ts";

/** Screens of rows below the selected one whose texts are fetched: the first may start with that row, and two more. */
const screensAhead = 3;
const pagesAtOnce = 12;
const longestWaitMs = 30_000;

/**
 * How a message was requested so far. A message read elsewhere meanwhile is no longer among the unread ones, but can be
 * fetched alone.
 */
type Tried = Map<MessageId, "with others" | "alone">;

export function startPreviews(context: SyncContext): void {
  const { store, idle, stopped } = context;
  const wait = backoff(context.random, 500, longestWaitMs);
  const tried: Tried = new Map();
  let epoch = 0;
  let isRunning = false;
  /** The last window without missing messages: moving the cursor by a row need not scan the rows again. */
  let complete: (Pick<State["view"], "unreads"> & ListWindow) | undefined;

  const advance = () => {
    const state = store.getState();
    if (isRunning || stopped.aborted || state.replica.epoch === 0 || !isReachable(context)) return;
    if (state.replica.epoch !== epoch) tried.clear();
    epoch = state.replica.epoch;
    const place = placeOf(state.screen);
    const { unreads } = state.view;
    if (complete?.unreads === unreads && isBeside(complete, place)) return;
    const pages = pagesFor(state, place, tried);
    complete = pages.length === 0 ? { unreads, ...place } : undefined;
    if (pages.length === 0) return;
    isRunning = true;
    void idle.during(run(pages));
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
    else context.clock.after(wait.next(), free);
  };

  advance();
  const rows: readonly Part[] = [({ screen }) => screen.lists, ({ screen }) => screen.rows];
  follow(
    store,
    [...rows, parts.place, ({ view }) => view.unreads, parts.epoch, parts.connection],
    advance,
  );
}

/** The next pages of missing messages: the texts of all nearby rows, and the times of those on the screen. */
function pagesFor({ view }: State, place: ListWindow, tried: Tried): readonly PreviewPage[] {
  const { order, at, rows } = place;
  const from = Math.max(0, at - rows);
  const near = keysOf(order.slice(from, at + screensAhead * rows));
  const shown = keysOf(order.slice(from, at + rows));
  const missing = [
    ...missingEnds(view, near, "first"),
    ...missingEnds(view, shown, "newest"),
    // The inbox has no rows without unread messages.
    ...(place.isInbox ? [] : missingNewest(view, shown)),
  ];
  const open = missing.filter((id) => tried.get(id) !== "alone");
  if (open.length === 0) return [];
  return previewPages(view, open, (id) => tried.has(id)).slice(0, pagesAtOnce);
}

/** The list, its cursor position, and the rows per screen. */
type ListWindow = {
  readonly isInbox: boolean;
  readonly order: readonly GroupedRow[];
  readonly at: number;
  readonly rows: number;
};

/** The open list if its rows are conversations, else the inbox, which will be opened next. */
function placeOf(screen: Screen): ListWindow {
  const { place } = screen;
  const isOther = place.kind === "recent" || place.kind === "topics";
  const { rows, cursor } = listOf(screen, isOther ? place : { kind: "inbox" });
  return { isInbox: !isOther, order: rows, rows: screen.rows, at: cursor?.at ?? 0 };
}

function keysOf(rows: readonly GroupedRow[]): readonly ConversationKey[] {
  return rows.map(({ key }) => key as ConversationKey);
}

/** Less than half a screen away in the same list. */
function isBeside(one: ListWindow, other: ListWindow): boolean {
  return (
    one.order === other.order &&
    one.rows === other.rows &&
    Math.abs(one.at - other.at) < one.rows / 2
  );
}

/**
 * False when the server could not be reached: the same request may succeed later. Refused ones are not repeated in this
 * way.
 */
async function fetchTogether(
  context: SyncContext,
  tried: Tried,
  pages: readonly PreviewPage[],
): Promise<boolean> {
  const asked = requestedNow(context.store.getState().replica);
  const results = await Promise.all(pages.map((page) => attempt(context, tried, page)));
  const messages = results.flatMap((result) => (Array.isArray(result) ? result : []));
  if (messages.length > 0 && !context.stopped.aborted)
    changeReplica(context.store, (now, batch) => mergeMessages(now, messages, asked, batch));
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
    context.log.note("Texts of a list could not be fetched.", { reason: String(error) });
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
    { priority: "preview" },
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
