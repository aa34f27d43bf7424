/** The pane of the sidebar: which rows are visible, and their lines. */

import { memoizeFields, memoizeFor, memoizeLast } from "#base/memoize-last.ts";
import { markedKey, type SidebarRow, sidebarRows } from "#commands/sidebar-rows.ts";
import type { Replica } from "#model/replica.ts";
import { presenceOf } from "#model/select/conversations.ts";
import { keysWithDraft } from "#store/drafts.ts";
import type { Place } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import type { Geometry, Region } from "./geometry.ts";
import { peopleNames, statusSpans } from "./names.ts";
import type { Cell, Lines, PaneParts } from "./pane-parts.ts";
import {
  filterColumns,
  type LineFacts,
  listRows,
  type SidebarFacts,
  type SidebarLine,
  sidebarLayout,
  sidebarLines,
  typedFilter,
} from "./sidebar-lines.ts";
import { firstShown } from "./viewport.ts";

export type SidebarPane = {
  readonly lines: (state: State) => Lines;
  /** How many lines are scrolled above the first visible one; undefined while the sidebar is hidden. */
  readonly above: (state: State) => number | undefined;
  /** The cursor in the filter; undefined without one. */
  readonly cursor: (state: State) => Cell | undefined;
  /** The key of the row on that line of the region. */
  readonly keyAt: (state: State, line: number) => string | undefined;
};

type Drawing = Omit<SidebarFacts, keyof LineFacts> & {
  readonly region: Region;
  readonly all: readonly SidebarLine[];
  readonly from: number;
  readonly people: LineFacts;
};

/** From this many lines on, there are blank lines between the sections. */
const spaciousRows = 20;

export function sidebarPane(parts: PaneParts, geometry: (state: State) => Geometry): SidebarPane {
  // Avoids going through all streams for keys that change neither the replica nor the sidebar.
  let last: { readonly state: State; readonly rows: readonly SidebarRow[] } | undefined;
  const rowsOf = (state: State) => {
    const isSame = last !== undefined && sameRows(last.state, state);
    if (last === undefined || !isSame) last = { state, rows: sidebarRows(state) };
    return last.rows;
  };
  const layout = memoizeLast((rows: readonly SidebarRow[], spacious: boolean) =>
    sidebarLayout(rows, spacious),
  );
  const index = memoizeLast((lines: readonly SidebarLine[], selected: string) =>
    lines.findIndex((line) => line?.key === selected),
  );
  const facts = peopleFacts(parts.clock);
  const lineOfRow = memoizeFor<SidebarRow, string>();
  const marked = memoizeLast((rows: readonly SidebarRow[], place: Place) =>
    markedKey(rows, { place }),
  );
  const shown = (state: State, region: Region) => {
    const { place, sidebar } = state.screen;
    const { above = 0, selected, filter } = sidebar;
    const known = rowsOf(state);
    const all = layout(known, region.rows >= spaciousRows);
    const rows = listRows(region.rows, filter);
    const open = marked(known, place);
    return { all, open, first: firstShown(above, index(all, selected), all.length, rows) };
  };
  const lines = memoizeFields(({ region, all, from, people, ...looks }: Drawing) =>
    sidebarLines(parts.style, region, all, from, { ...looks, ...people }, (row, make) =>
      lineOfRow(row, [region.columns, people], make),
    ),
  );
  return {
    lines: (state) => {
      const region = geometry(state).sidebar;
      if (region === undefined) return [];
      const { all, first: from, open } = shown(state, region);
      const { screen } = state;
      const focused = screen.focus === "sidebar" && screen.dialog === undefined;
      const { selected, filter } = screen.sidebar;
      const people = facts(state);
      return lines({ region, all, from, selected, focused, open, filter, people });
    },
    above: (state) => {
      const region = geometry(state).sidebar;
      return region && shown(state, region).first;
    },
    cursor: (state) => {
      const region = geometry(state).sidebar;
      const { filter } = state.screen.sidebar;
      const isShown = region !== undefined && listRows(region.rows, filter) < region.rows;
      if (!isShown || filter === undefined) return undefined;
      const { caret } = typedFilter(parts.style, region.columns, filter);
      return {
        x: region.x + Math.min(region.columns - 1, filterColumns + caret),
        y: region.y + region.rows - 1,
      };
    },
    keyAt: (state, line) => {
      const region = geometry(state).sidebar;
      if (region === undefined) return undefined;
      const { all, first: from } = shown(state, region);
      return all[from + line]?.key;
    },
  };
}

/** Whether nothing changed that the rows depend on. */
function sameRows(before: State, now: State): boolean {
  return (
    before.view === now.view &&
    before.journal.drafts === now.journal.drafts &&
    before.journal.intents === now.journal.intents &&
    before.session.connection.kind === now.session.connection.kind &&
    before.screen.place === now.screen.place &&
    before.screen.rows === now.screen.rows &&
    before.screen.sidebar.toggled === now.screen.sidebar.toggled &&
    before.screen.sidebar.filter === now.screen.sidebar.filter
  );
}

/** Names and presences are looked up for visible rows only. */
function peopleFacts(clock: PaneParts["clock"]): (state: State) => LineFacts {
  // Lookups depend only on the arguments below, so that rows stay cached until one of them changes.
  let view: Replica;
  const people = memoizeLast(
    (
      _names: number,
      _presences: Replica["presences"],
      _statuses: Replica["statuses"],
      _realm: Replica["realm"],
      minute: number,
      undecided: Replica["undecided"],
      drafts: LineFacts["drafts"],
    ): LineFacts => ({
      undecided,
      drafts,
      namesOf: (userIds) => peopleNames(view, userIds),
      statusOf: (userIds) => statusSpans(view, userIds),
      presenceOf: ([userId, ...others]) =>
        userId === undefined || others.length > 0
          ? undefined
          : presenceOf(view, userId, minute * 60),
    }),
  );
  return ({ view: now, journal }) => {
    view = now;
    const minute = Math.floor(clock.now() / 60_000);
    const { namesRevision, presences, statuses, realm, undecided } = view;
    const drafts = keysWithDraft(journal);
    return people(namesRevision, presences, statuses, realm, minute, undecided, drafts);
  };
}
