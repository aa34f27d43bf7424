/** Tells a user who is writing when the recipient becomes unavailable: an archived stream, a deactivated user. */
import { postProblem } from "#model/posting.ts";
import type { State, Store } from "#store/state.ts";
import { composerEditor } from "./composer-text.ts";
import { showToast } from "./screen.ts";

/** The returned function unsubscribes. */
export function watchRecipient(store: Store): () => void {
  return store.subscribe((state, before) => {
    if (state.view === before.view || state.screen.address === undefined) return;
    if (composerEditor(state.screen).text === "") return;
    const problem = problemOf(state);
    if (problem !== undefined && problemOf(before) === undefined)
      showToast(store, problem, "error");
  });
}

function problemOf({ view, screen }: State): string | undefined {
  return screen.address && postProblem(view, screen.address);
}
