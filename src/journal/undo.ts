/** The log of what can be taken back: one for all views, a hundred steps deep. */
import { type Agrees, append } from "./append.ts";
import type { IntentId } from "./intent.ts";
import type { Journal, Step } from "./journal.ts";

const depth = 100;

/** `journal` with a step that the person just took; what was taken back before cannot be redone any more. */
export function remember(journal: Journal, step: Step): Journal {
  return { ...journal, undo: [...journal.undo, step].slice(-depth), redo: [] };
}

/** How many ids the next undo needs. */
export function undoSize(journal: Journal): number {
  return journal.undo.at(-1)?.inverse.length ?? 0;
}

/** How many ids the next redo needs. */
export function redoSize(journal: Journal): number {
  return journal.redo.at(-1)?.done.length ?? 0;
}

/** `journal` with the last step taken back: what has not left is cancelled, for the rest the inverse is wished. */
export function undone(
  journal: Journal,
  ids: readonly IntentId[],
  now: number,
  agrees: Agrees,
): Journal {
  const step = journal.undo.at(-1);
  if (step === undefined) return journal;
  return {
    ...append(journal, step.inverse, ids, now, agrees),
    undo: journal.undo.slice(0, -1),
    redo: [...journal.redo, step].slice(-depth),
  };
}

/** `journal` with the step that was taken back last done again. */
export function redone(
  journal: Journal,
  ids: readonly IntentId[],
  now: number,
  agrees: Agrees,
): Journal {
  const step = journal.redo.at(-1);
  if (step === undefined) return journal;
  return {
    ...append(journal, step.done, ids, now, agrees),
    undo: [...journal.undo, { ...step, intents: ids }].slice(-depth),
    redo: journal.redo.slice(0, -1),
  };
}
