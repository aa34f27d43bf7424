/** One send on its way: from the journal to the server, and what its answer means. */
import { ApiError, type Failure } from "#api/failure.ts";
import { sendMessage } from "#api/messages.ts";
import { sorted } from "#base/sorted.ts";
import type { Intent, IntentId } from "#journal/intent.ts";
import { leaving, notArrived, refused, unanswered } from "#journal/phases.ts";
import { others } from "#model/narrow.ts";
import type { State } from "#store/state.ts";
import { changeIntent, sendBecame, wish } from "#store/store.ts";
import { since } from "#wire/levels.ts";
import { reasonOf } from "./background.ts";
import type { SyncContext } from "./context.ts";
import { type Keeper, Unwanted } from "./keeper.ts";

type Request = Parameters<typeof sendMessage>[1];

/**
 * Sends, once what is about to happen is on disk or the disk has refused it; gives the failure when there was one.
 * An answer that comes after the event, or an event after the answer, finds nothing left to do.
 *
 * What remains: a program that is stopped between its claim and the first byte for longer than its lease, and whose send
 * the person repeats in another window meanwhile, sends it too when it goes on.
 */
export async function sendOne(
  context: SyncContext,
  keeper: Keeper,
  id: IntentId,
): Promise<Failure | undefined> {
  const { store, stopped } = context;
  changeIntent(store, id, leaving(newestKnown(store.getState())));
  const intent = store.getState().journal.intents.get(id);
  if (intent === undefined) return undefined;
  let hasLeft = false;
  const beforeLeaving = async () => {
    await keeper.hold(id);
    hasLeft = true;
  };
  try {
    const options = { signal: stopped, beforeLeaving };
    const answer = await sendMessage(context.connection(), request(context, intent), options);
    sendBecame(store, id, answer.id);
    // LEVEL(236): own messages arrive unread before it, at clients that the server does not know.
    if (context.connection().level() < since.readBySender)
      wish(store, context, [{ kind: "read", op: "add", ids: sorted([answer.id]) }]);
    return undefined;
  } catch (error) {
    // Where it stands is on disk, and the next run finds out.
    if (stopped.aborted || error instanceof Unwanted) return undefined;
    if (error instanceof ApiError) {
      fail(context, id, changeOf(error.failure));
      return error.failure;
    }
    context.log.warn("A message could not be sent.", { reason: reasonOf(error) });
    fail(context, id, hasLeft ? unanswered : refused(ownFault));
    return undefined;
  }
}

const ownFault = "weir could not send this because of an error of its own; the log says more.";

function fail({ store }: SyncContext, id: IntentId, change: (intent: Intent) => Intent): void {
  // An event may have told already that it arrived, whatever became of the answer.
  changeIntent(store, id, (intent) => (intent.phase === "sending" ? change(intent) : intent));
}

function changeOf(failure: Failure): (intent: Intent) => Intent {
  if (failure.kind === "refused") return refused(failure.sentence);
  return failure.sent === "no" ? notArrived : unanswered;
}

/** The highest message ID that anybody told of: a message that is born now has a higher one. */
function newestKnown({ picture, journal }: State): number {
  return [...journal.intents.values()].reduce(
    (highest, { messageId }) => Math.max(highest, messageId ?? 0),
    picture.newestMessage,
  );
}

function request({ store }: SyncContext, intent: Intent): Request {
  const { picture, session } = store.getState();
  if (intent.wish.kind !== "send") throw new TypeError("Only a send can be sent.");
  const { address, content } = intent.wish;
  const echo = {
    content,
    local_id: intent.id,
    queue_id: session.queueId,
    read_by_sender: true,
  };
  if (address.kind === "topic")
    return { ...echo, type: "stream", to: address.streamId, topic: address.topic };
  return { ...echo, type: "direct", to: [...others(address.userIds, picture.ownId)] };
}
