/** Tells the user what happens to the text that they are writing: nobody can post there any more, or an edit is left. */

import type { Keys } from "#commands/command.ts";
import { showToast } from "#commands/screen.ts";
import { knownStream, streamTitle } from "#model/known-stream.ts";
import { composerAt, composerEditor, isEditGone, newAddress, targetKey } from "#store/composer.ts";
import { follow, parts } from "#store/follow.ts";
import type { State, Store } from "#store/state.ts";
import { recipientProblem, withWayOut } from "./before-sending.ts";

/** The returned function ends it. */
export function watchComposer(store: Store, keys: Keys): () => void {
  return follow(store, [parts.screen, parts.view], (state, before) => {
    const left = leftEdit(state, before);
    if (left !== undefined) showToast(store, left);
    if (state.view === before.view || composerEditor(state.screen).text === "") return;
    const problem = recipientProblem(state);
    if (problem !== undefined && recipientProblem(before) === undefined)
      showToast(store, withWayOut(keys, problem), "error");
    const renamed = renamedStream(state, before);
    if (renamed !== undefined) showToast(store, renamed);
  });
}

/** The edit was left with a text that is not saved. */
function leftEdit({ screen }: State, before: State): string | undefined {
  const { composing } = before.screen;
  if (composing === screen.composing || composing.kind === "new") return undefined;
  const key = targetKey(composing);
  if (targetKey(screen.composing) === key) return undefined;
  const { editor, was = "" } = composerAt(screen, key);
  const text = editor.text.trim();
  if (text === "" || text === was.trim()) return undefined;
  return isEditGone(before)
    ? "The message is gone; your edit of it is kept in Drafts."
    : "Your edit is kept in Drafts.";
}

function renamedStream({ screen, view }: State, before: State): string | undefined {
  const address = newAddress(screen);
  if (address?.kind !== "topic" || view.namesRevision === before.view.namesRevision)
    return undefined;
  const { streamId } = address;
  const [old, now] = [knownStream(before.view, streamId), knownStream(view, streamId)];
  if (old === undefined || old.name === now?.name) return undefined;
  return `#${old.name} is called ${streamTitle(view, streamId)} now.`;
}
