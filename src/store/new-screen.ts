/** The initial screen: the focused inbox. */
import type { Screen } from "./screen.ts";

export function newScreen(columns: number, rows: number): Screen {
  return {
    columns,
    rows,
    focused: true,
    focus: "pane",
    place: { kind: "inbox" },
    trail: { back: [], forward: [] },
    readers: new Map(),
    openSpoilers: new Set(),
    scrolledColumns: new Map(),
    lists: new Map(),
    visit: undefined,
    sidebar: { selected: "inbox", toggled: new Set(), filter: undefined },
    sidebarShown: false,
    composing: { kind: "new", address: undefined },
    composers: new Map(),
    writing: {},
    dialog: undefined,
    kept: {},
    preferences: {},
    triage: { knowsDoneIsFinal: false },
    toast: undefined,
    pressed: { pending: "" },
    visible: undefined,
    wants: [],
  };
}
