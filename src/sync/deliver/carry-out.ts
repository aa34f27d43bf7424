/** Delivers intents of one lane: sends them from the journal to the server and applies the response to them. */
import { ApiError, type Failure } from "#api/failure.ts";
import { kindOf, sentenceOf } from "#journal/action.ts";
import type { Action, Intent, IntentId } from "#journal/intent.ts";
import type { Step } from "#journal/journal.ts";
import { answered, leaving, notArrived, refused, unanswered } from "#journal/phases.ts";
import { showError } from "#store/composer.ts";
import type { State } from "#store/state.ts";
import { changeIntents, retire } from "#store/store.ts";
import { reasonOf } from "#sync/background.ts";
import type { SyncContext } from "#sync/context.ts";
import { type IntentPersistence, NoLongerOpen } from "#sync/persist-intents.ts";
import { effectOf } from "./table.ts";

const ownFault = "Not sent because of an internal error. Details are in the log.";

/**
 * Delivers `head` and the intents of its lane that are batched with it, once their state is persisted or the disk has
 * refused it. Returns what went wrong; "fault" is an internal error of weir's, after which it may be retried.
 */
export async function carryOut(
  context: SyncContext,
  persistence: IntentPersistence,
  head: Intent,
  group: readonly Intent[],
): Promise<Failure | "fault" | undefined> {
  const { store, stopped, log } = context;
  const ids = group.map(({ id }) => id);
  // One change for all: every change recomputes the overlay.
  const changeAll = (change: (intent: Intent) => Intent) => changeIntents(store, ids, change);
  // An event may already have confirmed a send, whatever happened to the response.
  const settle = (change: (intent: Intent) => Intent) =>
    changeAll((intent) => (intent.phase === "sending" ? change(intent) : intent));
  let hasLeft = false;
  const beforeSending = async () => {
    await Promise.all(ids.map(persistence.hold));
    hasLeft = true;
  };
  changeAll(leaving(newestKnown(store.getState())));
  try {
    const departure = { ...context, beforeSending, intent: head };
    const actions = group.map(({ action }) => action);
    await effectOf(head.action).deliver(departure, head.action, actions);
    settle(answered());
    return undefined;
  } catch (error) {
    // Their state is persisted, and the next run continues from there.
    if (stopped.aborted) return undefined;
    if (error instanceof ApiError) return fail(context, head, error.failure, group, settle);
    // One of them was cancelled; the others may be sent again.
    if (error instanceof NoLongerOpen) {
      settle(notArrived);
      return undefined;
    }
    const { kind } = head.action;
    log.warn("A change could not be carried out.", { kind, reason: reasonOf(error) });
    if (kindOf(head.action).repeatable) {
      settle(notArrived);
      return "fault";
    }
    settle(hasLeft ? unanswered : refused(ownFault));
    return undefined;
  }
}

/** Gives up intents that cannot be delivered, however often they are retried. */
export function giveUp({ store }: SyncContext, group: readonly Intent[]): void {
  showError(store, "A change was dropped because of an internal error. Details are in the log.");
  retire(
    store,
    group.map(({ id }) => id),
  );
}

function fail(
  { store }: SyncContext,
  { action }: Intent,
  failure: Failure,
  group: readonly Intent[],
  settle: (change: (intent: Intent) => Intent) => void,
): Failure | undefined {
  if (failure.kind !== "refused") {
    settle(failure.sent === "no" ? notArrived : unanswered);
    return failure;
  }
  const effect = effectOf(action);
  if (effect.isAlreadySo?.(failure) === true) {
    settle(answered());
    return undefined;
  }
  if (effect.hasRow !== true) showError(store, refusal(store.getState(), group, failure.sentence));
  // Text written by the user awaits their decision; anything else is rolled back.
  const ids = group.map(({ id }) => id);
  if (kindOf(action).text === undefined) retire(store, ids);
  else settle(refused(failure.sentence));
  return failure;
}

/** The highest message ID received so far: messages created from now on have a higher one. */
function newestKnown({ replica, journal, session }: State): number {
  return [...journal.intents.values()].reduce(
    (highest, { messageId }) => Math.max(highest, messageId ?? 0),
    Math.max(replica.newestMessage, session.newestSent),
  );
}

/** The refused changes so far, by the intents of their step. */
const refusedOf = new WeakMap<readonly IntentId[], readonly string[]>();

/** For a step with several changes: how many were refused so far, and which; for a single one: why, and which. */
function refusal(state: State, group: readonly Intent[], reason: string): string {
  const [head] = group;
  if (head === undefined) return reason;
  const step = stepOf(state, head.id);
  if (step === undefined || step.intents.length < 2)
    return refusedAlone(state, head.action, reason);
  const what = group.map(({ action }) => sentenceOf(state.view, action));
  const refused = [...(refusedOf.get(step.intents) ?? []), ...what];
  refusedOf.set(step.intents, refused);
  const named = refused.filter((sentence) => sentence !== "").join("; ");
  return `${refused.length} of ${step.intents.length} refused: ${named} (${reason})`;
}

function stepOf({ journal }: State, id: IntentId): Step | undefined {
  const holds = ({ intents }: Step) => intents.includes(id);
  return journal.undo.findLast(holds) ?? journal.redo.findLast(holds);
}

/** The reason comes first, because narrow screens cut the end; then the change, and where the user's text is. */
function refusedAlone({ view }: State, action: Action, reason: string): string {
  const what = sentenceOf(view, action);
  const hint = action.kind === "edit" ? ": edit the message again to find your text" : "";
  return what === "" ? reason : `${reason} (${what}${hint})`;
}
