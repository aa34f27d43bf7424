/** The pane of a list: its window and its lines. */
import { memoizeEach, memoizeFields, memoizeFor, memoizeLast, sameList } from "#base/memoize.ts";
import { plain } from "#base/safe-text.ts";
import type { Keys } from "#commands/command.ts";
import { definitionOf } from "#commands/lists/definitions.ts";
import {
  arrivalsIn,
  countOf,
  emptyText,
  filterOf,
  type ListDefinition,
} from "#commands/lists/list.ts";
import { standsForOpen } from "#commands/lists/peek.ts";
import type { GroupedRow } from "#journal/journal.ts";
import type { Cursor, List } from "#store/list.ts";
import { isList, listOf } from "#store/lists.ts";
import { listShown } from "#store/peek.ts";
import type { RowKey } from "#store/row-keys.ts";
import type { State } from "#store/state.ts";
import type { Geometry } from "#ui/geometry.ts";
import { type Hint, hintSpans, hintsFor } from "#ui/hints.ts";
import type { Lines, PaneParts } from "#ui/pane-parts.ts";
import { sentenceLines, skeletonLines } from "#ui/reader/lines.ts";
import { selectedLine } from "#ui/reader/message-lines.ts";
import { lineOf, span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import { listRows } from "./list-rows.ts";
import { type Listing, type ListLine, listingOf } from "./listing.ts";
import { type DrawnRow, headingLine, type ListRows, type ListSize, rowLine } from "./row.ts";

export type ListPane = {
  readonly lines: (state: State) => Lines;
  /** Of the open list, or the one beside what is read. Undefined while neither is shown. */
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
  // The same whether the list is open or beside what is read.
  const size = memoizeFields((of: ListSize): ListSize => of, 2);
  const listed = memoizeLast((list: List, height: number, rows: ListRows, isOpen: boolean) =>
    listingOf(
      list,
      height,
      height >= spaciousRows,
      (key) => rows.heading(key) !== undefined,
      rows.isOver,
      isOpen,
    ),
  );
  const drawn = rowsDrawer(parts);
  const shown = (state: State) => {
    const { pane, beside, gutter } = geometry(state);
    const place = listShown(state.screen);
    const region = isList(state.screen.place) ? pane : beside?.pane;
    if (place === undefined || region === undefined) return undefined;
    const { columns, rows: height } = region;
    const paneSize = size({ columns, rows: height, gutter });
    const list = markedFor(state, listOf(state.screen, place));
    const isOpen = isList(state.screen.place);
    return { place, list, height, paneSize, rows: rowsOf(place, state, paneSize), isOpen };
  };
  let last: Lines = [];
  let ended: Lines = [];
  return {
    listing: (state) => {
      const now = shown(state);
      return now && listed(now.list, now.height, now.rows, now.isOpen);
    },
    lines: (state) => {
      const now = shown(state);
      if (now === undefined) return [];
      const { place, list, height, paneSize, rows, isOpen } = now;
      const { screen } = state;
      const definition = definitionOf(place);
      if (list.rows.length === 0) {
        const empty = emptyText(keys, definition, state, list);
        last = sameList(last, emptyLines(style, paneSize, empty));
        return last;
      }
      const at = listed(list, height, rows, isOpen);
      const focused = isOpen && screen.focus === "pane" && screen.dialog === undefined;
      const arrived = arrivalsIn(definition, state, list);
      ended = sameList(ended, endedText(keys, definition, state, list));
      // The replica changes often and these rows seldom.
      last = sameList(last, drawn(at, height, paneSize, rows, focused, arrived, ended));
      return last;
    },
    cursorAt: (state, line) => {
      const now = shown(state);
      return now && cursorOn(listed(now.list, now.height, now.rows, now.isOpen), line);
    },
  };
}

const unmarked = memoizeEach((list: List): List => ({ ...list, cursor: undefined }));

/** Beside what is read, the cursor marks the row for that; without one, nothing is marked. */
function markedFor(state: State, list: List): List {
  const { cursor } = list;
  if (cursor === undefined || isList(state.screen.place)) return list;
  return standsForOpen(state, cursor.key) ? list : unmarked(list);
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
  const listLine = lines[Math.max(0, Math.min(lines.length - 1, line))];
  if (listLine === undefined || listLine.kind === "blank") return undefined;
  const beyond = line < 0 ? line : Math.max(0, line - lines.length + 1);
  const row = list.rows[listLine.at + beyond];
  if (beyond !== 0) return row && { key: row.key, at: listLine.at + beyond };
  return { key: listLine.kind === "row" ? listLine.row.key : listLine.key, at: listLine.at };
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
  return ({ marks }, row, rows) => {
    const { columns } = rows;
    const isMarked = marks.keys.has(row.key);
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
