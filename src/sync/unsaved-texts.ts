/** Text that could not be saved to disk: it is lost with the program, unless it is shown on exit. */

import { kindOf } from "#journal/action.ts";
import type { Intent, IntentId } from "#journal/intent.ts";
import type { State } from "#store/state.ts";
import { draftRow } from "./persist-intents.ts";

export type UnsavedText = {
  readonly text: string;
  /** `maybe`: it was sent, and the result is not known yet. */
  readonly sent: "no" | "maybe";
};

/** Drafts, then texts of intents that the server has not accepted. `isOnDisk`: the intent is on disk, in any phase. */
export function unsavedTexts(
  { journal, session }: State,
  isOnDisk: (id: IntentId) => boolean,
): readonly UnsavedText[] {
  const drafts = [...journal.drafts]
    .filter(([key, { text }]) => text !== "" && session.unsaved.has(draftRow(key)))
    .map(([, { text }]): UnsavedText => ({ text, sent: "no" }));
  const sends = [...journal.intents.values()].flatMap((intent) =>
    isOnDisk(intent.id) ? [] : undelivered(intent),
  );
  return [...drafts, ...sends];
}

function undelivered({ action, phase }: Intent): readonly UnsavedText[] {
  const text = kindOf(action).text?.(action);
  if (text === undefined || phase === "answered") return [];
  return [{ text, sent: phase === "waiting" || phase === "failed" ? "no" : "maybe" }];
}
