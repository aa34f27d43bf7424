/**
 * The position of a dialog, and which of its rows are visible.
 *
 * The cursor, the mouse and scrolling need that before Ink computes its layout, and of a long text only the visible
 * rows are drawn.
 */
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import type { Input } from "#editor/input.ts";
import type { Region } from "#ui/geometry.ts";
import { type Hint, hintsWithin } from "#ui/hints.ts";
import type { Cell } from "#ui/pane-parts.ts";
import { noSpans, type Span, span, spansWidth, targetIn } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import { type TypedLine, typedLine } from "#ui/typed-line.ts";
import { type DialogContent, paragraph, type Row } from "./content.ts";

/** The part of the screen that a dialog may use, and its preferred size. */
export type DialogArea = {
  readonly columns: number;
  readonly rows: number;
  /** The first column of the room. */
  readonly x: number;
  readonly preferredColumns?: number;
  readonly preferredRows?: number;
  /** Over the whole width, so that nothing beside it can change. */
  readonly isWhole?: true;
};

/** The open dialog with everything that is computed before Ink draws it. */
export type OpenedDialog = {
  readonly style: Style;
  readonly content: DialogContent;
  /** The keys in the lower edge: the dialog's own, those that move in it, and the one that closes it; and what is below. */
  readonly keys: readonly Span[];
  readonly further: readonly Span[];
  /** The strokes of the key that is named there. */
  readonly keyAt: (cell: Cell) => string | undefined;
  readonly region: Region;
  /** False: there is no room for a frame. */
  readonly isFramed: boolean;
  /** Columns inside the frame. */
  readonly inner: number;
  /** The visible rows above the long list. */
  readonly rows: readonly Row[];
  /** The visible range of the long list, half-open. */
  readonly listed: readonly [from: number, to: number];
  /** Rows beyond the edges. */
  readonly above: number;
  readonly below: number;
  /** The selected choice; -1 for none. */
  readonly chosen: number;
  /** The last row that can be the first visible one. */
  readonly lastFirst: number;
  /** The terminal's cursor: in the text where one types, else on the selected row, if that is visible. */
  readonly cursor: Cell | undefined;
  /** The choice on that line of the region. */
  readonly choiceAt: (line: number) => number | undefined;
};

const usualColumns = 60;
/** So many rows show all choices that one always has, at 24 lines too. A higher screen gives its half. */
const usualRows = 15;

type Size = {
  readonly isFramed: boolean;
  readonly columns: number;
  readonly inner: number;
};

/** If there is no room for a frame, the dialog uses all of it. */
function sizeIn({ columns, rows, preferredColumns = usualColumns, isWhole }: DialogArea): Size {
  if (columns < 20 || rows < 6) return { isFramed: false, columns, inner: columns };
  const framed = isWhole ? columns : Math.min(preferredColumns, columns - 4);
  return { isFramed: true, columns: framed, inner: framed - 2 };
}

/** The width of texts in a dialog's row. */
export function textColumnsIn(room: DialogArea): number {
  return Math.max(10, sizeIn(room).inner - 3);
}

/** How many rows are visible at most. */
function heightIn(
  { rows, preferredRows = Math.max(usualRows, Math.floor(rows / 2)) }: DialogArea,
  isFramed: boolean,
  isTyped: boolean,
) {
  const taken = isTyped ? 1 : 0;
  // Header and footer stay visible for orientation.
  return isFramed ? Math.max(1, Math.min(preferredRows, rows - 4 - taken)) : rows - taken;
}

/**
 * Returns the first visible row, given the typed text, the selected row, and the numbers of all and of visible rows.
 */
type Scroll = (typed: string, chosenRow: number, count: number, height: number) => number;

type Placing = {
  readonly room: DialogArea;
  /** The keys that move in the dialog, if they are worth a hint. */
  readonly moveKeys: string | undefined;
  readonly scroll: Scroll;
};

function nothingRows(style: Style, { none = "nothing found" }: DialogContent, columns: number) {
  return paragraph({ style, columns }, safeLine(none), "dim");
}

/** The rows of a dialog, those of its long list last. */
type Rows = {
  readonly all: readonly Row[];
  readonly count: number;
  readonly choices: number;
  /** The selected choice; -1 for none. */
  readonly chosen: number;
  /** Its first and its last row; -1 for none. */
  readonly chosenRows: readonly [first: number, last: number];
};

function rowsOf({ list = [], chosen: selected = -1 }: DialogContent, all: readonly Row[]): Rows {
  const choices = list.length + Math.max(0, ...all.map(({ choice = -1 }) => choice + 1));
  const chosen = Math.min(selected, choices - 1);
  const isChosen = (row: Row) => row.choice === chosen || row.keyField !== undefined;
  const inList = all.length + chosen;
  return {
    all,
    count: all.length + list.length,
    choices,
    chosen,
    chosenRows:
      list.length > 0 && chosen >= 0
        ? [inList, inList]
        : [all.findIndex(isChosen), all.findLastIndex(isChosen)],
  };
}

/** The first visible of the rows, if the selected one is kept visible. */
function firstKeeping(
  { count, chosen, chosenRows: [firstChosen, lastChosen] }: Rows,
  height: number,
  scroll: Scroll,
  typed: string,
): number {
  // What stands above the first choice belongs to it.
  if (chosen === 0 && lastChosen < height) return 0;
  const scrolled = scroll(typed, lastChosen, count, height);
  return firstChosen < 0 ? scrolled : Math.min(firstChosen, scrolled);
}

export function openDialog(
  style: Style,
  content: DialogContent,
  { room, moveKeys, scroll }: Placing,
): OpenedDialog {
  const { typed, rows: found = [], list, scrolledTo } = content;
  const { isFramed, columns, inner } = sizeIn(room);
  const isEmpty = found.length === 0 && list?.length === 0;
  const rows = rowsOf(content, isEmpty ? nothingRows(style, content, textColumnsIn(room)) : found);
  const { all, count, choices, chosen } = rows;
  const height = heightIn(room, isFramed, typed !== undefined);
  const lastFirst = Math.max(0, count - height);
  const first =
    scrolledTo === undefined
      ? firstKeeping(rows, height, scroll, typed?.text ?? "")
      : Math.min(scrolledTo, lastFirst);
  const last = Math.min(count, first + height);

  const edge = isFramed ? 1 : 0;
  const top = edge + (typed === undefined ? 0 : 1);
  const lines = top + last - first + edge;
  const x = room.x + Math.floor((room.columns - columns) / 2);
  const y = isFramed ? Math.max(0, Math.min(room.rows - 1 - lines, Math.floor(room.rows / 6))) : 0;
  const region = { x, y, columns, rows: lines };

  const cursorAt = (): OpenedDialog["cursor"] => {
    const at = all.findIndex(({ caret }) => caret !== undefined);
    const caret = all[at]?.caret;
    if (caret !== undefined) {
      if (at < first || at >= last) return undefined;
      return { x: x + edge + Math.min(inner - 1, caret), y: y + top + at - first };
    }
    if (typed === undefined) {
      const shownRow = Math.max(first, Math.min(last - 1, rows.chosenRows[0]));
      return { x: x + edge, y: y + top + shownRow - first };
    }
    return {
      x: x + edge + Math.min(inner - 1, promptColumns + typedIn(style, inner, typed).caret),
      y: y + edge,
    };
  };
  const moves = chosen >= 0 && choices > 1 ? "move" : undefined;
  const scrolls = lastFirst > 0 ? "scroll" : undefined;
  const listed = (row: number) => Math.max(0, row - all.length);
  return {
    style,
    content,
    region,
    ...lowerEdge(style, isFramed ? region : undefined, {
      ...{ moveKeys, below: count - last },
      hints: withMovement(content.hints, moveKeys, scrolledTo === undefined ? moves : scrolls),
    }),
    isFramed,
    inner,
    rows: all.slice(first, last),
    listed: [listed(first), listed(last)],
    above: first,
    below: count - last,
    chosen,
    lastFirst,
    cursor: cursorAt(),
    choiceAt: (at) => {
      const row = first + at - top;
      if (row < first || row >= last || content.chosen === undefined) return undefined;
      return row < all.length ? all[row]?.choice : row - all.length;
    },
  };
}

/** The column of the first key in the lower edge. */
const keysFrom = 2;

type LowerEdge = Pick<Placing, "moveKeys"> & {
  readonly hints: readonly Hint[];
  readonly below: number;
};

function lowerEdge(
  style: Style,
  region: Region | undefined,
  { hints, moveKeys, below }: LowerEdge,
): Pick<OpenedDialog, "keys" | "further" | "keyAt"> {
  if (region === undefined) return { keys: noSpans, further: noSpans, keyAt: () => undefined };
  const { x, y, columns, rows } = region;
  const roomBeside = (marker: readonly Span[]) =>
    columns - 4 - (marker.length > 0 ? spansWidth(style, marker) + 3 : 0);
  const inWords = more(style.glyphs.down, below);
  // The scroll marker is shown before the keys are, but for the last of them, which is shown before its words.
  const isWordy = spansWidth(style, hintsWithin(style, hints.slice(-1), 0)) <= roomBeside(inWords);
  const further = isWordy ? inWords : more(style.glyphs.down, below, "");
  const fitting = hintsWithin(style, hints, roomBeside(further));
  const keys = isWordy ? fitting : fitting.map((piece) => ({ ...piece, shrinks: true }));
  const keyAt = (cell: Cell) => {
    const key = cell.y === y + rows - 1 ? targetIn(style, keys, cell.x - x - keysFrom) : undefined;
    return key === moveKeys ? undefined : key;
  };
  return { keys, further, keyAt };
}

/** `↓ 12 more`: how many rows are beyond an edge. */
export function more(arrow: SafeText, count: number, words = " more"): readonly Span[] {
  return count > 0 ? [span(plain(`${arrow} ${count}${words}`), "dim")] : noSpans;
}

/** The key that closes stays last. */
function withMovement(
  hints: readonly Hint[],
  key: string | undefined,
  words: string | undefined,
): readonly Hint[] {
  if (key === undefined || words === undefined) return hints;
  return [...hints.slice(0, -1), { key, words }, ...hints.slice(-1)];
}

/** Columns before a typed line. */
const promptColumns = 3;

/** A line that is typed into a dialog of that width. */
export function typedIn(style: Style, columns: number, typed: Input): TypedLine {
  return typedLine(style, typed, Math.max(1, columns - promptColumns - 1));
}
