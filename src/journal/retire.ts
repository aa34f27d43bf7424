/** Which intents are over: answered, and truth agrees with them. */
import type { MessageId } from "#wire/ids.ts";
import type { Agrees } from "./append.ts";
import type { Intent, IntentId } from "./intent.ts";
import type { Journal } from "./journal.ts";
import { narrowedTo, propertyOf, targetsOf } from "./wish.ts";

export type Truth = {
  readonly agrees: Agrees;
  /** True when the message stands where its conversation is read. */
  readonly shows: (messageId: MessageId) => boolean;
};

/** `journal` without the intents that are over; the same journal when there are none. */
export function retired(journal: Journal, truth: Truth): Journal {
  const over = [...journal.intents.values()].filter(
    (intent) => intent.phase === "answered" && isOver(journal, intent, truth),
  );
  return without(
    journal,
    over.map((intent) => intent.id),
  );
}

function isOver(journal: Journal, intent: Intent, truth: Truth): boolean {
  if (intent.wish.kind === "send")
    return intent.messageId !== undefined && truth.shows(intent.messageId);
  if (intent.wish.kind === "delete-topic") return true;
  const own = narrowedTo(intent.wish, new Set(unclaimedTargets(journal, intent)));
  return own === undefined || truth.agrees(own);
}

/** Its messages but those that a newer intent is about: the newer one alone says how they should be. */
function unclaimedTargets(journal: Journal, intent: Intent): readonly MessageId[] {
  const property = propertyOf(intent.wish);
  const newer = new Set<MessageId>();
  let passed = false;
  for (const other of journal.intents.values()) {
    if (passed && propertyOf(other.wish) === property)
      for (const target of targetsOf(other.wish)) newer.add(target);
    passed ||= other.id === intent.id;
  }
  return newer.size === 0
    ? targetsOf(intent.wish)
    : targetsOf(intent.wish).filter((target) => !newer.has(target));
}

/** `journal` without these intents; the same journal when it has none of them. */
export function without(journal: Journal, ids: readonly IntentId[]): Journal {
  const gone = ids.filter((id) => journal.intents.has(id));
  if (gone.length === 0) return journal;
  const intents = new Map(journal.intents);
  for (const id of gone) intents.delete(id);
  return { ...journal, intents };
}

/** `journal` with one intent changed; the same journal when it is not there or does not change. */
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
