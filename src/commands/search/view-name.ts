/** Asking for the name of a view. */
import { openDialog, showToast } from "#commands/screen.ts";
import { inputOf } from "#editor/input.ts";
import type { SearchNarrow } from "#model/narrow.ts";
import { searchProblem } from "#model/views.ts";
import type { DialogOf } from "#store/dialog.ts";
import type { Store } from "#store/state.ts";

export function askForName(store: Store, of: DialogOf<"view-name">["of"], name = ""): void {
  openDialog(store, { kind: "view-name", of, input: inputOf(name), chosen: 0 });
}

/** Asks under which name the search is saved; says so if it cannot be. */
export function saveSearch(store: Store, search: SearchNarrow): void {
  const problem = searchProblem(store.getState().view, search);
  if (problem === undefined) askForName(store, { search });
  else showToast(store, problem, "error");
}
