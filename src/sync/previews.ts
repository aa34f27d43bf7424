/**
 * What the rows of the inbox say: the messages behind them, fetched in the background before anybody scrolls there.
 *
 * Conversations of one stream stand near each other in the list, so that what is unread around one message brings the
 * texts of many rows with one request. One request at a time; a list that rests asks for nothing.
 */
import { ApiError } from "#api/failure.ts";
import { getMessages } from "#api/messages.ts";
import { backoff } from "#base/backoff.ts";
import { get } from "#base/table.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { decodeMessages } from "#model/decode.ts";
import { askedNow, mergeMessages } from "#model/page.ts";
import { previewsMissing } from "#model/select/ahead.ts";
import { streamOfKey } from "#model/unreads.ts";
import type { Screen } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import { changePicture } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import type { NarrowTerm } from "#wire/narrow.ts";
import { isReachable, type SyncContext } from "./context.ts";
import { termsOf } from "./narrow-terms.ts";
import { inSlices } from "./slices.ts";

/** Screens of rows below the selected one whose texts are fetched; above it, one. */
const screensAhead = 3;
/** Unread messages of a stream on each side of the one that is missing. */
const neighbours = 50;
const longestWaitMs = 30_000;

/** How a message was asked for so far. Who was read elsewhere meanwhile is not among what is unread, but there. */
type Tried = Map<MessageId, "with others" | "alone">;

/** Watches which rows are near; the returned function ends it. */
export function startPreviews(context: SyncContext): () => void {
  const { store, busy, stopped } = context;
  const wait = backoff(context.random, 500, longestWaitMs);
  const tried: Tried = new Map();
  let epoch = 0;
  let isRunning = false;
  let cancelWait = () => {};

  const advance = () => {
    const state = store.getState();
    if (isRunning || stopped.aborted || state.picture.epoch === 0 || !isReachable(context)) return;
    if (state.picture.epoch !== epoch) tried.clear();
    epoch = state.picture.epoch;
    const next = nextOf(state, tried);
    if (next === undefined) return;
    isRunning = true;
    void busy.during(run(next));
  };
  const run = async (id: MessageId) => {
    const isServed = await attempt(context, tried, id);
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

/** False when the server could not be asked: the same may go well later. What it refuses is not asked again in this way. */
async function attempt(context: SyncContext, tried: Tried, id: MessageId): Promise<boolean> {
  const isAlone = tried.has(id);
  tried.set(id, isAlone ? "alone" : "with others");
  try {
    await fetchPreview(context, id, isAlone);
    return true;
  } catch (error) {
    context.log.note("Texts of the inbox could not be fetched.", { reason: String(error) });
    if (error instanceof ApiError && error.failure.kind === "refused") return true;
    if (!isAlone) tried.delete(id);
    return false;
  }
}

/** The rows on the screen and those that a few pages would bring there. */
function nearRows({ inbox, rows }: Screen): readonly ConversationKey[] {
  const { order, selected } = inbox;
  const at = selected === undefined ? 0 : Math.max(0, order.indexOf(selected));
  return order.slice(Math.max(0, at - rows), at + screensAhead * rows);
}

function nextOf({ view, screen }: State, tried: Tried): MessageId | undefined {
  return previewsMissing(view, nearRows(screen)).find((id) => tried.get(id) !== "alone");
}

async function fetchPreview(context: SyncContext, id: MessageId, alone: boolean): Promise<void> {
  const { store, clock, stopped } = context;
  const { view, picture } = store.getState();
  const asked = askedNow(picture);
  const connection = context.connection();
  const key = get(view.unreads.where, id);
  const around = alone || key === undefined ? 0 : neighbours;
  const narrow: readonly NarrowTerm[] =
    around === 0 ? [] : unreadAround(key, view.ownId, connection.level());
  const answer = await getMessages(
    connection,
    {
      anchor: id,
      num_before: around,
      num_after: around,
      narrow: [...narrow],
      apply_markdown: false,
      client_gravatar: true,
    },
    { priority: "background", signal: stopped },
  );
  const { messages } = await inSlices(decodeMessages(answer.messages), clock, stopped);
  changePicture(store, (now, batch) => mergeMessages(now, messages, asked, batch));
}

/** What is unread in the conversation's stream, or in all direct conversations. */
function unreadAround(
  key: ConversationKey | undefined,
  ownId: State["view"]["ownId"],
  level: number,
): readonly NarrowTerm[] {
  const streamId = key === undefined ? undefined : streamOfKey(key);
  const where =
    streamId === undefined
      ? ({ kind: "directs" } as const)
      : ({ kind: "stream", streamId } as const);
  return [...termsOf(where, ownId, level), { operator: "is", operand: "unread" }];
}
