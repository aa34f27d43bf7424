/**
 * Reports back from a frame: which messages are visible, which pages of history are missing, and the reader's
 * position.
 */

import { memoizeLast } from "#base/memoize.ts";
import { has } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import { isOfAll } from "#commands/lists/in-account.ts";
import { doneFilter } from "#commands/lists/list.ts";
import { type Peeking, peeking } from "#commands/lists/peek.ts";
import { conversationStoodFor } from "#commands/lists/row.ts";
import { covers } from "#model/histories.ts";
import { narrowKey, type SearchNarrow } from "#model/narrow.ts";
import { searchIn } from "#model/search.ts";
import { areSame, withOwnWants } from "#store/asks.ts";
import type { List } from "#store/list.ts";
import { listKey } from "#store/list-places.ts";
import { isList, withList } from "#store/lists.ts";
import { listShown, peekAt, withPeekAt } from "#store/peek.ts";
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
    const peeked = panes().peeked(state);
    const listing = panes().listing(state);
    changeScreen(store, (screen) => {
      const listed = listing === undefined ? screen : withTop(screen, listing);
      const read = reading === undefined ? listed : withReader(listed, reading);
      const settled = peeked === undefined ? read : withPeek(read, state, peeked);
      const scrolled = withSidebarTop(withDialogTop(settled, state, panes()), state, panes());
      const wants: Wants =
        listing === undefined || !isList(screen.place)
          ? { here: wantsOf(reading) }
          : withPeekWants(wantsOfList(state, listing), state, peeked);
      const wanting = withWants(scrolled, state, wants);
      const seen = withVisible(wanting, visibleOf(state, reading));
      return withPictures(seen, picturesOf(state, reading ?? ownPeeked(state, peeked), panes()));
    });
  };
}

/** Saves the position of the list on the screen. */
function withTop(screen: Screen, listing: Listing): Screen {
  const place = listShown(screen);
  if (place === undefined) return screen;
  const top = savedListTop(listing);
  return withList(screen, place, (list) =>
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
  const key = narrowKey(reading.narrow);
  const reader = settledReader(reading, screen.readers.get(key));
  if (reader === undefined) return screen;
  return { ...screen, readers: new Map(screen.readers).set(key, reader) };
}

/** Saves the position in what is shown of a row, so that nothing moves there by itself. */
function withPeek(screen: Screen, state: State, reading: OpenReader): Screen {
  const narrow = narrowKey(reading.narrow);
  const { peeked } = peeking(state) ?? {};
  if (peeked === undefined || !("narrow" in peeked)) return screen;
  const { at } = peeked;
  const reader = settledReader(reading, peekAt(screen, narrow, at));
  return reader === undefined ? screen : withPeekAt(screen, { narrow, at, reader });
}

/** The reader at the position on the screen; undefined if it is `before` already, or has not landed yet. */
function settledReader(reading: OpenReader, before: Reader | undefined): Reader | undefined {
  const { sheet, window, reader } = reading;
  if (countOf(sheet.rows) === 0 || isSeeking(reading)) return undefined;
  const top = savedReaderTop(sheet, window);
  const selected = rowAt(sheet.rows, reading.selected);
  const onLast = onLastOf(reading, selected);
  const { newFrom, marks } = reader ?? {};
  const isSame =
    before !== undefined &&
    before.jumpTarget === undefined &&
    before.newFrom === newFrom &&
    before.selected === selected &&
    before.onLast === onLast &&
    before.top?.row === top?.row &&
    before.top?.hidden === top?.hidden;
  if (isSame) return undefined;
  return {
    newFrom,
    selected,
    top,
    jumpTarget: undefined,
    marks,
    ...(onLast !== undefined && { onLast }),
  };
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
  if (place.kind === "inbox") return { here: wantsOfDone(state, list.rows.slice(first, last + 1)) };
  if (place.kind !== "search") return { here: noWants };
  const wantsIn = ({ view }: Pick<State, "view">, narrow: SearchNarrow, lastOfIt: number) => {
    const history = view.histories.get(narrowKey(narrow));
    if (history === undefined) return noWants;
    const wants: LoadRequest[] = [];
    if (!history.oldestKnown && last > lastOfIt - nearRows) wants.push({ narrow, side: "older" });
    if (!history.newestKnown && first < nearRows) wants.push({ narrow, side: "newer" });
    return wants;
  };
  if (!isOfAll(state, place)) return { here: wantsIn(state, place, list.rows.length - 1) };
  const lasts = lastRows(list.rows);
  return {
    here: wantsIn(state, place, lasts.get("") ?? -1),
    elsewhere: new Map(
      state.others.map(({ name, state: its }) => {
        const there = searchIn(place, state.view, its.view);
        return [name, wantsIn(its, there, lasts.get(name) ?? -1)];
      }),
    ),
  };
}

/** What is shown of a row of the shown account. */
function ownPeeked(state: State, peeked: OpenReader | undefined): OpenReader | undefined {
  return isRested(state) && peeking(state)?.account === undefined ? peeked : undefined;
}

/** Before the cursor rests, nothing is fetched for the rows that it passes. */
function isRested({ screen: { peek, place } }: State): boolean {
  return peek?.isRested === true && isList(place) && peek.list === listKey(place);
}

/** With the page that is missing of what is shown of a row, in its account; on a slow line, what is opened is enough. */
function withPeekWants(wants: Wants, state: State, reading: OpenReader | undefined): Wants {
  const now = peeking(state);
  if (reading === undefined || now === undefined || !isRested(state) || isLean(now.state))
    return wants;
  const more = wantsOfPeek(now, reading);
  if (more.length === 0) return wants;
  if (now.account === undefined) return { ...wants, here: [...wants.here, ...more] };
  const elsewhere = new Map(wants.elsewhere ?? state.others.map(({ name }) => [name, noWants]));
  return {
    ...wants,
    elsewhere: elsewhere.set(now.account, [...(elsewhere.get(now.account) ?? noWants), ...more]),
  };
}

function wantsOfPeek({ state, reader }: Peeking, reading: OpenReader): readonly LoadRequest[] {
  const { narrow } = reading;
  const history = state.view.histories.get(narrowKey(narrow));
  const target = reader?.jumpTarget ?? reader?.newFrom;
  const isFresh = history !== undefined && history.epoch === state.view.epoch;
  if (isFresh && (target === undefined || covers(history, target))) return wantsOf(reading);
  return [{ narrow, side: "around", ...(target !== undefined && { at: target }) }];
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
  { here, elsewhere }: Wants,
): Screen {
  const isSame =
    (elsewhere === undefined) === (screen.wants.elsewhere === undefined) &&
    others.every(({ name, state }) => {
      const wants = elsewhere?.get(name);
      return wants === undefined || areSame(wants, state.screen.wants.here);
    });
  return isSame ? withOwnWants(screen, here) : { ...screen, wants: { here, elsewhere } };
}
