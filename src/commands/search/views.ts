/** Views: saving a search under a name, opening, renaming, pinning, ordering and deleting it. */

import { titleOfAll } from "#base/counted.ts";
import { type Command, type CommandContext, commandsIn, inPanes } from "#commands/command.ts";
import { changeDialogOf, closeDialog, showToast } from "#commands/screen.ts";
import { withKeys } from "#commands/sentences.ts";
import { inverseOf } from "#journal/action.ts";
import { orderEdit, type ViewEdit, viewEdit } from "#journal/actions/view.ts";
import type { Step } from "#journal/journal.ts";
import { localStep } from "#journal/local-rows.ts";
import type { SearchNarrow } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import {
  fragmentOf,
  hasFixedName,
  isStorable,
  nameProblem,
  readView,
  type SavedView,
  savedViews,
  searchFor,
  searchOfNarrow,
  searchProblem,
  viewOfSearch,
} from "#model/views.ts";
import type { DialogOf } from "#store/dialog.ts";
import { selectedRow } from "#store/list.ts";
import { narrowOf, openList } from "#store/lists.ts";
import type { RowKey } from "#store/row-keys.ts";
import type { State, Store } from "#store/state.ts";
import { addIntents } from "#store/store.ts";
import { unsupportedFeatureAt } from "#wire/levels.ts";
import { openSearch } from "./list.ts";
import { reopenSearch, type Searching } from "./search.ts";
import { askForName, saveSearch } from "./view-name.ts";

// Changes, each of which is one step.

type Change = Pick<Step, "sentence"> & ViewEdit;

/** What the undo log stores of the change. */
export function stepOf({ view, journal }: Pick<State, "view" | "journal">, edit: ViewEdit) {
  const { actions, views } = edit;
  return {
    actions,
    inverse: actions.flatMap((one) => inverseOf(view, one)),
    ...(views.size > 0 && { views: localStep(journal, "views", views) }),
  };
}

/** What several views become, in one step. */
export function editOfAll(edits: readonly ViewEdit[]): ViewEdit {
  return {
    actions: edits.flatMap(({ actions }) => actions),
    views: new Map(edits.flatMap(({ views }) => [...views])),
  };
}

function perform(context: CommandContext, { sentence, ...edit }: Change, toast = sentence): void {
  const { store } = context;
  const { actions, ...step } = stepOf(store.getState(), edit);
  addIntents(store, context, actions, { sentence, ...step, location: undefined });
  showToast(store, toast, "done", true);
}

/** Why a new view is not stored by the server. */
export function localReason({ realm }: Replica): string {
  const lack = unsupportedFeatureAt(realm.featureLevel, "navigationViews");
  return lack === undefined ? "servers cannot search for this" : `this server ${lack.words}`;
}

// The name of a view.

/** Saves the search, or renames the view. */
export function acceptName(context: CommandContext, dialog: DialogOf<"view-name">): void {
  const { store } = context;
  const { view } = store.getState();
  const { of, input } = dialog;
  const name = input.text.trim();
  const named = "fragment" in of ? viewOf(view, of.fragment) : undefined;
  const problem =
    nameProblem(view, name, named) ?? ("search" in of ? searchProblem(view, of.search) : undefined);
  if (problem !== undefined) {
    changeDialogOf(store, "view-name", (now) => ({ ...now, problem }));
    return;
  }
  closeDialog(store);
  if ("search" in of) save(context, of.search, name);
  else if (named !== undefined && named.name !== name) {
    const edit = viewEdit(view, named, { name, isPinned: named.isPinned });
    perform(context, { sentence: `Renamed the view “${named.name}” to “${name}”`, ...edit });
  }
}

function save(context: CommandContext, search: SearchNarrow, name: string): void {
  const { view } = context.store.getState();
  const isLocal = !isStorable(view, search);
  const fragment = fragmentOf(view, search.terms);
  const edit = viewEdit(view, { fragment, isLocal }, { name, isPinned: true });
  const sentence = `Saved the view “${name}”`;
  const where = isLocal ? ` on this machine: ${localReason(view)}` : "";
  perform(context, { sentence, ...edit }, `${sentence}${where}`);
}

export function viewOf(view: Replica, fragment: string): SavedView | undefined {
  return savedViews(view).find((one) => one.fragment === fragment);
}

// Opening.

/** Opens what the view searches for; says so if weir cannot read that. */
export function openView(context: Searching, saved: SavedView): void {
  const { store } = context;
  const { view } = store.getState();
  const read = readView(view, saved);
  if (read.kind === "search") reopenSearch(context, searchFor(view, read.terms));
  else showToast(store, unreadableSentence(saved, read.reason), "error");
}

export function unreadableSentence({ name }: Pick<SavedView, "name">, reason: string): string {
  return `The view “${name}” cannot be opened: ${reason}. It is kept.`;
}

const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

function openNumbered(context: CommandContext): void {
  const { store, stroke } = context;
  const all = savedViews(store.getState().view);
  const number = Number(stroke);
  const view = all[(Number.isInteger(number) ? number : 1) - 1];
  if (view !== undefined) openView(context, view);
  else {
    const there = all.length === 1 ? "is 1 view" : `are ${all.length} views`;
    showToast(store, `There ${there}.`, "error");
  }
}

// The keys of the list of views.

/** The key of a view's row. */
export function viewKey(fragment: string): RowKey {
  return `view:${fragment}`;
}

/** Returns undefined if it was deleted. */
export function viewOfRow(view: Replica, key: RowKey): SavedView | undefined {
  return key.startsWith("view:") ? viewOf(view, key.slice("view:".length)) : undefined;
}

export function togglePin(context: CommandContext, keys: readonly RowKey[]): void {
  const { view } = context.store.getState();
  const all = keys.flatMap((key) => viewOfRow(view, key) ?? []);
  const [first] = all;
  if (first === undefined) return;
  const isPinned = !first.isPinned;
  const changed = all.filter((one) => one.isPinned !== isPinned);
  const edits = changed.map((one) => viewEdit(view, one, { name: storedName(one), isPinned }));
  const what = titleOfAll(changed, ({ name }) => `the view “${name}”`, "view");
  const sentence = `${isPinned ? "Pinned" : "Unpinned"} ${what}`;
  perform(context, { sentence, ...editOfAll(edits) });
}

/** Null for a view that the server names. */
export function storedName(view: SavedView): string | null {
  return hasFixedName(view) ? null : view.name;
}

export function rename(store: Store, view: SavedView): void {
  if (hasFixedName(view)) showToast(store, "The server names this view.", "error");
  else askForName(store, { fragment: view.fragment }, view.name);
}

function selectedView(state: State): SavedView | undefined {
  const { screen, view } = state;
  const list = screen.place.kind === "views" ? openList(screen) : undefined;
  const key = list && selectedRow(list);
  return key === undefined ? undefined : viewOfRow(view, key);
}

function withoutView(state: State): string | undefined {
  return selectedView(state) === undefined ? "select a view in the list of views" : undefined;
}

function move(context: CommandContext, by: number): void {
  const { store } = context;
  const { view } = store.getState();
  const selected = selectedView(store.getState());
  const edit = selected && orderEdit(view, selected, by * context.count);
  if (selected === undefined) return;
  if (edit === undefined)
    showToast(
      store,
      `It is the ${by < 0 ? "first" : "last"} ${selected.isPinned ? "pinned one" : "one"}.`,
    );
  else perform(context, { sentence: `Moved the view “${selected.name}”`, ...edit });
}

/** The search for what is shown. */
function shownSearch({ screen, view }: State): SearchNarrow | undefined {
  const narrow = narrowOf(screen.place);
  return narrow && searchOfNarrow(view, narrow);
}

export const views: readonly Command[] = [
  ...commandsIn(inPanes, {
    "view.open": {
      alsoCalled: "saved search,navigation view",
      title: "Go to the view of that number",
      keys: numbers.map((number) => `g ${number}`),
      disabled: ({ view }) => (savedViews(view).length === 0 ? "there are no views" : undefined),
      run: openNumbered,
    },
    "view.save": {
      alsoCalled: "save search,pin search,new view",
      title: "Save this as a view",
      keys: ["g +"],
      disabled: (state) => {
        const search = shownSearch(state);
        if (search === undefined) return "no search finds just this";
        const saved = viewOfSearch(state.view, search);
        return saved && `it is the view “${saved.name}”`;
      },
      run: ({ store }) => {
        const search = shownSearch(store.getState());
        if (search !== undefined) saveSearch(store, search);
      },
    },
  }),
  ...commandsIn(["list"], {
    "view.up": {
      title: "Move the view up",
      hint: "up",
      keys: ["<"],
      disabled: withoutView,
      run: (context) => move(context, -1),
    },
    "view.down": {
      title: "Move the view down",
      hint: "down",
      keys: [">"],
      disabled: withoutView,
      run: (context) => move(context, 1),
    },
  }),
];

/** Opens the input of a search, which can be saved from its results. */
export function searchFirst({ store, keys }: Pick<CommandContext, "store" | "keys">): void {
  openSearch(store, "");
  showToast(store, withKeys(keys, "Search first|: {list.add} there saves it as a view|."));
}
