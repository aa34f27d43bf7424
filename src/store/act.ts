/** Performs steps whose inverse and description follow from the table of actions. */

import type { Wish } from "#journal/intent.ts";
import type { Step } from "#journal/journal.ts";
import { inverseOf, sentenceOf } from "#journal/wish.ts";
import type { Store } from "./state.ts";
import { type Origin, wish } from "./store.ts";

/**
 * Performs an action as one undoable step. Returns its description; undefined, and nothing happens, if everything is
 * as wished already.
 */
export function act(
  store: Store,
  origin: Origin,
  wishes: readonly Wish[],
  { sentence, location }: Partial<Pick<Step, "sentence" | "spot">> = {},
): string | undefined {
  const { view } = store.getState();
  const inverse = wishes.toReversed().flatMap((one) => inverseOf(view, one));
  const [first] = wishes;
  if (first === undefined || inverse.length === 0) return undefined;
  const said = sentence ?? sentenceOf(view, first);
  wish(store, origin, wishes, { sentence: said, inverse, location });
  return said;
}
