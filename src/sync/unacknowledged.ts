/**
 * Checks intents that the server accepted without an event: senders who are not subscribed to a stream receive none.
 */
import { ApiError } from "#api/failure.ts";
import { backoff } from "#base/backoff.ts";
import { has } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import { kindOf } from "#journal/action.ts";
import type { Intent, IntentId } from "#journal/intent.ts";
import { undecidedPart } from "#journal/retire.ts";
import { narrowKey } from "#model/narrow.ts";
import { showError } from "#store/composer.ts";
import type { State } from "#store/state.ts";
import { retire } from "#store/store.ts";
import { reasonOf } from "./background.ts";
import { type SyncContext, whenReachable } from "./context.ts";
import { effectOf } from "./deliver/table.ts";
import { watchPhase } from "./watch-phase.ts";

/** The time allowed for the event after the response. */
const patienceMs = 5_000;
const longestWaitMs = 5 * 60_000;

/** Checks every answered intent. */
export function startUnacknowledged(context: SyncContext): void {
  const { store, clock, stopped, random } = context;
  // One delay and one turn for all of them: while the server fails, one intent finds out for the others.
  const delay = backoff(random, 2 * patienceMs, longestWaitMs);
  let notBefore = 0;
  let turn: Promise<unknown> = Promise.resolve();
  const check = async (id: IntentId): Promise<boolean> => {
    const intent = store.getState().journal.intents.get(id);
    if (intent?.phase !== "answered") return true;
    if (clock.elapsed() < notBefore) return false;
    const result = await resultOf(context, intent);
    if (result === "failed") notBefore = clock.elapsed() + delay.next();
    else delay.reset();
    return result === "settled";
  };
  const awaitEvent = async (id: IntentId) => {
    for (;;) {
      await clock.sleep(Math.max(patienceMs, notBefore - clock.elapsed()), stopped);
      await whenReachable(context);
      const checked = turn.then(() => check(id));
      turn = Promise.allSettled([checked]);
      if (await checked) return;
    }
  };
  watchPhase(context, "answered", awaitEvent, "No event acknowledged an intent.");
}

/** `failed`: the server could not tell. `coming`: its page is still being fetched. Both are checked again. */
async function resultOf(
  context: SyncContext,
  intent: Intent,
): Promise<"settled" | "coming" | "failed"> {
  const { store, idle, stopped, log } = context;
  const { id, action } = intent;
  try {
    const confirmed = effectOf(action).confirm?.(context, intent, action);
    if (confirmed !== undefined) await idle.during(confirmed);
  } catch (error) {
    if (stopped.aborted) throw error;
    log.note("The result of an intent could not be fetched.", {
      kind: action.kind,
      reason: reasonOf(error),
    });
    if (error instanceof ApiError && error.failure.kind !== "refused") return "failed";
  }
  if (isComing(store.getState(), intent)) return "coming";
  // The server responds but sent no event: the message was deleted or changed by somebody else, so the replica is right.
  const { journal, replica } = store.getState();
  const left = undecidedPart(journal, intent);
  const sentence = left && kindOf(left).leftUndone?.(replica, left);
  if (sentence !== undefined) showError(store, sentence);
  retire(store, [id]);
  return "settled";
}

/** Whether the page of the open conversation that shows the message is still being fetched. */
function isComing({ replica, screen: { place } }: State, { messageId }: Intent): boolean {
  const message = messageId === undefined ? undefined : get(replica.messages, messageId);
  if (message === undefined || messageId === undefined || place.kind !== "narrow") return false;
  const history = replica.histories.get(narrowKey(place.narrow));
  return (
    narrowKey(place.narrow) === (message.conversation as string) &&
    history !== undefined &&
    !history.newestKnown &&
    !has(history.ids, messageId)
  );
}
