/**
 * Reports back from a frame: which messages are visible, which pages of history are missing, and the reader's
 * position.
 */

import { memoizeLast } from "#base/memoize.ts";
import { has } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import { isOfAll } from "#commands/lists/in-account.ts";
import { doneFilter } from "#commands/lists/list.ts";
import { conversationStoodFor } from "#commands/lists/row.ts";
import { narrowKey, type SearchNarrow } from "#model/narrow.ts";
import { searchIn } from "#model/search.ts";
import { areSame, withOwnWants } from "#store/asks.ts";
import type { List } from "#store/list.ts";
import { isList, withList } from "#store/lists.ts";
import { type PictureRequest, pictureKey } from "#store/pictures.ts";
import { foreignRow } from "#store/row-keys.ts";
import type { LoadRequest, Reader, Screen, Visible, Wants } from "#store/screen.ts";
import { isLean, type State, type Store, showsPreviews } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import { isJumping, savedReaderTop } from "#ui/reader/lines.ts";
import { type OpenReader, visibleOf } from "#ui/reader/pane.ts";
import { previewRequests } from "#ui/reader/previews.ts";
import { countOf, lastRow, messageIdAt, rowAt } from "#ui/reader/rows.ts";
import { dialogTopOf } from "./dialog-pane.ts";
import { type Listing, savedListTop } from "./lists/listing.ts";
import type { Panes } from "./panes.ts";

/** The next page is requested this many rows before the edge of what is known. */
const nearRows = 20;
const noWants: readonly LoadRequest[] = [];

/** To be called after a frame of the state that `shown` returns. It updates the screen only if something changed. */
export function reporter(store: Store, shown: () => State, panes: () => Panes): () => void {
  return () => {
    const state = shown();
    const reading = panes().reading(state);
    const listing = panes().listing(state);
    changeScreen(store, (screen) => {
      const listed = listing === undefined ? screen : withTop(screen, listing);
      const settled = reading === undefined ? listed : withReader(listed, reading);
      const scrolled = withSidebarTop(withDialogTop(settled, state, panes()), state, panes());
      const wants: Wants =
        listing === undefined ? { own: wantsOf(reading) } : wantsOfList(state, listing);
      const wanting = withWants(scrolled, state, wants);
      const seen = withVisible(wanting, visibleOf(state, reading));
      return withPictures(seen, picturesOf(state, reading, panes()));
    });
  };
}

/** Saves the open list's position. */
function withTop(screen: Screen, listing: Listing): Screen {
  if (!isList(screen.place)) return screen;
  const top = savedListTop(listing);
  return withList(screen, screen.place, (list) =>
    list.top?.key === top?.key && list.top?.hidden === top?.hidden ? list : { ...list, top },
  );
}

/** Saves how far the open dialog's list is scrolled. */
function withDialogTop(screen: Screen, state: State, panes: Panes): Screen {
  const { dialog } = state.screen;
  const opened = panes.dialog(state);
  const top = dialog && opened && dialogTopOf(dialog, opened);
  const { top: before } = screen.kept;
  // Without a saved position the list is at its top.
  const savedRow = before !== undefined && before.list === top?.list ? before.row : 0;
  return top === undefined || top.row === savedRow
    ? screen
    : { ...screen, kept: { ...screen.kept, top } };
}

/** Saves how far the sidebar is scrolled. */
function withSidebarTop(screen: Screen, state: State, panes: Panes): Screen {
  const above = panes.sidebarAbove(state);
  const { sidebar } = screen;
  if (above === undefined || above === (sidebar.above ?? 0)) return screen;
  return { ...screen, sidebar: { ...sidebar, above } };
}

/** Saves the open reader's position. */
function withReader(screen: Screen, reading: OpenReader): Screen {
  const { sheet, window, narrow } = reading;
  if (countOf(sheet.rows) === 0 || isSeeking(reading)) return screen;
  const key = narrowKey(narrow);
  const reader = screen.readers.get(key);
  const top = savedReaderTop(sheet, window);
  const selected = rowAt(sheet.rows, reading.selected);
  const onLast = onLastOf(reading, selected);
  const same =
    reader !== undefined &&
    reader.jumpTarget === undefined &&
    reader.selected === selected &&
    reader.onLast === onLast &&
    reader.top?.row === top?.row &&
    reader.top?.hidden === top?.hidden;
  if (same) return screen;
  const now: Reader = {
    newFrom: reader?.newFrom,
    selected,
    top,
    jumpTarget: undefined,
    ...(onLast !== undefined && { onLast }),
  };
  return { ...screen, readers: new Map(screen.readers).set(key, now) };
}

function onLastOf(
  { reader, sheet: { rows } }: OpenReader,
  selected: Reader["selected"],
): Reader["onLast"] {
  if (selected === undefined || selected !== lastRow(rows)) return undefined;
  const isChosen = reader?.selected !== undefined && reader.onLast !== "provisional";
  return !isChosen && rows.isOlder === true ? "provisional" : "settled";
}

/** True while the message to land on is not loaded: until then the position is temporary. */
function isSeeking({ reader, sheet }: OpenReader): boolean {
  return isJumping(reader) && !has(sheet.rows.ids, reader.jumpTarget);
}

function withVisible(screen: Screen, visible: Visible | undefined): Screen {
  const before = screen.reading.visible;
  const isSame =
    before?.narrow === visible?.narrow &&
    before?.isAtEnd === visible?.isAtEnd &&
    before?.ids.length === visible?.ids.length &&
    (before?.ids.every((id, at) => id === visible?.ids[at]) ?? true);
  return isSame ? screen : { ...screen, reading: { ...screen.reading, visible } };
}

/** The pictures below messages of which a line is visible. */
function picturesOf(
  state: State,
  reading: OpenReader | undefined,
  { bodies }: Panes,
): readonly PictureRequest[] {
  if (reading === undefined || !showsPreviews(state)) return noPictures;
  const { view } = state;
  const { sheet, window, size } = reading;
  return window.parts.flatMap(({ index }) => {
    const id = messageIdAt(sheet.rows, index);
    const message = id && get(view.messages, id);
    return message ? previewRequests(bodies, view, message, size) : noPictures;
  });
}

const noPictures: readonly PictureRequest[] = [];

function withPictures(screen: Screen, pictures: readonly PictureRequest[]): Screen {
  const { pictures: before = noPictures } = screen.reading;
  const isSame =
    before.length === pictures.length &&
    before.every((one, at) => pictures[at] && pictureKey(one) === pictureKey(pictures[at]));
  return isSame ? screen : { ...screen, reading: { ...screen.reading, pictures } };
}

function wantsOf(reading: OpenReader | undefined): readonly LoadRequest[] {
  if (reading === undefined) return noWants;
  const { narrow, sheet, window } = reading;
  const { ids, startKnown, endKnown } = sheet.rows;
  if (ids.length === 0) return startKnown && endKnown ? noWants : [{ narrow, side: "around" }];
  const first = window.parts[0]?.index ?? 0;
  const last = window.parts.at(-1)?.index ?? 0;
  const wants: LoadRequest[] = [];
  if (!startKnown && first < nearRows) wants.push({ narrow, side: "older" });
  if (!endKnown && last > countOf(sheet.rows) - nearRows) wants.push({ narrow, side: "newer" });
  return wants;
}

/** Pages of a search, whose newest results are at the top, in each account whose rows are listed. */
function wantsOfList(state: State, { list, window }: Listing): Wants {
  const { place } = state.screen;
  const first = window.parts[0]?.index ?? 0;
  const last = window.parts.at(-1)?.index ?? 0;
  if (place.kind === "inbox") return { own: wantsOfDone(state, list.rows.slice(first, last + 1)) };
  if (place.kind !== "search") return { own: noWants };
  const wantsIn = ({ view }: Pick<State, "view">, narrow: SearchNarrow, lastOfIt: number) => {
    const history = view.histories.get(narrowKey(narrow));
    if (history === undefined) return noWants;
    const wants: LoadRequest[] = [];
    if (!history.oldestKnown && last > lastOfIt - nearRows) wants.push({ narrow, side: "older" });
    if (!history.newestKnown && first < nearRows) wants.push({ narrow, side: "newer" });
    return wants;
  };
  if (!isOfAll(state, place)) return { own: wantsIn(state, place, list.rows.length - 1) };
  const lasts = lastRows(list.rows);
  return {
    own: wantsIn(state, place, lasts.get("") ?? -1),
    elsewhere: new Map(
      state.others.map(({ name, state: its }) => {
        const there = searchIn(place, state.view, its.view);
        return [name, wantsIn(its, there, lasts.get(name) ?? -1)];
      }),
    ),
  };
}

/** How what was done before a restart begins: one conversation after the other, of those that are visible. */
function wantsOfDone(state: State, rows: List["rows"]): readonly LoadRequest[] {
  if (isLean(state)) return noWants;
  for (const row of rows) {
    const narrow = row.section === doneFilter ? conversationStoodFor(row) : undefined;
    if (narrow !== undefined && !state.view.histories.has(narrowKey(narrow)))
      return [{ narrow, side: "around" }];
  }
  return noWants;
}

/** The index of each account's last row, by name; that of the shown one is empty. */
const lastRows = memoizeLast(
  (rows: List["rows"]): ReadonlyMap<string, number> =>
    new Map(rows.map(({ key }, at) => [foreignRow(key)?.account ?? "", at])),
);

/** The same screen if it and the other accounts want that already. */
function withWants(
  screen: Screen,
  { others }: Pick<State, "others">,
  { own, elsewhere }: Wants,
): Screen {
  const isSame =
    (elsewhere === undefined) === (screen.wants.elsewhere === undefined) &&
    others.every(({ name, state }) => {
      const wants = elsewhere?.get(name);
      return wants === undefined || areSame(wants, state.screen.wants.own);
    });
  return isSame ? withOwnWants(screen, own) : { ...screen, wants: { own, elsewhere } };
}
