/**
 * Finds out what became of intents without a result: sends that were never answered, and intents that were accepted
 * without an event.
 */

import { ApiError } from "#api/failure.ts";
import { backoff } from "#base/backoff.ts";
import { oneByOne } from "#base/one-by-one.ts";
import { has } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import { kindOf } from "#journal/action.ts";
import type { Intent, IntentId, Phase } from "#journal/intent.ts";
import { undecided, undecidedPart } from "#journal/phases.ts";
import { narrowKey } from "#model/narrow.ts";
import { follow, parts } from "#store/follow.ts";
import type { State } from "#store/state.ts";
import { changeIntent, retire } from "#store/store.ts";
import { showError } from "#store/toast.ts";
import {
  inBackground,
  isReachable,
  reasonOf,
  type SyncContext,
  whenReachable,
} from "#sync/context.ts";
import { effectOf } from "./table.ts";

/**
 * Milliseconds before each check of the user's newest messages. A server that hangs may still process the request, so
 * the last check comes half a minute after the response was due. Later messages of the conversation wait that long.
 */
const looksAfter = [500, 4_500, 10_000, 15_000];

/** Until the user has decided: the server may have processed the request later, or have been out of reach. */
const looksAgainAfter = [30_000, 60_000, 300_000];

const checkFailed = "Checking an unconfirmed send failed.";

/** Asks the server whether it has the sends that were never answered and, after a timeout, the user. */
export function startUnconfirmedSends(context: SyncContext): void {
  watchPhase(context, "unconfirmed", (id) => resolve(context, id), checkFailed);
  watchPhase(context, "undecided", (id) => lookAgain(context, id), checkFailed);
}

async function resolve(context: SyncContext, id: IntentId): Promise<void> {
  let isAnswered = false;
  for (const wait of looksAfter) {
    await context.clock.sleep(wait, context.stopped);
    isAnswered = await look(context, id, "unconfirmed");
    if (phaseOf(context.store.getState(), id) !== "unconfirmed") return;
  }
  const { store } = context;
  const intent = store.getState().journal.intents.get(id);
  if (intent === undefined) return;
  const reason = isAnswered ? notFound : notChecked;
  changeIntent(store, id, undecided(reason));
  if (effectOf(intent.action).hasRow !== true) showError(store, reason);
}

const notFound = "No response. The server may have it, but it was not found there.";
const notChecked = "No response, and checking whether it arrived failed.";

/** Checks an undecided send until the server has answered one check. */
async function lookAgain(context: SyncContext, id: IntentId): Promise<void> {
  for (const wait of looksAgainAfter) {
    await context.clock.sleep(wait, context.stopped);
    if (await look(context, id, "undecided")) return;
  }
}

function phaseOf({ journal }: State, id: IntentId): Phase | undefined {
  return journal.intents.get(id)?.phase;
}

/**
 * One check; false when the server did not respond to it. Time without a server proves nothing, so while it cannot be
 * reached the check remains pending; but if it responds to everything else, the check blocks nothing for longer than
 * any other.
 */
async function look(context: SyncContext, id: IntentId, phase: Phase): Promise<boolean> {
  for (;;) {
    await whenReachable(context);
    const intent = context.store.getState().journal.intents.get(id);
    if (intent?.phase !== phase) return true;
    try {
      const finding = effectOf(intent.action).find?.(context, intent, intent.action);
      if (finding !== undefined) await context.idle.during(finding);
      return true;
    } catch (error) {
      if (context.stopped.aborted) throw error;
      context.log.note("An unconfirmed send could not be looked up.", {
        reason: reasonOf(error),
      });
      if (isReachable(context)) return false;
    }
  }
}

/** The time allowed for the event after the response. */
const patienceMs = 5_000;
const longestWaitMs = 5 * 60_000;

/**
 * Checks answered intents without an event: senders who are not subscribed to a stream receive none. `readEvents` reads all
 * events up to now; false if the server could not be reached.
 */
export function startUnacknowledged(
  context: SyncContext,
  readEvents: () => Promise<boolean>,
): void {
  const { store, clock, stopped, random } = context;
  // One delay and one turn for all of them: while the server fails, one intent finds out for the others.
  const delay = backoff(random, 2 * patienceMs, longestWaitMs);
  let notBefore = 0;
  const inTurn = oneByOne();
  const check = async (id: IntentId): Promise<boolean> => {
    const intent = store.getState().journal.intents.get(id);
    if (intent?.phase !== "answered") return true;
    if (clock.elapsed() < notBefore) return false;
    const result = await resultOf(context, intent, readEvents);
    if (result === "failed") notBefore = clock.elapsed() + delay.next();
    else delay.reset();
    return result === "settled";
  };
  const awaitEvent = async (id: IntentId) => {
    for (;;) {
      await clock.sleep(Math.max(patienceMs, notBefore - clock.elapsed()), stopped);
      await whenReachable(context);
      if (await inTurn(() => check(id))) return;
    }
  };
  watchPhase(context, "answered", awaitEvent, "No event acknowledged an intent.");
}

/** `failed`: the server could not tell. `coming`: its page is still being fetched. Both are checked again. */
async function resultOf(
  context: SyncContext,
  intent: Intent,
  readEvents: () => Promise<boolean>,
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
  // A poll may be slow, or wait because the server has limited them.
  if (!(await readEvents())) return "coming";
  if (phaseOf(store.getState(), id) !== "answered") return "settled";
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

/** Does `work` for each intent that enters the phase; `failure` is the log's sentence when `work` rejects. */
function watchPhase(
  context: SyncContext,
  phase: Phase,
  work: (id: IntentId) => Promise<void>,
  failure: string,
): void {
  const { store } = context;
  const followed = new Set<IntentId>();
  const notice = ({ journal }: State) => {
    for (const intent of journal.intents.values()) {
      const { id } = intent;
      if (intent.phase !== phase || followed.has(id)) continue;
      followed.add(id);
      void inBackground(
        context,
        failure,
        work(id).finally(() => followed.delete(id)),
      );
    }
  };
  notice(store.getState());
  follow(store, [parts.intents], notice);
}
