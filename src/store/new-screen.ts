/** The screen at the start: the inbox, with the keys in it. */
import type { Screen } from "./screen.ts";

export function newScreen(columns: number, rows: number): Screen {
  return {
    columns,
    rows,
    focused: true,
    focus: "pane",
    place: { kind: "inbox" },
    back: [],
    forward: [],
    readers: new Map(),
    inbox: { selected: undefined, order: [] },
    sidebar: { selected: "inbox", toggled: new Set(), filter: undefined },
    sidebarShown: false,
    address: undefined,
    editors: new Map(),
    dialog: undefined,
    toast: undefined,
    pending: "",
    visible: undefined,
    wants: [],
  };
}
