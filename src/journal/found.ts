/** Extends a step after it was taken: with messages found by a search, or marked by the server. */
import { type Sorted, sorted } from "#base/sorted.ts";
import type { MessageId } from "#wire/ids.ts";
import type { Action, IntentId } from "./intent.ts";
import type { Journal, Step } from "./journal.ts";
import { changed } from "./retire.ts";

/** `inverse` marks the messages in `ids` unread again; from `before` on, all messages are known now. */
export function withFound(
  journal: Journal,
  id: IntentId,
  found: { readonly ids: Sorted<MessageId>; readonly before: MessageId },
  inverse: readonly Action[],
): Journal {
  const next = changed(journal, id, (intent) => {
    const { action } = intent;
    if (action.kind !== "read-older") return intent;
    const ids = sorted([...action.ids, ...found.ids]);
    return { ...intent, action: { ...action, ids, before: found.before } };
  });
  return withInverse(next, id, inverse);
}

/** Undoing the step of this intent restores this too. */
export function withInverse(journal: Journal, id: IntentId, inverse: readonly Action[]): Journal {
  if (inverse.length === 0) return journal;
  const amended = (step: Step) =>
    step.intents.includes(id) ? { ...step, inverse: [...step.inverse, ...inverse] } : step;
  return { ...journal, undo: journal.undo.map(amended) };
}

/** All messages are found: the intent becomes an unsent one that marks them, or is removed if there are none. */
export function withAllFound(journal: Journal, id: IntentId): Journal {
  return changed(journal, id, (intent) => {
    const { action } = intent;
    if (action.kind !== "read-older" || action.ids.length === 0) return intent;
    return {
      ...intent,
      action: { kind: "read", op: "add", ids: action.ids },
      phase: "waiting",
      attempts: 0,
    };
  });
}
