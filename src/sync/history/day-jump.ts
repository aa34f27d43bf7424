/**
 * Finds the first message of a day in a narrow.
 *
 * Older servers have no anchor for a time. IDs increase with time, so pages are fetched at IDs that approach it,
 * interpolated between the times of known messages.
 */
import { get } from "#base/table.ts";
import { stamp } from "#base/time.ts";
import { narrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import type { AskOf } from "#store/asks.ts";
import type { Screen } from "#store/screen.ts";
import { changeScreen } from "#store/store.ts";
import type { SyncContext } from "#sync/context.ts";
import { fetchMessages, termsOf } from "#sync/fetching.ts";
import { since } from "#wire/levels.ts";
import type { Message } from "#wire/message.ts";
import type { Anchor } from "#wire/narrow.ts";

/** Messages fetched on either side of an ID. */
const neighbours = 15;
/** Bisection alone needs 31 for all possible IDs. */
const maxPages = 40;
const daySeconds = 86_400;

type DatedMessage = Pick<Message, "id" | "timestamp">;

/** Goes to the day, unless another place or day was asked for meanwhile. */
export async function goToDay(context: SyncContext, ask: AskOf<"day">): Promise<void> {
  const first = await firstFrom(context, ask);
  context.stopped.throwIfAborted();
  changeScreen(context.store, (screen) => arrived(screen, ask, first));
}

/** Moves the reader to the message, unless another place was opened meanwhile. */
function arrived(
  screen: Screen,
  { narrow, at }: AskOf<"day">,
  found: DatedMessage | undefined,
): Screen {
  const key = narrowKey(narrow);
  const { place } = screen;
  const reader = screen.readers.get(key);
  if (place.kind !== "narrow" || narrowKey(place.narrow) !== key || reader === undefined)
    return screen;
  if (found === undefined) return withToast(screen, "There are no messages here.");
  const landed = { ...reader, selected: found.id, top: undefined, jumpTarget: found.id };
  const jumped = { ...screen, readers: new Map(screen.readers).set(key, landed), toast: undefined };
  if (found.timestamp < at)
    return withToast(jumped, "No messages since then: this is the newest one.");
  return found.timestamp >= at + daySeconds
    ? withToast(jumped, "No messages on that day: this is the next one.")
    : jumped;
}

function withToast(screen: Screen, text: string): Screen {
  return { ...screen, toast: { text, tone: "done", undo: false } };
}

/** The known bounds of the time: the newest message before it, and the oldest from it on. */
type Bounds = {
  readonly before: DatedMessage | undefined;
  readonly from: DatedMessage | undefined;
};

/**
 * The first message from the time on, else the newest of all; undefined if there is none. The times of a search are
 * disregarded.
 */
export async function firstFrom(
  context: SyncContext,
  jump: Pick<AskOf<"day">, "narrow" | "at">,
): Promise<DatedMessage | undefined> {
  let bounds = boundsOf(context.store.getState().replica, jump);
  for (let pages = 0; pages < maxPages; pages += 1) {
    const anchor = anchorFor(bounds, jump.at, pages % 3 === 2);
    if (anchor === undefined) return bounds.from;
    const knowsDates = context.connection().level() >= since.dateAnchor;
    const isAtOnce = knowsDates && pages === 0;
    const page = await pageAt(context, jump, isAtOnce ? dateOf(jump.at) : { anchor });
    const next = narrowed(bounds, page, jump.at);
    if (next.isFound) return next.bounds.from ?? next.bounds.before;
    bounds = next.bounds;
  }
  return bounds.from ?? bounds.before;
}

/** From the loaded messages. */
function boundsOf(replica: Replica, { narrow, at }: Pick<AskOf<"day">, "narrow" | "at">): Bounds {
  const ids = replica.histories.get(narrowKey(narrow))?.ids ?? [];
  const dated = ids.flatMap((id): DatedMessage[] => {
    const message = get(replica.messages, id);
    return message === undefined ? [] : [{ id, timestamp: message.sentAt }];
  });
  return {
    before: dated.findLast(({ timestamp }) => timestamp < at),
    from: dated.find(({ timestamp }) => timestamp >= at),
  };
}

/** Returns undefined if nothing is between the bounds. Every third step is a bisection, in case the guesses are bad. */
function anchorFor({ before, from }: Bounds, at: number, halves: boolean): Anchor | undefined {
  if (from === undefined) return "newest";
  if (before === undefined) return "oldest";
  const gap = from.id - before.id;
  if (gap <= 1) return undefined;
  const share = (at - before.timestamp) / Math.max(1, from.timestamp - before.timestamp);
  const step = Math.floor(gap * (halves ? 0.5 : Math.min(1, Math.max(0, share))));
  return before.id + Math.min(gap - 1, Math.max(1, step));
}

type PageAnchor =
  | { readonly anchor: Anchor }
  | { readonly anchor: "date"; readonly anchor_date: string };

function dateOf(at: number): PageAnchor {
  return { anchor: "date", anchor_date: stamp(at * 1000) };
}

type Page = {
  readonly messages: readonly DatedMessage[];
  readonly isOldest: boolean;
  readonly isNewest: boolean;
};

async function pageAt(
  context: SyncContext,
  { narrow }: Pick<AskOf<"day">, "narrow">,
  at: PageAnchor,
): Promise<Page> {
  const { ownId } = context.store.getState().replica;
  const { answer, messages } = await fetchMessages(
    context,
    {
      ...at,
      num_before: neighbours,
      num_after: neighbours,
      narrow: termsOf(narrow, ownId, context.connection().level()),
      client_gravatar: true,
    },
    { priority: "interactive" },
  );
  return {
    messages,
    isOldest: answer.found_oldest ?? at.anchor === "oldest",
    isNewest: answer.found_newest ?? at.anchor === "newest",
  };
}

/** The bounds after a page. Found: the page has no gap at the time, or shows that there is nothing beyond it. */
function narrowed(
  bounds: Bounds,
  { messages, isOldest, isNewest }: Page,
  at: number,
): { readonly bounds: Bounds; readonly isFound: boolean } {
  const older = messages.findLast(({ timestamp }) => timestamp < at);
  const newer = messages.find(({ timestamp }) => timestamp >= at);
  const next = {
    before: later(bounds.before, older),
    from: earlier(bounds.from, newer),
  };
  const isBetween = older !== undefined && newer !== undefined;
  const isAtEnd = (older === undefined && isOldest) || (newer === undefined && isNewest);
  return { bounds: next, isFound: isBetween || isAtEnd };
}

function later(
  one: DatedMessage | undefined,
  other: DatedMessage | undefined,
): DatedMessage | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.id > other.id ? one : other;
}

function earlier(
  one: DatedMessage | undefined,
  other: DatedMessage | undefined,
): DatedMessage | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.id < other.id ? one : other;
}
