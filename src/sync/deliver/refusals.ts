/** Error messages for changes that the server refused. */

import { sentenceOf } from "#journal/action.ts";
import type { Action, Intent, IntentId } from "#journal/intent.ts";
import type { Step } from "#journal/journal.ts";
import type { State } from "#store/state.ts";

/** The refused changes so far, by the intents of their step. */
const refusedOf = new WeakMap<readonly IntentId[], readonly string[]>();

/** For a step with several changes: how many were refused so far, and which; for a single one: why, and which. */
export function refusal(state: State, group: readonly Intent[], reason: string): string {
  const [head] = group;
  if (head === undefined) return reason;
  const step = stepOf(state, head.id);
  if (step === undefined || step.intents.length < 2)
    return refusedAlone(state, head.action, reason);
  const what = group.map(({ action }) => sentenceOf(state.view, action));
  const refused = [...(refusedOf.get(step.intents) ?? []), ...what];
  refusedOf.set(step.intents, refused);
  const named = refused.filter((sentence) => sentence !== "").join("; ");
  return `${refused.length} of ${step.intents.length} refused: ${named} (${reason})`;
}

function stepOf({ journal }: State, id: IntentId): Step | undefined {
  const holds = ({ intents }: Step) => intents.includes(id);
  return journal.undo.findLast(holds) ?? journal.redo.findLast(holds);
}

/** The reason comes first, because narrow screens cut the end; then the change, and where the person's text is. */
function refusedAlone({ view }: State, action: Action, reason: string): string {
  const what = sentenceOf(view, action);
  const hint = action.kind === "edit" ? ": edit the message again to find your text" : "";
  return what === "" ? reason : `${reason} (${what}${hint})`;
}
