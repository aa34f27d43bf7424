/** The undo log: shared by all views, at most a thousand steps, so that a whole morning of triage can be undone. */

import { type Agrees, kindOf } from "./action.ts";
import { append } from "./append.ts";
import type { IntentId } from "./intent.ts";
import type { Journal, Step } from "./journal.ts";
import { without } from "./retire.ts";
import { withSnoozes } from "./snoozes.ts";

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
