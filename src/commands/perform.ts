/** Performing actions as one undoable step, reported in a toast. */
import type { Action } from "#journal/intent.ts";
import type { StepLocation } from "#journal/journal.ts";
import { act } from "#store/act.ts";
import type { CommandContext } from "./command.ts";
import { showToast } from "./screen.ts";

/** False, and nothing happens, if the actions change nothing. */
export function perform(
  context: CommandContext,
  actions: readonly Action[],
  sentence: string,
  location?: StepLocation,
  toast = sentence,
): boolean {
  const { store } = context;
  if (act(store, context, actions, { sentence, location }) === undefined) return false;
  showToast(store, toast, "done", true);
  return true;
}
