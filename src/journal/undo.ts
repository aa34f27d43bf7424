/** The undo log: shared by all views, at most a thousand steps, so that a whole morning of triage can be undone. */

import { type Sorted, sorted } from "#base/sorted.ts";
import type { MessageId } from "#wire/ids.ts";
import { type Agrees, kindOf } from "./action.ts";
import { append } from "./append.ts";
import type { Action, IntentId } from "./intent.ts";
import { type Journal, type Step, withSnoozes } from "./journal.ts";
import { changed, without } from "./retire.ts";

const depth = 1_000;

/** `journal` with the user's latest step; steps undone before can no longer be redone. */
export function remember(journal: Journal, step: Step): Journal {
  return { ...journal, undo: [...journal.undo, step].slice(-depth), redo: [] };
}

/** `journal` with the last step undone: intents not sent yet are cancelled, for the others the inverse is added. */
export function undone(
  journal: Journal,
  newId: () => IntentId,
  now: number,
  agrees: Agrees,
): Journal {
  const step = journal.undo.at(-1);
  if (step === undefined) return journal;
  const withdrawn = step.intents.filter((id) => {
    const intent = journal.intents.get(id);
    return intent !== undefined && kindOf(intent.action).isWithdrawn === true;
  });
  return {
    ...append(
      withSnoozes(without(journal, withdrawn), step.snoozes?.before),
      step.inverse,
      step.inverse.map(newId),
      now,
      agrees,
    ),
    undo: journal.undo.slice(0, -1),
    redo: [...journal.redo, step].slice(-depth),
  };
}

/** `journal` with the last undone step redone. */
export function redone(
  journal: Journal,
  newId: () => IntentId,
  now: number,
  agrees: Agrees,
): Journal {
  const step = journal.redo.at(-1);
  if (step === undefined) return journal;
  const ids = step.done.map(newId);
  return {
    ...append(withSnoozes(journal, step.snoozes?.after), step.done, ids, now, agrees),
    undo: [...journal.undo, { ...step, intents: ids }].slice(-depth),
    redo: journal.redo.slice(0, -1),
  };
}

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
