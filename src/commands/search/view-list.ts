/** The list of views: pinned ones first, each with how many unread messages match. */

import { titleOfAll } from "#base/counted.ts";
import { memoizeEach } from "#base/memoize.ts";
import {
  bySection,
  type Filter,
  type ListDefinition,
  noneInFilter,
  overIf,
  type Removal,
  type RowContext,
  withWords,
} from "#commands/lists/list.ts";
import { overRow, type Part, shrinking, text, titles } from "#commands/lists/row.ts";
import { orderEdit, viewEdit } from "#journal/actions/view.ts";
import type { GroupedRow } from "#journal/journal.ts";
import type { Replica } from "#model/replica.ts";
import { readView, type SavedView, savedViews, searchFor } from "#model/views.ts";
import type { RowKey } from "#store/row-keys.ts";
import type { State } from "#store/state.ts";
import {
  editOfAll,
  openView,
  rename,
  searchFirst,
  stepOf,
  togglePin,
  viewKey,
  viewOfRow,
} from "./views.ts";

const filters: readonly Filter[] = [
  { key: "all", title: "All", sections: ["pinned", "others"] },
  { key: "pinned", title: "Pinned", sections: ["pinned"] },
];

const rowsOf = memoizeEach((all: readonly SavedView[]): readonly GroupedRow[] =>
  all.map(({ fragment, name, isPinned }) => ({
    key: viewKey(fragment),
    section: isPinned ? "pinned" : "others",
    name,
  })),
);

/** What a view searches for; empty if weir cannot read it. */
function wordsOf(view: Replica, saved: SavedView): string {
  const read = readView(view, saved);
  return read.kind === "search" ? searchFor(view, read.terms).text : "";
}

function detailOf(view: Replica, saved: SavedView): readonly Part[] {
  const read = readView(view, saved);
  if (read.kind === "unreadable") return [text(`cannot be opened: ${read.reason}`, "warning")];
  return [
    ...(saved.isLocal ? [text("on this machine: ", "dim")] : []),
    shrinking(searchFor(view, read.terms).text, "dim"),
  ];
}

function deletion({ store }: RowContext, keys: readonly RowKey[]): Removal | undefined {
  const state = store.getState();
  const all = keys.flatMap((key) => viewOfRow(state.view, key) ?? []);
  if (all.length === 0) return undefined;
  const edits = all.map((one) => viewEdit(state.view, one, undefined));
  return {
    keys,
    sentence: `Deleted ${titleOfAll(all, ({ name }) => `the view “${name}”`, "view")}`,
    step: stepOf(state, editOfAll(edits)),
  };
}

const definition: ListDefinition = {
  ...bySection(filters, ({ view }: State) => rowsOf(savedViews(view))),
  coming: { follows: ({ view }) => savedViews(view) },
  triage: overIf(({ view }, key) => viewOfRow(view, key) === undefined),
  empty: (_, { key }) =>
    key === "all"
      ? ["No search was saved as a view.", "{list.add} goes to a search|, where it saves one."]
      : noneInFilter,
  columns: { number: "unread", times: 0 },
  row: ({ view }, { key, name = "" }) => {
    const saved = viewOfRow(view, key);
    if (saved === undefined) return overRow([shrinking(name, "faint")], "deleted");
    const at = savedViews(view).indexOf(saved) + 1;
    const count = view.viewCounts.get(saved.fragment);
    return {
      sign: text(at <= 9 ? `${at}` : " ", "dim"),
      subject: [shrinking(saved.name, "text")],
      detail: detailOf(view, saved),
      number: count?.certain,
      mayBeMore: (count?.unknown ?? 0) > 0,
    };
  },
  heading: titles({ pinned: ["PINNED", "dim"], others: ["OTHERS", "dim"] }),
  open: (context, key): undefined => {
    const saved = viewOfRow(context.store.getState().view, key);
    if (saved !== undefined) openView(context, saved);
  },
  edit: ({ store }, key): undefined => {
    const saved = viewOfRow(store.getState().view, key);
    if (saved !== undefined) rename(store, saved);
  },
  remove: deletion,
  keys: {
    work: {
      "list.add": {
        title: "Search for something to be saved as a view",
        hint: "new",
        ofList: true,
        run: searchFirst,
      },
      "topic.follow": { title: "Pin or unpin the view", hint: "pin", run: togglePin },
    },
    words: (view, key) => {
      const saved = viewOfRow(view, key);
      const canMove = (by: number) =>
        saved !== undefined && orderEdit(view, saved, by) !== undefined;
      return {
        "list.edit": "rename",
        "list.mark": "select",
        "list.delete": "delete",
        "topic.follow": saved?.isPinned === true ? "unpin" : "pin",
        "view.up": canMove(-1) ? "up" : "",
        "view.down": canMove(1) ? "down" : "",
      };
    },
  },
};

export const viewsDefinition = withWords(definition, "all views", ({ view }, key) => {
  const saved = viewOfRow(view, key);
  return saved === undefined ? "" : `${saved.name} ${wordsOf(view, saved)}`;
});
