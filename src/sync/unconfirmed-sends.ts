/** Resolves sends that were never acknowledged: asks the server whether it has them and, after a timeout, the user. */
import type { IntentId, Phase } from "#journal/intent.ts";
import { undecided } from "#journal/phases.ts";
import { showError } from "#store/composer.ts";
import type { State } from "#store/state.ts";
import { changeIntent } from "#store/store.ts";
import { reasonOf } from "./background.ts";
import { isReachable, type SyncContext, whenReachable } from "./context.ts";
import { effectOf } from "./deliver/table.ts";
import { watchPhase } from "./watch-phase.ts";

/**
 * Milliseconds before each check of the user's newest messages. A server that hangs may still process the request, so
 * the last check comes half a minute after the response was due. Later messages of the conversation wait that long.
 */
const looksAfter = [500, 4_500, 10_000, 15_000];

/** Until the user has decided: the server may have processed the request later, or have been out of reach. */
const looksAgainAfter = [30_000, 60_000, 300_000];

const checkFailed = "Checking an unconfirmed send failed.";

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
      const found = effectOf(intent.action).find?.(context, intent, intent.action);
      if (found !== undefined) await context.idle.during(found);
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
