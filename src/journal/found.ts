/** What turns out to belong to a step after it was taken: what a search found, or what the server marked with it. */
import { type Sorted, sorted } from "#base/sorted.ts";
import type { MessageId } from "#wire/ids.ts";
import type { IntentId, Wish } from "./intent.ts";
import type { Journal, Step } from "./journal.ts";
import { changed } from "./retire.ts";

/** `inverse` marks the messages in `ids` unread again; everything from `before` on is known now. */
export function withFound(
  journal: Journal,
  id: IntentId,
  found: { readonly ids: Sorted<MessageId>; readonly before: MessageId },
  inverse: readonly Wish[],
): Journal {
  const next = changed(journal, id, (intent) => {
    const { wish } = intent;
    if (wish.kind !== "read-older") return intent;
    const ids = sorted([...wish.ids, ...found.ids]);
    return { ...intent, wish: { ...wish, ids, before: found.before } };
  });
  return withInverse(next, id, inverse);
}

/** Undoing the step of this intent restores this too. */
export function withInverse(journal: Journal, id: IntentId, inverse: readonly Wish[]): Journal {
  if (inverse.length === 0) return journal;
  const amended = (step: Step) =>
    step.intents.includes(id) ? { ...step, inverse: [...step.inverse, ...inverse] } : step;
  return { ...journal, undo: journal.undo.map(amended) };
}

/** Everything is found: the intent marks it, as one that was not sent yet. Without anything found it is over. */
export function withAllFound(journal: Journal, id: IntentId): Journal {
  return changed(journal, id, (intent) => {
    const { wish } = intent;
    if (wish.kind !== "read-older" || wish.ids.length === 0) return intent;
    return {
      ...intent,
      wish: { kind: "read", op: "add", ids: wish.ids },
      phase: "waiting",
      attempts: 0,
    };
  });
}
