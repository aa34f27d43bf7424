/** The sidebar's rows on the screen: which of them are shown, and their lines. */

import { latest } from "#base/latest.ts";
import type { State } from "#store/state.ts";
import type { Geometry, Region } from "./geometry.ts";
import { firstShown } from "./list-window.ts";
import type { Lines, PaneParts } from "./panes.ts";
import {
  listRows,
  type SidebarLine,
  type SidebarRow,
  sidebarLayout,
  sidebarLines,
} from "./sidebar-lines.ts";
import { placeKey, sidebarRowsOf } from "./sidebar-rows.ts";

export type SidebarPane = {
  readonly lines: (state: State) => Lines;
  /** The key of the row on that line of the region. */
  readonly keyAt: (state: State, line: number) => string | undefined;
};

/** Rows so many fit with blank lines between the sections. */
const spaciousRows = 20;

export function sidebarPane(parts: PaneParts, geometry: (state: State) => Geometry): SidebarPane {
  const rowsOf = sidebarRowsOf(parts);
  const layout = latest((rows: readonly SidebarRow[], spacious: boolean) =>
    sidebarLayout(rows, spacious),
  );
  const index = latest((lines: readonly SidebarLine[], selected: string) =>
    lines.findIndex((line) => line?.key === selected),
  );
  let first = 0;
  const shown = (state: State, region: Region) => {
    const { sidebar } = state.screen;
    const all = layout(rowsOf(state), region.rows >= spaciousRows);
    first = firstShown(
      first,
      index(all, sidebar.selected),
      all.length,
      listRows(region.rows, sidebar.filter),
    );
    return { all, first };
  };
  const lines = latest(
    (
      region: Region,
      all: readonly SidebarLine[],
      from: number,
      selected: string,
      focused: boolean,
      here: string | undefined,
      filter: State["screen"]["sidebar"]["filter"],
    ) => sidebarLines(parts.style, region, all, from, { selected, focused, here, filter }),
  );
  return {
    lines: (state) => {
      const region = geometry(state).sidebar;
      if (region === undefined) return [];
      const { all, first: from } = shown(state, region);
      const { screen } = state;
      const focused = screen.focus === "sidebar" && screen.dialog === undefined;
      const { selected, filter } = screen.sidebar;
      return lines(region, all, from, selected, focused, placeKey(screen.place), filter);
    },
    keyAt: (state, line) => {
      const region = geometry(state).sidebar;
      if (region === undefined) return undefined;
      const { all, first: from } = shown(state, region);
      return all[from + line]?.key;
    },
  };
}
