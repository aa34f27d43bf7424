/** The sidebar: opening rows, folding, and filtering. */

import {
  type Command,
  type CommandContext,
  commandsIn,
  type DialogKeys,
} from "#commands/command.ts";
import { withToggled } from "#commands/lists/folds.ts";
import { openListFilter } from "#commands/lists/list-words.ts";
import { goTo } from "#commands/places/navigation.ts";
import { contextOf } from "#commands/screen.ts";
import type { Searching } from "#commands/search/search.ts";
import { openView } from "#commands/search/views.ts";
import {
  parentOf,
  type SidebarRow,
  selectSidebarRow,
  sidebarCursor,
  sidebarRow,
  sidebarRowKeys,
  sidebarRows,
} from "#commands/sidebar/sidebar-rows.ts";
import { stopWork } from "#commands/steps.ts";
import { inputOf } from "#editor/input.ts";
import type { Screen, Sidebar } from "#store/screen.ts";
import type { Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";

function changeSidebar(store: Store, change: (sidebar: Sidebar) => Sidebar): void {
  changeScreen(store, (screen) => {
    const sidebar = change(screen.sidebar);
    return sidebar === screen.sidebar ? screen : { ...screen, sidebar };
  });
}

function toggle(store: Store, key: string): void {
  changeSidebar(store, (sidebar) => withToggled(sidebar, key));
}

/** Opens the row's place; a heading is folded or unfolded. */
export function openSidebarRow(context: Searching): void {
  const { store } = context;
  const row = sidebarRow(store.getState());
  if (row === undefined) return;
  if (row.place === undefined && row.kind !== "view") {
    toggle(store, row.key);
    return;
  }
  changeSidebar(store, (sidebar) =>
    sidebar.filter === undefined ? sidebar : { ...sidebar, filter: undefined },
  );
  if (row.kind === "view") openView(context, row.saved);
  else if (row.place !== undefined) goTo(store, row.place);
}

function fold({ store }: CommandContext): void {
  const row = sidebarRow(store.getState());
  if (row?.isOpen === true) {
    toggle(store, row.key);
    return;
  }
  const parent = row === undefined ? undefined : parentOf(store.getState(), row.key);
  if (parent !== undefined) selectSidebarRow(store, parent);
}

function openFilter(store: Store): void {
  changeScreen(store, (screen) => {
    const { focus, sidebar } = screen;
    const before = sidebar.filter?.before ?? {
      selected: sidebar.selected,
      focus,
      isShown: sidebar.isShown,
    };
    const filter = { input: inputOf(), typing: true, before };
    return { ...screen, focus: "sidebar", sidebar: { ...sidebar, isShown: true, filter } };
  });
}

/** After a cancelled filter, cursor and focus return to where they were. */
function withoutFilter(screen: Screen): Screen {
  const { filter, ...rest } = screen.sidebar;
  const { focus, ...before } = filter?.before ?? { focus: screen.focus };
  return { ...screen, focus, sidebar: { ...rest, ...before, filter: undefined } };
}

function isMatch(row: SidebarRow, query: string): boolean {
  switch (row.kind) {
    case "direct":
      return true;
    case "stream":
      return row.row.stream.name.toLowerCase().includes(query);
    case "topic":
      return row.row.name.toLowerCase().includes(query);
    case "place":
    case "section":
    case "view":
    case "more":
      return false;
  }
}

export const sidebar: readonly Command[] = [
  ...commandsIn(["sidebar"], {
    "sidebar.open": {
      title: "Open",
      hint: "open",
      keys: ["Enter"],
      run: openSidebarRow,
    },
    "sidebar.unfold": {
      title: "Expand, or open",
      keys: ["l", "Right"],
      run: (context) => {
        const { store } = context;
        const row = sidebarRow(store.getState());
        if (row?.isOpen === false) toggle(store, row.key);
        else openSidebarRow(context);
      },
    },
    "sidebar.fold": {
      title: "Collapse, or to the parent",
      hint: "fold",
      keys: ["h", "Left"],
      disabled: (state) => {
        const row = sidebarRow(state);
        return row?.isOpen === undefined && row?.parent === undefined
          ? "nothing to collapse"
          : undefined;
      },
      run: fold,
    },
    "sidebar.filter": {
      title: "Filter the list; in the sidebar, its places",
      hint: "find",
      hintIn: { sidebar: "filter" },
      keys: ["/"],
      where: ["sidebar", "list"],
      run: ({ store }) => {
        if (contextOf(store.getState().screen) !== "list" || !openListFilter(store))
          openFilter(store);
      },
    },
    "sidebar.leave": {
      title: "Close the filter, or leave the sidebar",
      keys: ["Esc"],
      run: (context) => {
        if (stopWork(context)) return;
        changeScreen(context.store, (screen) =>
          screen.sidebar.filter === undefined
            ? {
                ...screen,
                focus: "pane",
                sidebar: { ...screen.sidebar, isShown: false },
                toast: undefined,
              }
            : withoutFilter(screen),
        );
      },
    },
  }),
];

export const sidebarFilterKeys: Partial<DialogKeys> = {
  input: ({ screen }) => screen.sidebar.filter?.input,
  // While typing a filter, the first matching row is selected; headings are only there for the rows below them.
  change: ({ store }, input) => {
    const { filter: before } = store.getState().screen.sidebar;
    changeSidebar(store, (sidebar) => ({
      ...sidebar,
      filter: { ...sidebar.filter, input, typing: true },
    }));
    const { text } = input;
    if (text === "" || text === before?.input.text) return;
    const rows = sidebarRows(store.getState());
    const query = text.trim().toLowerCase();
    const first = rows.find((row) => isMatch(row, query)) ?? rows[0];
    if (first !== undefined) selectSidebarRow(store, first.key);
  },
  take: openSidebarRow,
  leave: ({ store }) => changeScreen(store, withoutFilter),
  step: ({ store }, by) => step(store, by),
  complete: ({ store }) => step(store, 1),
};

function step(store: Store, by: number): void {
  const keys = sidebarRowKeys(store.getState());
  const key = keys[keys.indexOf(sidebarCursor(store.getState()) ?? "") + by];
  if (key !== undefined) selectSidebarRow(store, key);
}
