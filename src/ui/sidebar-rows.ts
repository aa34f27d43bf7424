/** From the rows that keys move among to the rows that are drawn. */
import type { Place } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import type { PaneParts } from "./panes.ts";
import type { SidebarRow } from "./sidebar-lines.ts";

const none: readonly SidebarRow[] = [];

export function sidebarRowsOf(_parts: PaneParts): (state: State) => readonly SidebarRow[] {
  return () => none;
}

/** The key of the row whose place is open; undefined when no row is. */
export function placeKey(_place: Place): string | undefined {
  return undefined;
}
