/** Performs steps whose inverse and description follow from the table of actions. */

import { inverseOf, sentenceOf } from "#journal/action.ts";
import type { Action } from "#journal/intent.ts";
import type { Step } from "#journal/journal.ts";
import type { Store } from "./state.ts";
import { addIntents, type Origin } from "./store.ts";

/**
 * Performs an action as one undoable step. Returns its description; undefined, and nothing happens, if it
 * would change nothing.
 */
export function act(
  store: Store,
  origin: Origin,
  actions: readonly Action[],
  { sentence, location }: Partial<Pick<Step, "sentence" | "location">> = {},
): string | undefined {
  const { view } = store.getState();
  const inverse = actions.toReversed().flatMap((one) => inverseOf(view, one));
  const [first] = actions;
  if (first === undefined || inverse.length === 0) return undefined;
  const description = sentence ?? sentenceOf(view, first);
  addIntents(store, origin, actions, { sentence: description, inverse, location });
  return description;
}
