/** Adding wishes to the journal, and what a newer wish does to older ones that have not left yet. */
import type { MessageId } from "#wire/ids.ts";
import type { Intent, IntentId, Wish } from "./intent.ts";
import type { Journal } from "./journal.ts";
import { narrowedTo, propertyOf, targetsOf } from "./wish.ts";

/** Whether truth already is as the wish wants it. */
export type Agrees = (wish: Wish) => boolean;

/** `journal` with one intent for each wish; `ids` are fresh, one for each. */
export function append(
  journal: Journal,
  wishes: readonly Wish[],
  ids: readonly IntentId[],
  now: number,
  agrees: Agrees,
): Journal {
  return wishes.reduce((before, wish, index) => {
    const id = ids[index];
    if (id === undefined) throw new RangeError("Each wish needs an id of its own.");
    return appendOne(before, wish, id, now, agrees);
  }, journal);
}

/**
 * The newest wish wins: older ones about the same thing lose those messages if they have not left.
 * Where that alone brings back what truth is, nothing is left to ask the server for.
 */
function appendOne(
  journal: Journal,
  wish: Wish,
  id: IntentId,
  now: number,
  agrees: Agrees,
): Journal {
  const { intents, taken } = withoutOlder(journal.intents, wish);
  const remaining = taken.size === 0 ? wish : stillWanted(intents, wish, taken, agrees);
  if (remaining !== undefined) {
    intents.set(id, { id, createdAt: now, wish: remaining, phase: "waiting", attempts: 0 });
  }
  return { ...journal, intents };
}

function withoutOlder(all: Journal["intents"], wish: Wish) {
  const intents = new Map<IntentId, Intent>(all);
  const taken = new Set<MessageId>();
  const property = propertyOf(wish);
  if (property === undefined) return { intents, taken };
  const targets = new Set(targetsOf(wish));
  for (const older of all.values()) {
    if (older.phase !== "waiting" || older.attempts > 0 || propertyOf(older.wish) !== property)
      continue;
    const own = targetsOf(older.wish);
    const shared = own.filter((target) => targets.has(target));
    if (shared.length === 0) continue;
    for (const target of shared) taken.add(target);
    const left = narrowedTo(older.wish, new Set(own.filter((target) => !targets.has(target))));
    if (left === undefined) intents.delete(older.id);
    else intents.set(older.id, { ...older, wish: left });
  }
  return { intents, taken };
}

/** `wish` without the messages whose older wish was taken back before anybody heard of it. */
function stillWanted(
  intents: Journal["intents"],
  wish: Wish,
  taken: ReadonlySet<MessageId>,
  agrees: Agrees,
): Wish | undefined {
  const underWay = new Set(
    [...intents.values()]
      .filter((intent) => propertyOf(intent.wish) === propertyOf(wish))
      .flatMap((intent) => targetsOf(intent.wish)),
  );
  const left = targetsOf(wish).filter((target) => {
    const alone = narrowedTo(wish, new Set([target]));
    const settled = taken.has(target) && !underWay.has(target) && alone !== undefined;
    return !(settled && agrees(alone));
  });
  return narrowedTo(wish, new Set(left));
}
