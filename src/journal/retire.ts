/** Retires intents that are answered and match the replica. */

import { type Agrees, narrowedTo, propertyOf, targetsOf } from "./action.ts";
import type { Target } from "./actions/action-kind.ts";
import type { Action, Intent, IntentId } from "./intent.ts";
import type { Journal } from "./journal.ts";

/** `journal` without retired intents; the same journal when there are none. */
export function retired(journal: Journal, agrees: Agrees): Journal {
  const over = [...journal.intents.values()].filter(
    (intent) => intent.phase === "answered" && isOver(journal, intent, agrees),
  );
  return without(
    journal,
    over.map((intent) => intent.id),
  );
}

/** Its action without the targets of newer intents; undefined if none are left. */
export function undecidedPart(journal: Journal, intent: Intent): Action | undefined {
  return narrowedTo(intent.action, new Set(unclaimedTargets(journal, intent)));
}

function isOver(journal: Journal, intent: Intent, agrees: Agrees): boolean {
  const own = undecidedPart(journal, intent);
  return own === undefined || agrees(own, intent.messageId);
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
