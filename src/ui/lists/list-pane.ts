/** The pane of a list: its window, and its lines. */
import { memoizeFor, memoizeLast, sameList } from "#base/memoize-last.ts";
import { plain } from "#base/safe-text.ts";
import { arrivalsIn } from "#commands/lists/source.ts";
import { sourceOf } from "#commands/lists/sources.ts";
import type { GroupedRow } from "#journal/step-location.ts";
import type { Cursor, List } from "#store/list.ts";
import type { ListKind } from "#store/list-places.ts";
import { isList, listOf } from "#store/lists.ts";
import type { State } from "#store/state.ts";
import type { Geometry, Region } from "#ui/geometry.ts";
import { type Hint, hintSpans, hintsFor } from "#ui/hints.ts";
import { selectedLine } from "#ui/message-lines.ts";
import type { Lines, PaneParts } from "#ui/pane-parts.ts";
import { sentenceLines, skeletonLines } from "#ui/reader-lines.ts";
import { lineOf, span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import { type Listing, type ListLine, listingOf } from "./listing.ts";
import { listLooks } from "./looks.ts";
import { type Drawer, headingLine, type ListRow, type ListSize, rowLine } from "./row.ts";

export type ListPane = {
  readonly lines: (state: State) => Lines;
  /** Undefined in narrows, and while no pane is shown. */
  readonly listing: (state: State) => Listing | undefined;
  /** The row or heading on that line of the pane; one beyond its edge if there is one. */
  readonly cursorAt: (state: State, line: number) => Cursor | undefined;
};

/** The line of a row; undefined where nothing is known of the row any more. */
type RowText = (list: List, row: GroupedRow, drawer: Drawer, size: ListSize) => string | undefined;

/** From this many lines on, there are blank lines between the sections. */
const spaciousRows = 14;
const minute = 60;

export function listPane(parts: PaneParts, geometry: (state: State) => Geometry): ListPane {
  const { style, clock, keys } = parts;
  const looks = listLooks(parts);
  const refresh = hintsFor(keys, ["move.first", "shows them"]);
  const size = memoizeLast((region: Region, gutter: 1 | 2): ListSize => {
    return { columns: region.columns, rows: region.rows, gutter };
  });
  const listed = memoizeLast((list: List, rows: number, drawer: Drawer) =>
    listingOf(list, rows, rows >= spaciousRows, (kind, key) => drawer[kind](key) !== undefined),
  );
  const drawerOf = memoizeLast(
    (kind: ListKind, view: State["view"], journal: State["journal"], now: number) =>
      looks[kind].drawerOf({ view, journal }, now),
  );
  const textOf = rowTexts(style);
  const drawn = memoizeLast(
    (at: Listing, paneSize: ListSize, drawer: Drawer, focused: boolean, arrived: number): Lines => {
      const lines = at.lines.map((line) =>
        drawLine(style, paneSize, at.list, line, drawer, focused, textOf),
      );
      return filled(style, paneSize, lines, arrived, refresh);
    },
  );
  const now = () => Math.floor(clock.now() / 1000 / minute) * minute;
  const listingIn = (state: State, region: Region): Listing | undefined => {
    const { screen, view, journal } = state;
    if (!isList(screen.place)) return undefined;
    const drawer = drawerOf(screen.place.kind, view, journal, now());
    return listed(listOf(screen, screen.place), region.rows, drawer);
  };
  let last: Lines = [];
  return {
    listing: (state) => {
      const { pane } = geometry(state);
      return pane && listingIn(state, pane);
    },
    lines: (state) => {
      const { pane, gutter } = geometry(state);
      const { screen, view, journal } = state;
      if (pane === undefined || !isList(screen.place)) return [];
      const { place } = screen;
      const list = listOf(screen, place);
      const paneSize = size(pane, gutter);
      if (list.rows.length === 0) {
        last = sameList(last, emptyLines(style, paneSize, looks[place.kind].empty(state)));
        return last;
      }
      const drawer = drawerOf(place.kind, view, journal, now());
      const at = listed(list, pane.rows, drawer);
      const focused = screen.focus === "pane" && screen.dialog === undefined;
      const arrived = arrivalsIn(sourceOf(place), state, list);
      // The replica changes often and these rows seldom.
      last = sameList(last, drawn(at, paneSize, drawer, focused, arrived));
      return last;
    },
    cursorAt: (state, line) => {
      const { pane } = geometry(state);
      const at = pane && listingIn(state, pane);
      return at && cursorOn(at, line);
    },
  };
}

function cursorOn({ lines, list }: Listing, line: number): Cursor | undefined {
  const found = lines[Math.max(0, Math.min(lines.length - 1, line))];
  if (found === undefined || found.kind === "blank") return undefined;
  const beyond = line < 0 ? line : Math.max(0, line - lines.length + 1);
  const row = list.rows[found.at + beyond];
  if (beyond !== 0) return row && { key: row.key, at: found.at + beyond };
  return { key: found.kind === "row" ? found.row.key : found.key, at: found.at };
}

function emptyLines(style: Style, size: ListSize, sentences: readonly string[] | undefined): Lines {
  return sentences === undefined
    ? skeletonLines(style, size)
    : sentenceLines(style, size, sentences);
}

function drawLine(
  style: Style,
  size: ListSize,
  list: List,
  line: ListLine,
  drawer: Drawer,
  focused: boolean,
  textOf: RowText,
): string {
  const blank = " ".repeat(size.columns);
  if (line.kind === "blank") return blank;
  const key = line.kind === "row" ? line.row.key : line.key;
  const text =
    line.kind === "row"
      ? textOf(list, line.row, drawer, size)
      : headingText(style, size, line, drawer);
  return list.cursor?.key === key ? selectedLine(style, text ?? blank, focused) : (text ?? blank);
}

/**
 * While the cursor moves and nothing else happens, a row keeps its line; when something happens, a row that its look gives
 * again.
 */
function rowTexts(style: Style): RowText {
  const texts = memoizeLast((_drawer: Drawer, _size: ListSize) =>
    memoizeFor<GroupedRow, string | undefined>(),
  );
  const lines = memoizeFor<ListRow, string>();
  return ({ ticked, marked }, row, drawer, size) => {
    const isTicked = ticked.has(row.key);
    const isMarked = marked.has(row.key);
    return texts(drawer, size)(row, [isTicked, isMarked], () => {
      const drawn = drawer.row(row, isTicked, size);
      if (drawn === undefined) return undefined;
      return lines(drawn, [size, isMarked], () =>
        rowLine(style, size, isMarked ? { ...drawn, sign: span(plain("+"), "accent") } : drawn),
      );
    });
  };
}

function headingText(
  style: Style,
  size: ListSize,
  { kind, key }: ListLine & { readonly kind: "section" | "group" },
  drawer: Drawer,
): string | undefined {
  const heading = drawer[kind](key);
  return heading && headingLine(style, size, heading);
}

/** The lines down to the pane's end; in the space below the last row, the number of arrivals. */
function filled(
  style: Style,
  { columns, rows, gutter }: ListSize,
  lines: Lines,
  arrived: number,
  refresh: readonly Hint[],
): Lines {
  const blank = " ".repeat(columns);
  const all = Array.from({ length: rows }, (_, at) => lines[at] ?? blank);
  const at = lines.length + (lines.length + 2 <= rows ? 1 : 0);
  if (arrived === 0 || at >= rows) return all;
  all[at] = lineOf(style, columns, [
    span(plain(" ".repeat(gutter))),
    span(plain(`${style.glyphs.up} ${arrived} new`), "accent"),
    ...refresh.flatMap((hint) => [span(plain("   ")), ...hintSpans(hint)]),
  ]);
  return all;
}
