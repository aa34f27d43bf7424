/** What the person wrote and no disk took: it is lost with the program, unless whoever ends it shows it. */
import type { Intent, IntentId } from "#journal/intent.ts";
import type { State } from "#store/state.ts";
import { draftRow } from "./keeper.ts";

export type UnsavedText = {
  readonly text: string;
  /** `maybe`: it left, and nobody knows yet what became of it. */
  readonly sent: "no" | "maybe";
};

/** Drafts, then sends that the server has not said yes to. `isOnDisk`: the intent is there, in whatever phase. */
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

function undelivered({ wish, phase }: Intent): readonly UnsavedText[] {
  if (wish.kind !== "send" || phase === "answered") return [];
  return [{ text: wish.content, sent: phase === "waiting" || phase === "failed" ? "no" : "maybe" }];
}
