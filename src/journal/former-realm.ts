/**
 * What the journal keeps when another realm answers at the address, or the same one from an older backup: nothing is left that
 * is about messages which do not exist there, since others have their IDs, or will have them.
 */
import { type Snooze, withoutAsked } from "#model/local-state.ts";
import { kindOf } from "./action.ts";
import type { Action, Intent, IntentId } from "./intent.ts";
import type { Journal, SnoozeChanges } from "./journal.ts";
import { withLocal } from "./local-rows.ts";
import { notArrived, refused, undecided } from "./phases.ts";

/**
 * `newest` is the highest message ID there. Changes of what the former realm had are dropped, or refused for `reason` if they
 * have text, which the user keeps. What creates something new is still delivered. Nothing done before can be undone.
 */
export function inAnotherRealm(journal: Journal, newest: number, reason: string): Journal {
  const intents = new Map<IntentId, Intent>();
  for (const [id, intent] of journal.intents) {
    const { repeatable, text } = kindOf(intent.action);
    // Actions that are not repeatable create something new, which is valid in any realm.
    if (!repeatable) intents.set(id, unclaimedAbove(intent, newest));
    else if (text !== undefined) intents.set(id, refused(reason)(intent));
  }
  const dismissed = [...journal.dismissals.keys()].filter((id) => id > newest);
  const local = withLocal(journal, "dismissals", new Map(dismissed.map((id) => [id, undefined])));
  const snoozes: SnoozeChanges = new Map(
    [...journal.snoozes].map(([key, snooze]) => [key, snoozedUpTo(snooze, newest)]),
  );
  return { ...withLocal(local, "snoozes", snoozes), intents, undo: [], redo: [] };
}

const lost = "The server was replaced, or restored from a backup: it may not have this.";

/** Its message has an ID above `newest`, whatever was known when it was written, or sent first. */
function unclaimedAbove({ notBecame: _, ...intent }: Intent, newest: number): Intent {
  const { knownBefore = 0, messageId = 0 } = intent;
  if (messageId > newest) return undecided(lost)(notArrived(intent));
  const action = withoutAnchor(intent.action);
  return { ...intent, action, ...(knownBefore > newest && { knownBefore: newest }) };
}

function withoutAnchor(action: Action): Action {
  if (action.kind !== "send") return action;
  const { after: _, ...send } = action;
  return send;
}

function snoozedUpTo(snooze: Snooze, newest: number): Snooze | undefined {
  if (snooze.newest <= newest) return snooze;
  const { asked = 0, awaits } = snooze;
  const left = asked > newest ? withoutAsked(snooze) : snooze;
  if (left === undefined) return undefined;
  const { answer = 0, ...person } = awaits ?? {};
  return {
    ...left,
    newest,
    ...(awaits !== undefined && answer > newest && { awaits: person as typeof awaits }),
  };
}
