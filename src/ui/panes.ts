/**
 * What each part of the screen shows, derived from the state.
 *
 * Each function returns the identical value while its inputs are the same, so a key redraws only the panes that it
 * changed. Nothing else is carried over from one frame to the next: scroll positions are part of the state.
 */
import { memoizeFields, memoizeLast, sameList } from "#base/memoize.ts";
import { plain } from "#base/safe-text.ts";
import { contextOf } from "#commands/screen.ts";
import type { Rows } from "#editor/rows.ts";
import type { Cursor } from "#store/list.ts";
import { isList } from "#store/lists.ts";
import type { State } from "#store/state.ts";
import { footerPane } from "#ui/bars/footer.ts";
import { headerPane, noticeLine } from "#ui/bars/header.ts";
import { titlePane } from "#ui/bars/title.ts";
import { composerPane } from "#ui/composer/pane.ts";
import { type ListPane, listPane } from "#ui/lists/list-pane.ts";
import { type OpenReader, readerPane } from "#ui/reader/pane.ts";
import { type DialogPane, dialogPane } from "./dialog-pane.ts";
import { completionDrawer, continuationDrawer, previewDrawer } from "./drawers.ts";
import { type Geometry, geometryOf, isIn, type Region } from "./geometry.ts";
import type { Listing } from "./lists/listing.ts";
import type { Cell, Lines, PaneParts } from "./pane-parts.ts";
import { type SidebarPane, sidebarPane } from "./sidebar-pane.ts";
import { painted, span } from "./spans.ts";
import type { Style } from "./style.ts";

export type Panes = {
  readonly bodies: PaneParts["bodies"];
  readonly geometry: (state: State) => Geometry;
  readonly header: (state: State) => Lines;
  readonly notice: (state: State) => Lines;
  readonly sidebar: (state: State) => Lines;
  readonly rule: (state: State) => Lines;
  readonly title: (state: State) => Lines;
  readonly pane: (state: State) => Lines;
  readonly composer: (state: State) => Lines;
  /** The rows of the composer's text. */
  readonly composerRows: (state: State) => Rows;
  /** The position in that text at a cell of the screen. */
  readonly composerPlaceAt: (state: State, cell: Cell) => number;
  readonly footer: (state: State) => Lines;
  /** The region that the footer reserves for a progress bar. */
  readonly bar: (state: State) => Region | undefined;
  readonly dialog: DialogPane;
  /** The position of the terminal's cursor; undefined: hidden. */
  readonly cursor: (state: State) => Cell | undefined;
  /** The layout of the open narrow; undefined in lists, and while no pane is shown. */
  readonly reading: (state: State) => OpenReader | undefined;
  /** The layout of the open list; undefined in narrows. */
  readonly listing: (state: State) => Listing | undefined;
  /** How many lines of the sidebar are scrolled above it; undefined while it is hidden. */
  readonly sidebarAbove: (state: State) => number | undefined;
  /** The strokes of the key that is named there: in the footer, a notice or the lower edge of a dialog. */
  readonly keyAt: (state: State, cell: Cell) => string | undefined;
  /** The filter that the title names there. */
  readonly filterAt: (state: State, cell: Cell) => string | undefined;
  /** The row on a line of the sidebar; undefined for blank lines. */
  readonly sidebarKeyAt: (state: State, line: number) => string | undefined;
  /** The row or heading on a line of the list; for a line beyond its edge, the row that scrolling would bring there. */
  readonly listCursorAt: (state: State, line: number) => Cursor | undefined;
};

/** The panes of one screen. They cache what they showed last, so each screen needs its own. */
export function createPanes(parts: PaneParts): Panes {
  const { style } = parts;
  const kept = keeping(parts);
  const composer = composerPane(parts);
  const geometry = geometryPane(composer.needs);
  const reader = readerPane(parts, geometry);
  const list = listPane(parts, geometry);
  const sidebar = sidebarPane(parts, geometry);
  const title = titlePane(parts, geometry, reader.reading);
  const dialog = dialogPane(parts, geometry);
  const drawers = allDrawers(parts);
  const footer = footerPane(parts, geometry, dialog, list.listing, reader.reading);
  const cursor = memoizeLast((x: number | undefined, y: number | undefined): Cell | undefined =>
    x === undefined || y === undefined ? undefined : { x, y },
  );
  const notices = memoizeLast(noticeLine);
  const notice = (state: State) => notices(style, geometry(state).columns, state.session.notice);
  const rule = memoizeFields(
    (of: { readonly rows: number; readonly crossing: number | undefined }) =>
      ruleLines(style, of.rows, of.crossing),
    2,
  );
  return {
    bodies: parts.bodies,
    geometry,
    header: kept(headerPane(parts, geometry)),
    notice: (state) => notice(state).lines,
    sidebar: kept(sidebar.lines),
    sidebarAbove: sidebar.above,
    sidebarKeyAt: sidebar.keyAt,
    rule: (state) => {
      const { rule: region, composer: below, composerFrame } = geometry(state);
      const joins = region !== undefined && below !== undefined && composerFrame === 2;
      return rule({ rows: region?.rows ?? 0, crossing: joins ? below.y - region.y : undefined });
    },
    title: kept((state) => title(state).lines),
    pane: kept((state) => {
      const lines = isList(state.screen.place) ? list.lines(state) : reader.lines(state);
      return footer.over(state, "pane", drawers(state, geometry(state), lines));
    }),
    composer: kept((state) =>
      footer.over(state, "composer", composer.lines(state, geometry(state)).lines),
    ),
    composerRows: composer.rows,
    composerPlaceAt: (state, cell) => composer.placeAt(state, geometry(state), cell),
    footer: kept(footer.lines),
    bar: footer.bar,
    dialog,
    keyAt: (state, cell) => {
      const opened = dialog(state);
      if (opened !== undefined) return opened.keyAt(cell);
      const isInNotice = isIn(geometry(state).notice, cell);
      return isInNotice ? notice(state).targetAt(cell.x) : footer.keyAt(state, cell);
    },
    filterAt: (state, cell) => {
      const { title: region } = geometry(state);
      return isIn(region, cell) ? title(state).targetAt?.(cell.x - region.x) : undefined;
    },
    cursor: (state) => {
      const shown = { composer, sidebar, title, dialog, list, reader };
      const place = cursorOf(shown, state, geometry(state));
      return cursor(place?.x, place?.y);
    },
    reading: reader.reading,
    listing: list.listing,
    listCursorAt: list.cursorAt,
  };
}

/**
 * The lines of before if they say the same: what changes and shows nowhere is no reason to draw a frame. React asks several
 * times for each state; what depends on the time may be a second old.
 */
function keeping({ clock }: Pick<PaneParts, "clock">) {
  return (lines: (state: State) => Lines): ((state: State) => Lines) => {
    let last: Lines = [];
    const now = memoizeLast((state: State, _second: number): Lines => {
      last = sameList(last, lines(state));
      return last;
    });
    return (state) => now(state, Math.floor(clock.now() / 1000));
  };
}

/** The pane's lines with what covers the last of them. */
function allDrawers(parts: PaneParts) {
  const completion = completionDrawer(parts);
  const preview = previewDrawer(parts);
  const continuations = continuationDrawer(parts);
  return (state: State, { pane, gutter, columns: whole }: Geometry, lines: Lines): Lines => {
    const columns = pane?.columns ?? 0;
    const drawn = completion(state, columns, preview(state, columns, gutter, lines));
    return continuations(state, columns, whole, drawn);
  };
}

type ComposerNeeds = { readonly shown: boolean; readonly lines: number };

function geometryPane(needs: (state: State) => ComposerNeeds): (state: State) => Geometry {
  // What is drawn in a region is kept as long as the region: a list and a conversation come in turn.
  const geometryFor = memoizeFields(geometryOf, 8);
  // Each part of the screen asks, in one state.
  return memoizeLast((state: State) => {
    const { screen, session } = state;
    const { shown, lines } = needs(state);
    return geometryFor({
      columns: screen.terminal.columns,
      rows: screen.terminal.rows,
      notice: session.notice !== undefined,
      sidebarShown: screen.sidebar.isShown || screen.focus === "sidebar",
      composer: shown,
      composerLines: lines,
      composing: screen.focus === "composer",
    });
  });
}

/** The column between sidebar and pane, joined to the composer's rule where they meet. */
function ruleLines(style: Style, rows: number, crossing: number | undefined): Lines {
  const { ruleVertical, ruleLeft } = style.glyphs;
  const line = painted(style, span(plain(ruleVertical), "rule"));
  const joint = painted(style, span(plain(ruleLeft), "rule"));
  return Array.from({ length: rows }, (_, at) => (at === crossing ? joint : line));
}

type WithCursor = {
  readonly composer: ReturnType<typeof composerPane>;
  readonly sidebar: SidebarPane;
  readonly title: ReturnType<typeof titlePane>;
  readonly dialog: DialogPane;
  readonly list: Pick<ListPane, "listing">;
  readonly reader: Pick<ReturnType<typeof readerPane>, "reading">;
};

/** In the text where one types, else on the row that keys apply to: what magnifies the screen follows it. */
function cursorOf(shown: WithCursor, state: State, now: Geometry): Cell | undefined {
  const { composer, sidebar, title, dialog } = shown;
  if (state.screen.dialog !== undefined) return dialog(state)?.cursor;
  const where = contextOf(state.screen);
  if (where === "bar" || where === "sidebar") return sidebar.cursor(state);
  if (where === "find" || where === "filter") {
    const { caret = 0 } = title(state);
    return now.title && { x: now.title.x + Math.min(now.title.columns - 1, caret), y: now.title.y };
  }
  const place = composer.lines(state, now).cursor;
  const { composer: region, pane } = now;
  if (place !== undefined) return region && { x: region.x + place.x, y: region.y + place.y };
  return pane && { x: pane.x, y: pane.y + selectedLineOf(shown, state) };
}

/** The first line of the selected row in its pane; the pane's first one if there is none. */
function selectedLineOf({ list, reader }: WithCursor, state: State): number {
  const listing = list.listing(state);
  if (listing !== undefined) {
    const key = listing.list.cursor?.key;
    const at = listing.lines.findIndex(
      (line) => line.kind !== "blank" && (line.kind === "row" ? line.row.key : line.key) === key,
    );
    return Math.max(0, at);
  }
  const reading = reader.reading(state);
  const part = reading?.window.parts.find(({ index }) => index === reading.selected);
  if (reading === undefined || part === undefined) return 0;
  const { separators } = reading.sheet.row(part.index);
  return part.y + Math.max(0, Math.min(part.to - 1, separators) - part.from);
}
