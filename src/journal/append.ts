/** Adds actions to the journal and narrows or cancels older ones that have not been sent yet. */

import type { Target } from "#journal/actions/action-kind.ts";
import { type Agrees, narrowedTo, propertyOf, targetsOf } from "./action.ts";
import type { Action, Intent, IntentId } from "./intent.ts";
import type { Journal } from "./journal.ts";
import { isCancellable } from "./phases.ts";

/** `journal` with one intent per action; `ids` are fresh, one for each. */
export function append(
  journal: Journal,
  actions: readonly Action[],
  ids: readonly IntentId[],
  now: number,
  agrees: Agrees,
): Journal {
  return actions.reduce((before, action, index) => {
    const id = ids[index];
    if (id === undefined) throw new RangeError("Each action needs its own ID.");
    return appendOne(before, action, id, now, agrees);
  }, journal);
}

/** Holds back requests of these intents until then (UNIX milliseconds). */
export function withHold(journal: Journal, ids: readonly IntentId[], until: number): Journal {
  const intents = new Map(journal.intents);
  for (const id of ids) {
    const intent = intents.get(id);
    if (intent !== undefined) intents.set(id, { ...intent, heldUntil: until });
  }
  return { ...journal, intents };
}

/**
 * The newest action wins: conflicting older ones lose those targets if they have not been sent. If that alone restores
 * the confirmed state, no request is needed.
 */
function appendOne(
  journal: Journal,
  action: Action,
  id: IntentId,
  now: number,
  agrees: Agrees,
): Journal {
  const { intents, overridden } = withoutOlder(journal.intents, action);
  const remaining =
    overridden.size === 0 ? action : stillNeeded(intents, action, overridden, agrees);
  if (remaining !== undefined) {
    intents.set(id, { id, createdAt: now, action: remaining, phase: "waiting", attempts: 0 });
  }
  return { ...journal, intents };
}

function withoutOlder(all: Journal["intents"], action: Action) {
  const intents = new Map<IntentId, Intent>(all);
  const overridden = new Set<Target>();
  const property = propertyOf(action);
  if (property === undefined) return { intents, overridden };
  const targets = new Set(targetsOf(action));
  for (const older of all.values()) {
    if (!isCancellable(older) || propertyOf(older.action) !== property) continue;
    const own = targetsOf(older.action);
    const shared = own.filter((target) => targets.has(target));
    if (shared.length === 0) continue;
    for (const target of shared) overridden.add(target);
    const left = narrowedTo(older.action, new Set(own.filter((target) => !targets.has(target))));
    if (left === undefined) intents.delete(older.id);
    else intents.set(older.id, { ...older, action: left });
  }
  return { intents, overridden };
}

/** `action` without targets whose older action was cancelled before it was sent. */
function stillNeeded(
  intents: Journal["intents"],
  action: Action,
  overridden: ReadonlySet<Target>,
  agrees: Agrees,
): Action | undefined {
  const underWay = new Set(
    [...intents.values()]
      .filter((intent) => propertyOf(intent.action) === propertyOf(action))
      .flatMap((intent) => targetsOf(intent.action)),
  );
  const all = targetsOf(action);
  const settled = new Set(all.filter((target) => overridden.has(target) && !underWay.has(target)));
  const agreesWith = (targets: ReadonlySet<Target>) => {
    const part = narrowedTo(action, targets);
    return part !== undefined && agrees(part);
  };
  // Undo cancels thousands together; one at a time, each would scan all of them.
  const agreed = agreesWith(settled)
    ? settled
    : new Set([...settled].filter((target) => agreesWith(new Set([target]))));
  return narrowedTo(action, new Set(all.filter((target) => !agreed.has(target))));
}
