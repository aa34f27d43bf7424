/** The initial screen: the focused inbox. */
import type { Screen } from "./screen.ts";

export function newScreen(columns: number, rows: number): Screen {
  return {
    terminal: { columns, rows, focused: true },
    focus: "pane",
    place: { kind: "inbox" },
    trail: { back: [], forward: [] },
    readers: new Map(),
    reading: {
      openSpoilers: new Set(),
      scrolledColumns: new Map(),
      visit: undefined,
      visible: undefined,
    },
    lists: new Map(),
    sidebar: { isShown: false, selected: undefined, toggled: new Set(), filter: undefined },
    composing: { kind: "new", address: undefined },
    composers: new Map(),
    writing: {},
    dialog: undefined,
    kept: {},
    preferences: {},
    triage: { knowsDoneIsFinal: false },
    toast: undefined,
    pressed: { pending: "" },
    wants: [],
  };
}
