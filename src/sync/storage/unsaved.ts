/** What the disk has refused and the server does not have: it ends with the program, unless the exit tells it. */
import { kindOf } from "#journal/action.ts";
import type { Intent, IntentId } from "#journal/intent.ts";
import { draftRow, typedPrefix } from "#store/session.ts";
import type { State } from "#store/state.ts";
import { typedTexts } from "#store/typed-texts.ts";

/** Text that could not be saved to disk: it is lost with the program, unless it is shown on exit. */
export type UnsavedText = {
  readonly text: string;
  /** `maybe`: it was sent, and the result is not known yet. */
  readonly sent: "no" | "maybe";
};

/**
 * Drafts, what was typed into forms and dialogs, and texts of intents that the server has not accepted. `isOnDisk`: the
 * intent is on disk, in any phase.
 */
export function unsavedTexts(
  { journal, session, screen }: State,
  isOnDisk: (id: IntentId) => boolean,
): readonly UnsavedText[] {
  const drafts = [...journal.drafts]
    .filter(([key, { text }]) => text !== "" && session.unsaved.has(draftRow(key)))
    .map(([, { text }]): UnsavedText => ({ text, sent: "no" }));
  const typed = [...typedTexts(screen)]
    .filter(([key]) => session.unsaved.has(typedPrefix + key))
    .map(
      ([
        ,
        {
          typed: { text, ...others },
        },
      ]): UnsavedText => ({
        text: text ?? Object.values(others).join("\n"),
        sent: "no",
      }),
    );
  const sends = [...journal.intents.values()].flatMap((intent) =>
    isOnDisk(intent.id) ? [] : undelivered(intent),
  );
  return [...drafts, ...typed, ...sends];
}

function undelivered({ action, phase }: Intent): readonly UnsavedText[] {
  const text = kindOf(action).text?.(action);
  if (text === undefined || phase === "answered") return [];
  return [{ text, sent: phase === "waiting" || phase === "failed" ? "no" : "maybe" }];
}
