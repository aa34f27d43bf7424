/** Transitions of an intent between phases, until it is retired. */

import type { Target } from "#journal/actions/action-kind.ts";
import type { MessageId } from "#wire/ids.ts";
import { type Agrees, kindOf, narrowedTo, propertyOf, targetsOf } from "./action.ts";
import type { Action, Intent, IntentId } from "./intent.ts";
import type { Journal } from "./journal.ts";

type Change = (intent: Intent) => Intent;

/** Removes fields that only an earlier phase uses. */
function bare({ reason: _, ...intent }: Intent): Intent {
  return intent;
}

/** Whether nothing of it was ever sent, so that a newer action can cancel it. */
export function isCancellable({ phase, attempts }: Pick<Intent, "phase" | "attempts">): boolean {
  return phase === "waiting" && attempts === 0;
}

/**
 * Its request is about to be sent; `newest` is the highest message ID known. The value of the first attempt is kept.
 */
export function leaving(newest: number): Change {
  return (intent) => ({
    ...bare(intent),
    phase: "sending",
    attempts: intent.attempts + 1,
    knownBefore: intent.knownBefore ?? newest,
  });
}

/** It certainly did not arrive: it may be sent again. */
export const notArrived: Change = ({ messageId: _, ...intent }) => ({
  ...bare(intent),
  phase: "waiting",
});

/** The user retries it, as if it were new. */
export const retried: Change = (intent) => ({ ...notArrived(intent), attempts: 0 });

/**
 * No response came, and the server may have it. Repeatable intents wait for a retry; a send whose message was already
 * seen on the server needs no response.
 */
export const unanswered: Change = (intent) => {
  if (kindOf(intent.action).repeatable) return notArrived(intent);
  return { ...bare(intent), phase: intent.messageId === undefined ? "unconfirmed" : "answered" };
};

/** The server accepted it; a send became this message. */
export function answered(messageId?: MessageId): Change {
  return (intent) => ({
    ...bare(intent),
    phase: "answered",
    ...(messageId === undefined ? {} : { messageId }),
  });
}

/** The server refused it, for this reason. */
export function refused(reason: string): Change {
  return (intent) => ({ ...notArrived(intent), phase: "failed", reason });
}

/** Whether it arrived could not be determined; the user decides. */
export function undecided(reason: string): Change {
  return (intent) => ({ ...intent, phase: "undecided", reason });
}

/**
 * The intent as restored from an earlier run: what was pending then may or may not have arrived. Returns undefined if
 * it is done.
 */
export function recovered(intent: Intent): Intent | undefined {
  if (intent.phase === "answered") return undefined;
  return intent.phase === "sending" ? unanswered(intent) : intent;
}

// Retires intents that are answered and match the replica.

/**
 * `journal` without retired intents; the same journal when there are none.
 *
 * Before the events of an action and of its undo, the replica agrees with the undo, but not because of it: an intent
 * waits for older ones with the same targets. So these wait for their own events, although newer ones replaced them.
 */
export function retired(journal: Journal, agrees: Agrees): Journal {
  const all = [...journal.intents.values()];
  if (!all.some(({ phase }) => phase === "answered")) return journal;
  const older = targetsByProperty();
  const over: IntentId[] = [];
  for (const { id, action, phase, attempts, messageId } of all) {
    if (phase === "answered" && !older.include(action) && agrees(action, messageId)) over.push(id);
    else if (phase !== "failed" && !isCancellable({ phase, attempts })) older.add(action);
  }
  return without(journal, over);
}

/** The targets of actions by their property: whether another action has one of them. */
export function targetsByProperty() {
  const all = new Map<string, Set<Target>>();
  return {
    include: (action: Action): boolean => {
      const targets = all.get(propertyOf(action) ?? "");
      return targets !== undefined && targetsOf(action).some((target) => targets.has(target));
    },
    add: (action: Action): void => {
      const property = propertyOf(action);
      if (property === undefined) return;
      const targetsThere = all.get(property) ?? new Set();
      all.set(property, targetsThere);
      for (const target of targetsOf(action)) targetsThere.add(target);
    },
  };
}

/** Its action without the targets of newer intents; undefined if none are left. */
export function undecidedPart(journal: Journal, intent: Intent): Action | undefined {
  return narrowedTo(intent.action, new Set(unclaimedTargets(journal, intent)));
}

/** Its targets without those of newer conflicting intents: only the newest decides their state. */
function unclaimedTargets(journal: Journal, intent: Intent): readonly Target[] {
  const property = propertyOf(intent.action);
  if (property === undefined) return [];
  const newer = new Set<Target>();
  let passed = false;
  for (const other of journal.intents.values()) {
    if (passed && propertyOf(other.action) === property)
      for (const target of targetsOf(other.action)) newer.add(target);
    passed ||= other.id === intent.id;
  }
  return newer.size === 0
    ? targetsOf(intent.action)
    : targetsOf(intent.action).filter((target) => !newer.has(target));
}

/** `journal` without these intents; the same journal when it has none of them. */
export function without(journal: Journal, ids: readonly IntentId[]): Journal {
  const gone = ids.filter((id) => journal.intents.has(id));
  if (gone.length === 0) return journal;
  const intents = new Map(journal.intents);
  for (const id of gone) intents.delete(id);
  return { ...journal, intents };
}

/** `journal` with one intent changed; the same journal when it is missing or does not change. */
export function changed(
  journal: Journal,
  id: IntentId,
  change: (intent: Intent) => Intent,
): Journal {
  const before = journal.intents.get(id);
  const after = before && change(before);
  if (after === undefined || after === before) return journal;
  return { ...journal, intents: new Map(journal.intents).set(id, after) };
}
