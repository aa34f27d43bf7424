/** Implements the viewport for commands, which move by lines or rows of the layout. */
import type { Viewport } from "#commands/command.ts";
import { peeking } from "#commands/lists/peek.ts";
import { type NarrowKey, narrowKey } from "#model/narrow.ts";
import { isList } from "#store/lists.ts";
import { extended } from "#store/marks.ts";
import { withPeekAt } from "#store/peek.ts";
import { edges, type Reader } from "#store/screen.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import { savedReaderTop } from "#ui/reader/lines.ts";
import type { OpenReader } from "#ui/reader/pane.ts";
import { countOf, indexOfRow, messageIdAt, type ReaderRows, rowAt } from "#ui/reader/rows.ts";
import type { MessageId } from "#wire/ids.ts";
import type { Panes } from "./panes.ts";
import { nearestShown, scrolled, type Window, windowAt, windowShowing } from "./viewport.ts";

/** What is read: in the open narrow, or beside the list before it is opened. */
function readIn(panes: Panes, state: State): OpenReader | undefined {
  return panes.reading(state) ?? panes.peeked(state);
}

/** The reader with another position and selection. */
export function moveReader(
  store: Store,
  { narrow, sheet, reader }: OpenReader,
  window: Window,
  selected: Reader["selected"],
): void {
  const top = savedReaderTop(sheet, window);
  const marks = marksAt(sheet.rows, reader?.marks, selected);
  const moved = { newFrom: reader?.newFrom, jumpTarget: undefined, selected, top, ...marks };
  const key = narrowKey(narrow);
  const state = store.getState();
  if (isList(state.screen.place)) savePeek(store, key, moved);
  else
    changeScreen(store, (screen) => ({
      ...screen,
      readers: new Map(screen.readers).set(key, moved),
    }));
}

/** Of a range, everything between its start and the cursor. */
function marksAt(
  rows: ReaderRows,
  marks: Reader["marks"],
  selected: Reader["selected"],
): Pick<Reader, "marks"> {
  if (marks?.kind !== "range" || selected === undefined) return { marks };
  const [start, end] = [indexOfRow(rows, marks.from), indexOfRow(rows, selected)];
  // The message at the start may be gone: what is beyond it was not meant.
  const isMeant = (id: MessageId) => (start <= end ? id >= marks.from : id <= marks.from);
  const between: MessageId[] = [];
  for (let at = Math.min(start, end); at <= Math.max(start, end); at += 1) {
    const id = messageIdAt(rows, at);
    if (id !== undefined && isMeant(id)) between.push(id);
  }
  return { marks: extended(marks, between) };
}

/** Keeps the position in what is shown of a row, from which opening it goes on. */
function savePeek(store: Store, narrow: NarrowKey, reader: Reader): void {
  const { peeked } = peeking(store.getState()) ?? {};
  const at = peeked && "narrow" in peeked ? peeked.at : undefined;
  changeScreen(store, (screen) => withPeekAt(screen, { narrow, at, reader }));
}

/** Moves to an unknown end: its page is fetched, and what is known is shown until then. */
function landAtEdge(
  store: Store,
  { narrow, sheet, reader }: OpenReader,
  edge: "first" | "last",
): void {
  const selected = rowAt(sheet.rows, edge === "first" ? 0 : countOf(sheet.rows) - 1);
  const jumpTarget = edges[edge];
  const { newFrom, marks } = reader ?? {};
  const now = { newFrom, jumpTarget, selected, top: undefined, marks };
  changeScreen(store, (screen) => ({
    ...screen,
    readers: new Map(screen.readers).set(narrowKey(narrow), now),
  }));
}

/** Moves to the edge of the selected message, which may be taller than the pane. */
function toOwnEdge(store: Store, reading: OpenReader, edge: "first" | "last"): void {
  const { sheet, size, selected } = reading;
  const top = edge === "first" ? { index: selected, offset: 0 } : undefined;
  const window = windowAt(sheet.heights, size.rows, top);
  moveReader(store, reading, window, rowAt(sheet.rows, selected));
}

/** Lines that one press scrolls inside a message taller than the pane. */
function stepWithin(height: number): number {
  return Math.max(1, Math.floor(height / 2));
}

export function createViewport(
  store: Store,
  panes: () => Panes,
  drawn: Viewport["drawn"] = () => undefined,
): Viewport {
  const scroll = (lines: number) => {
    const reading = readIn(panes(), store.getState());
    if (reading === undefined) return;
    const { sheet, size, selected } = reading;
    const window = scrolled(sheet.heights, size.rows, reading.window, lines);
    const { top } = window;
    // If a page cannot scroll any further, the cursor moves to the edge.
    const isStuck =
      top.index === reading.window.top.index && top.offset === reading.window.top.offset;
    if (isStuck && Math.abs(lines) > 1 && !isList(store.getState().screen.place)) {
      select(Math.sign(lines) * countOf(sheet.rows));
      return;
    }
    const next = nearestShown(sheet.heights, window, selected);
    moveReader(store, reading, window, rowAt(sheet.rows, next));
  };
  /** Whether the selected message continues beyond the edge in that direction: then it is scrolled first. */
  const hasMore = ({ window, selected, sheet }: OpenReader, rows: number): boolean => {
    const part = window.parts.find(({ index }) => index === selected);
    if (part === undefined) return false;
    return rows > 0 ? part.to < sheet.heights.height(selected) : part.from > 0;
  };
  const select = (rows: number) => {
    const reading = panes().reading(store.getState());
    if (reading === undefined || rows === 0) return;
    const { sheet, size } = reading;
    const step = Math.sign(rows) * stepWithin(size.rows);
    if (Math.abs(rows) === 1 && hasMore(reading, rows)) return scroll(step);
    const last = countOf(sheet.rows) - 1;
    if (last < 0) return;
    const next = Math.max(0, Math.min(last, reading.selected + rows));
    const window = windowShowing(sheet.heights, size.rows, reading.window, next);
    moveReader(store, reading, window, rowAt(sheet.rows, next));
  };
  const selectEdge = (edge: "first" | "last") => {
    const reading = panes().reading(store.getState());
    if (reading === undefined) return;
    const { rows } = reading.sheet;
    const count = countOf(rows);
    if (count === 0) return;
    const isKnown = edge === "first" ? rows.startKnown : rows.endKnown;
    const [at, by] = edge === "first" ? [0, -count] : [count - 1, count];
    // A range does not jump over messages that are not known.
    const isRange = reading.reader?.marks?.kind === "range";
    if (!isKnown && !isRange) landAtEdge(store, reading, edge);
    else if (reading.selected === at) toOwnEdge(store, reading, edge);
    else select(by);
  };
  return {
    drawn,
    scroll,
    select,
    atEnd: () => {
      const reading = panes().reading(store.getState());
      return (
        reading?.window.atEnd === true &&
        reading.sheet.heights.endKnown &&
        countOf(reading.sheet.rows) > 0
      );
    },
    composerRows: () => panes().composerRows(store.getState()),
    lastDialogLine: () => panes().dialog(store.getState())?.lastFirst ?? 0,
    links: (message) => panes().bodies.linksOf(store.getState().view, message),
    textOf: (message) => panes().bodies.previewOf(store.getState().view, message),
    codes: (message) => panes().bodies.codesOf(store.getState().view, message),
    cutColumns: (message) => panes().bodies.cutColumns(message),
    height: () => panes().geometry(store.getState()).pane?.rows ?? 1,
    selectEdge,
  };
}
