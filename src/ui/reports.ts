/**
 * What the rest of the program learns from a frame: which messages can be read on it, which pages of history it lacks,
 * and where its reader stands now.
 */
import { has, sorted } from "#base/sorted.ts";
import { narrowKey } from "#model/narrow.ts";
import { isList, withList } from "#store/lists.ts";
import type { Reader, Screen, Visible, Want } from "#store/screen.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { keptTop as keptListTop, type Listing } from "./lists/listing.ts";
import type { Panes } from "./panes.ts";
import { carriedTop, isLanding } from "./reader-lines.ts";
import type { OpenReader } from "./reader-pane.ts";
import { countOf, messageIdAt, rowAt } from "./reader-rows.ts";

/** So many rows before an edge of what is known, the next page is asked for. */
const nearRows = 20;
const noWants: readonly Want[] = [];

/**
 * To be called after a frame was drawn of the state that `shown` gives. It changes the screen only where it has something
 * new to say.
 */
export function reporter(store: Store, shown: () => State, panes: () => Panes): () => void {
  return () => {
    const state = shown();
    const reading = panes().reading(state);
    const listing = panes().listing(state);
    changeScreen(store, (screen) => {
      const listed = listing === undefined ? screen : withTop(screen, listing);
      const settled = reading === undefined ? listed : withReader(listed, reading);
      return withWants(withVisible(settled, visibleOf(state, reading)), wantsOf(reading));
    });
  };
}

/** The open list as it stands on the screen. */
function withTop(screen: Screen, listing: Listing): Screen {
  if (!isList(screen.place)) return screen;
  const top = keptListTop(listing);
  return withList(screen, screen.place, (list) =>
    list.top?.key === top?.key && list.top?.hidden === top?.hidden ? list : { ...list, top },
  );
}

/** The open reader as it stands on the screen. */
function withReader(screen: Screen, reading: OpenReader): Screen {
  const { sheet, window, narrow } = reading;
  if (countOf(sheet.rows) === 0 || isSeeking(reading)) return screen;
  const key = narrowKey(narrow);
  const reader = screen.readers.get(key);
  const top = carriedTop(sheet, window);
  const selected = rowAt(sheet.rows, reading.selected);
  const same =
    reader !== undefined &&
    reader.landing === undefined &&
    reader.selected === selected &&
    reader.top?.row === top?.row &&
    reader.top?.hidden === top?.hidden;
  if (same) return screen;
  const now: Reader = { newFrom: reader?.newFrom, selected, top, landing: undefined };
  return { ...screen, readers: new Map(screen.readers).set(key, now) };
}

/** True while the message to land on is not here yet: the position is not the reader's own before it is. */
function isSeeking({ reader, sheet }: OpenReader): boolean {
  return isLanding(reader) && !has(sheet.rows.ids, reader.landing);
}

/** The messages that stand whole on the screen with nothing over them. Whether seeing marks them is not decided here. */
function visibleOf({ screen }: State, reading: OpenReader | undefined): Visible | undefined {
  if (reading === undefined || screen.dialog !== undefined) return undefined;
  const { sheet, window } = reading;
  const ids = window.parts.flatMap(({ index, to }): MessageId[] => {
    const id = messageIdAt(sheet.rows, index);
    // A message is read with its last line: of a tall one the beginning has passed before.
    return id !== undefined && to === sheet.heights.height(index) ? [id] : [];
  });
  return { narrow: narrowKey(reading.narrow), ids: sorted(ids) };
}

function withVisible(screen: Screen, visible: Visible | undefined): Screen {
  const before = screen.visible;
  const isSame =
    before?.narrow === visible?.narrow &&
    before?.ids.length === visible?.ids.length &&
    (before?.ids.every((id, at) => id === visible?.ids[at]) ?? true);
  return isSame ? screen : { ...screen, visible };
}

function wantsOf(reading: OpenReader | undefined): readonly Want[] {
  if (reading === undefined) return noWants;
  const { narrow, sheet, window } = reading;
  const { ids, startKnown, endKnown } = sheet.rows;
  if (ids.length === 0) return startKnown && endKnown ? noWants : [{ narrow, side: "around" }];
  const first = window.parts[0]?.index ?? 0;
  const last = window.parts.at(-1)?.index ?? 0;
  const wants: Want[] = [];
  if (!startKnown && first < nearRows) wants.push({ narrow, side: "older" });
  if (!endKnown && last > countOf(sheet.rows) - nearRows) wants.push({ narrow, side: "newer" });
  return wants;
}

function withWants(screen: Screen, wants: readonly Want[]): Screen {
  const isSame =
    wants.length === screen.wants.length &&
    wants.every((want, at) => {
      const before = screen.wants[at];
      return before?.side === want.side && narrowKey(before.narrow) === narrowKey(want.narrow);
    });
  return isSame ? screen : { ...screen, wants };
}
