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
import { asideOf, listShown } from "#store/peek.ts";
import type { State } from "#store/state.ts";
import { footerPane } from "#ui/bars/footer.ts";
import { headerPane } from "#ui/bars/header.ts";
import { type NoticeWords, noticePane, noticeWords } from "#ui/bars/notice.ts";
import { besideTitlePane, titlePane } from "#ui/bars/title.ts";
import { composerPane } from "#ui/composer/pane.ts";
import { type ListPane, listPane } from "#ui/lists/list-pane.ts";
import { narrowDrawer, type OpenReader, readerPane } from "#ui/reader/pane.ts";
import { type DialogPane, dialogPane } from "./dialog-pane.ts";
import { completionDrawer, continuationDrawer, previewDrawer } from "./drawers.ts";
import { type Beside, type Geometry, geometryOf, isIn, type Region } from "./geometry.ts";
import type { Listing } from "./lists/listing.ts";
import type { Cell, Lines, PaneParts } from "./pane-parts.ts";
import { peekPane, textBelow } from "./peek-pane.ts";
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
  /** The list beside what is read, or what is shown of a row beside its list. */
  readonly beside: Readonly<Record<"rule" | "title" | "pane" | "foot", (state: State) => Lines>>;
  /** The region that the footer reserves for a progress bar. */
  readonly bar: (state: State) => Region | undefined;
  readonly dialog: DialogPane;
  /** The position of the terminal's cursor, unless it is hidden. */
  readonly cursor: (state: State) => Cell | undefined;
  /** The layout of the open narrow; undefined in lists, and while no pane is shown. */
  readonly reading: (state: State) => OpenReader | undefined;
  /** The layout of what is shown of a row of the open list; undefined if that is no narrow, and without the pane. */
  readonly peeked: (state: State) => OpenReader | undefined;
  /** The layout of the open list, or of the one beside what is read; undefined without one. */
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
  const words = noticeWords(style);
  const geometry = geometryPane(composer, words);
  const narrows = narrowDrawer(parts);
  const reader = readerPane(narrows, geometry);
  const peek = peekPane(parts, geometry, narrows);
  const list = listPane(parts, geometry);
  const listing = (state: State) => (isList(state.screen.place) ? list.listing(state) : undefined);
  const sidebar = sidebarPane(parts, geometry);
  const title = titlePane(parts, geometry, reader.reading);
  const dialog = dialogPane(parts, geometry);
  const drawers = allDrawers(parts);
  const footer = footerPane(parts, { geometry, dialog, listing, reading: reader.reading });
  const cursor = cursorPane({ composer, sidebar, title, dialog, listing, reader }, geometry);
  const notice = noticePane(style, words, geometry);
  const noticeKeyAt: KeyNamer = (state, cell) => {
    const { notice: region } = geometry(state);
    const at = isIn(region, cell) ? { x: cell.x - region.x, y: cell.y - region.y } : undefined;
    return at && notice(state).keyAt(at);
  };
  const rules = rulesOf(style, geometry);
  const besideTitle = besideTitlePane(parts, geometry, peek.reading);
  return {
    bodies: parts.bodies,
    geometry,
    header: kept(headerPane(parts, geometry)),
    notice: (state) => notice(state).lines,
    sidebar: kept(sidebar.lines),
    sidebarAbove: sidebar.above,
    sidebarKeyAt: sidebar.keyAt,
    rule: rules.rule,
    beside: {
      rule: rules.beside,
      title: kept(besideTitle),
      pane: kept((state) => (isList(state.screen.place) ? peek.lines(state) : list.lines(state))),
      foot: kept(peek.foot),
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
    keyAt: keyNamer(dialog, [noticeKeyAt, peek.keyAt, footer.keyAt]),
    filterAt: (state, cell) => {
      const { title: region } = geometry(state);
      return isIn(region, cell) ? title(state).targetAt?.(cell.x - region.x) : undefined;
    },
    cursor,
    reading: reader.reading,
    peeked: peek.reading,
    listing: list.listing,
    listCursorAt: list.cursorAt,
  };
}

/** The strokes of the key that is named on a cell. */
type KeyNamer = (state: State, cell: Cell) => string | undefined;

/** While a dialog is open, only that. */
function keyNamer(dialog: DialogPane, parts: readonly KeyNamer[]): KeyNamer {
  return (state, cell) => {
    const opened = dialog(state);
    if (opened !== undefined) return opened.keyAt(cell);
    for (const keyAt of parts) {
      const key = keyAt(state, cell);
      if (key !== undefined) return key;
    }
    return undefined;
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

function geometryPane(
  composer: Pick<ReturnType<typeof composerPane>, "needs" | "height">,
  words: NoticeWords,
) {
  // What is drawn in a region is kept as long as the region: a list and a conversation come in turn.
  const geometryFor = memoizeFields(geometryOf, 8);
  // Each part of the screen asks, in one state.
  return memoizeLast((state: State) => {
    const { screen, session } = state;
    const { shown, lines } = composer.needs(state);
    const below = textBelow(state);
    return geometryFor({
      columns: screen.terminal.columns,
      rows: screen.terminal.rows,
      noticeLines: words(screen.terminal.columns, session.notice).length,
      sidebarShown: screen.sidebar.isShown || screen.focus === "sidebar",
      composer: shown,
      composerLines: lines,
      composing: screen.focus === "composer",
      aside: listShown(screen) === undefined ? undefined : asideOf(screen),
      isList: isList(screen.place),
      footLines: below === undefined ? undefined : composer.height(screen, below),
    });
  });
}

const noLines: Lines = [];

/** The rules between panes. */
function rulesOf(style: Style, geometry: (state: State) => Geometry) {
  const column = memoizeFields((of: RuleShape) => ruleLines(style, of), 4);
  const level = memoizeFields((of: { readonly columns: number }) => levelLine(style, of.columns));
  /** The line on which the one above the composer meets a column that begins at `y`. */
  const joint = ({ composer, composerFrame, beside }: Geometry, y: number) => {
    const below = composer ?? beside?.foot;
    return below !== undefined && composerFrame === 2 ? below.y - y : undefined;
  };
  return {
    rule: (state: State): Lines => {
      const now = geometry(state);
      const { rule, beside } = now;
      if (rule === undefined) return noLines;
      const { rows, y } = rule;
      if (beside !== undefined && isRightOf(beside))
        return column({ rows, first: undefined, last: undefined });
      return column({ rows, first: beside && beside.rule.y - y, last: joint(now, y) });
    },
    beside: (state: State): Lines => {
      const now = geometry(state);
      if (now.beside === undefined) return noLines;
      const { rows, columns, y } = now.beside.rule;
      if (!isRightOf(now.beside)) return level({ columns });
      return column({ rows, first: undefined, last: joint(now, y) });
    },
  };
}

/** Whether they stand beside each other, and not above. */
function isRightOf({ rule }: Beside): boolean {
  return rule.columns === 1;
}

type RuleShape = {
  readonly rows: number;
  /** The lines on which others begin at its right. */
  readonly first: number | undefined;
  readonly last: number | undefined;
};

/** A column between panes, joined to the rules that meet it. */
function ruleLines(style: Style, { rows, first, last }: RuleShape): Lines {
  const { ruleVertical, ruleLeft } = style.glyphs;
  const line = painted(style, span(plain(ruleVertical), "rule"));
  const joined = painted(style, span(plain(ruleLeft), "rule"));
  return Array.from({ length: rows }, (_, at) => (at === first || at === last ? joined : line));
}

/** The line between a list and what is read below it. */
function levelLine(style: Style, columns: number): Lines {
  return [painted(style, span(plain(style.glyphs.ruleHorizontal.repeat(columns)), "rule"))];
}

type WithCursor = {
  readonly composer: ReturnType<typeof composerPane>;
  readonly sidebar: SidebarPane;
  readonly title: ReturnType<typeof titlePane>;
  readonly dialog: DialogPane;
  readonly listing: ListPane["listing"];
  readonly reader: Pick<ReturnType<typeof readerPane>, "reading">;
};

/** The same object while it stays where it is. */
function cursorPane(shown: WithCursor, geometry: (state: State) => Geometry) {
  const cell = memoizeLast((x: number | undefined, y: number | undefined): Cell | undefined =>
    x === undefined || y === undefined ? undefined : { x, y },
  );
  return (state: State) => {
    const place = cursorOf(shown, state, geometry(state));
    return cell(place?.x, place?.y);
  };
}

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
function selectedLineOf({ listing, reader }: WithCursor, state: State): number {
  const listed = listing(state);
  if (listed !== undefined) {
    const key = listed.list.cursor?.key;
    const at = listed.lines.findIndex(
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
