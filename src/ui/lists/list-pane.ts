/** The pane of a list: its window, its lines, and the whole of the selected row below them. */
import { memoizeFor, memoizeLast, sameList } from "#base/memoize.ts";
import { plain } from "#base/safe-text.ts";
import type { Keys } from "#commands/command.ts";
import { definitionOf } from "#commands/lists/definitions.ts";
import {
  arrivalsIn,
  countOf,
  emptyText,
  filterOf,
  type ListDefinition,
  type Previewed,
} from "#commands/lists/list.ts";
import { overIn } from "#commands/lists/staying.ts";
import type { GroupedRow } from "#journal/journal.ts";
import type { Message } from "#model/message.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { type Cursor, type List, selectedRow } from "#store/list.ts";
import { isList, listOf } from "#store/lists.ts";
import type { RowKey } from "#store/row-keys.ts";
import type { State } from "#store/state.ts";
import { aboutPerson } from "#ui/dialogs/cards.ts";
import { labelledRows } from "#ui/dialogs/content.ts";
import type { Geometry, Region } from "#ui/geometry.ts";
import { type Hint, hintSpans, hintsFor } from "#ui/hints.ts";
import type { Lines, PaneParts } from "#ui/pane-parts.ts";
import { sentenceLines, skeletonLines } from "#ui/reader/lines.ts";
import { indentedText, selectedLine, textColumns } from "#ui/reader/message-lines.ts";
import { lineOf, ruleLine, span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import { listRows } from "./list-rows.ts";
import { type Listing, type ListLine, listingOf } from "./listing.ts";
import { type DrawnRow, headingLine, type ListRows, type ListSize, rowLine } from "./row.ts";

export type ListPane = {
  readonly lines: (state: State) => Lines;
  /** Undefined in narrows, and while no pane is shown. */
  readonly listing: (state: State) => Listing | undefined;
  /** The row or heading on that line of the pane; one beyond its edge if there is one. */
  readonly cursorAt: (state: State, line: number) => Cursor | undefined;
};

/** The line of a row; undefined if its subject is no longer known. */
type RowText = (list: List, row: GroupedRow, rows: ListRows) => string | undefined;

/** From this many lines on, there are blank lines between the sections. */
const spaciousRows = 14;

export function listPane(parts: PaneParts, geometry: (state: State) => Geometry): ListPane {
  const { style, keys } = parts;
  const rowsOf = listRows(parts);
  const size = memoizeLast((region: Region, gutter: 1 | 2): ListSize => {
    return { columns: region.columns, rows: region.rows, gutter };
  });
  const listed = memoizeLast((list: List, height: number, rows: ListRows) =>
    listingOf(
      list,
      height,
      height >= spaciousRows,
      (key) => rows.heading(key) !== undefined,
      rows.isOver,
    ),
  );
  const drawn = rowsDrawer(parts);
  const preview = rowPreview(parts);
  const joined = memoizeLast((above: Lines, below: Lines): Lines => [...above, ...below]);
  const listingIn = (state: State, region: Region, gutter: 1 | 2): Listing | undefined => {
    const { place } = state.screen;
    if (!isList(place)) return undefined;
    const paneSize = size(region, gutter);
    const height = region.rows - previewRows(state, region);
    return listed(listOf(state.screen, place), height, rowsOf(place, state, paneSize));
  };
  let last: Lines = [];
  let ended: Lines = [];
  return {
    listing: (state) => {
      const { pane, gutter } = geometry(state);
      return pane && listingIn(state, pane, gutter);
    },
    lines: (state) => {
      const { pane, gutter } = geometry(state);
      const { screen } = state;
      if (pane === undefined || !isList(screen.place)) return [];
      const { place } = screen;
      const list = listOf(screen, place);
      const below = preview(state, pane, gutter);
      const paneSize = size(pane, gutter);
      if (list.rows.length === 0) {
        last = sameList(
          last,
          emptyLines(style, paneSize, emptyText(keys, definitionOf(place), state, list)),
        );
        return last;
      }
      const rows = rowsOf(place, state, paneSize);
      const height = pane.rows - below.length;
      const at = listed(list, height, rows);
      const focused = screen.focus === "pane" && screen.dialog === undefined;
      const definition = definitionOf(place);
      const arrived = arrivalsIn(definition, state, list);
      ended = sameList(ended, endedText(keys, definition, state, list));
      // The replica changes often and these rows seldom.
      last = sameList(last, drawn(at, height, paneSize, rows, focused, arrived, ended));
      return below.length === 0 ? last : joined(last, below);
    },
    cursorAt: (state, line) => {
      const { pane, gutter } = geometry(state);
      if (pane === undefined) return undefined;
      const below = previewRows(state, pane);
      if (line >= pane.rows - below && line < pane.rows) return undefined;
      const at = listingIn(state, pane, gutter);
      return at && cursorOn(at, line < pane.rows ? line : line - below);
    },
  };
}

/** Draws the rows; below them, the number of arrivals, or what it means that all of them were dealt with. */
function rowsDrawer({ style, keys }: PaneParts) {
  const refresh = hintsFor(keys, ["move.first", "shows them"]);
  const textOf = rowTexts(style);
  return memoizeLast(
    (
      at: Listing,
      height: number,
      { columns, gutter }: ListSize,
      rows: ListRows,
      focused: boolean,
      arrived: number,
      ended: Lines,
    ): Lines => {
      const lines = at.lines.map((line) => drawLine(style, at.list, line, rows, focused, textOf));
      const paneSize = { columns, gutter, rows: height };
      if (arrived > 0 || ended.length === 0)
        return filled(style, paneSize, lines, arrived, refresh);
      const room = { ...paneSize, rows: Math.max(0, height - lines.length) };
      return [...lines, ...sentenceLines(style, room, ended)];
    },
  );
}

/** What an empty list says, if all rows of this one were dealt with. */
export function endedText(keys: Keys, definition: ListDefinition, state: State, list: List): Lines {
  if (definition.triage === undefined) return [];
  const isLeft = countOf(definition, state, list, filterOf(definition, list)) > 0;
  return isLeft ? [] : (emptyText(keys, definition, state, list) ?? []);
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
  list: List,
  line: ListLine,
  rows: ListRows,
  focused: boolean,
  textOf: RowText,
): string {
  const blank = " ".repeat(rows.columns.all);
  if (line.kind === "blank") return blank;
  const key = line.kind === "row" ? line.row.key : line.key;
  const text =
    line.kind === "row" ? textOf(list, line.row, rows) : headingText(style, line.key, rows);
  return list.cursor?.key === key ? selectedLine(style, text ?? blank, focused) : (text ?? blank);
}

/**
 * While only the cursor moves, a row keeps its line; after any other change, a row keeps it if its content is the same
 * object.
 */
function rowTexts(style: Style): RowText {
  const texts = memoizeLast((_rows: ListRows) => memoizeFor<GroupedRow, string | undefined>());
  const lines = memoizeFor<DrawnRow, string>();
  return ({ marked }, row, rows) => {
    const { columns } = rows;
    const isMarked = marked.has(row.key);
    return texts(rows)(row, [isMarked], () => {
      const drawn = rows.row(row);
      if (drawn === undefined) return undefined;
      return lines(drawn, [columns, isMarked], () =>
        rowLine(style, columns, isMarked ? { ...drawn, sign: span(plain("+"), "accent") } : drawn),
      );
    });
  };
}

function headingText(style: Style, key: RowKey, rows: ListRows): string | undefined {
  const heading = rows.heading(key);
  return heading && headingLine(style, rows.columns, heading);
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

// The selected row of a list whose rows are texts or people, shown whole below the list where there is room.

const minuteMs = 60_000;

/** The smallest screen and pane on which rows are previewed. */
const minColumns = 120;
const minRows = 18;

/** How many lines of the pane the preview takes, with the rule above it; it does not depend on the text. */
function previewRows({ screen }: State, pane: Region): number {
  const { place, terminal } = screen;
  if (terminal.columns < minColumns || pane.rows < minRows || !isList(place)) return 0;
  const isShown =
    definitionOf(place).preview !== undefined && listOf(screen, place).rows.length > 0;
  return isShown ? Math.floor(pane.rows / 3) : 0;
}

type Text = Exclude<Previewed, { readonly person: Person }>;

/** As wide as the gutter where there is room for a preview. */
const indent = span(plain("  "));

/** The preview's lines; none if there is no room for it. */
function rowPreview({
  style,
  bodies,
  clock,
}: PaneParts): (state: State, pane: Region, gutter: 1 | 2) => Lines {
  let view: Replica | undefined;
  const body = memoizeLast(
    (shown: Text | undefined, columns: number, gutter: 1 | 2, _revision: string): Lines => {
      if (shown === undefined || view === undefined) return [];
      const width = textColumns(columns, gutter);
      const lines =
        "message" in shown
          ? bodies.of(view, shown.message, width, { spoilers: false, sideways: 0 })
          : bodies.ofText(view, shown.text, width);
      return lines.map((line) => indentedText({ style, columns, gutter }, line));
    },
  );
  const card = memoizeLast((view: Replica, person: Person, now: number, columns: number): Lines => {
    const room = { style, columns: textColumns(columns, 2) };
    return labelledRows(room, aboutPerson({ view, style, bodies, now }, person)).map(
      ({ left = [] }) => lineOf(style, columns, [indent, ...left]),
    );
  });
  const filled = memoizeLast((lines: Lines, columns: number, rows: number): Lines => {
    const rule = ruleLine(style, columns, "", { rule: "rule", words: "dim" });
    const room = rows - 1;
    const more = lines.length - room + 1;
    const note = lineOf(style, columns, [], [span(plain(`${more} more lines  `), "dim")]);
    const shown = lines.length > room ? [...lines.slice(0, room - 1), note] : lines;
    const blank = " ".repeat(columns);
    return [rule, ...Array.from({ length: room }, (_, at) => shown[at] ?? blank)];
  });
  const ofText = memoizeLast((text: string): Text => ({ text }));
  const ofMessage = memoizeLast((message: Message): Text => ({ message }));
  return (state, pane, gutter) => {
    const rows = previewRows(state, pane);
    const { place } = state.screen;
    if (rows === 0 || !isList(place)) return [];
    const list = listOf(state.screen, place);
    const definition = definitionOf(place);
    const key = selectedRow(list);
    const isOver = key === undefined || overIn(definition, state, list)(key);
    const found = isOver ? undefined : definition.preview?.(state, key);
    view = state.view;
    const lines =
      found && "person" in found
        ? card(view, found.person, Math.floor(clock.now() / minuteMs) * 60, pane.columns)
        : body(
            found && ("text" in found ? ofText(found.text) : ofMessage(found.message)),
            pane.columns,
            gutter,
            bodies.revision(view),
          );
    return filled(lines, pane.columns, rows);
  };
}
