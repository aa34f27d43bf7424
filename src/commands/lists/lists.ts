/** Lists on the screen: filled when they are first known, refreshed when a person asks, and never in between. */
import type { ConversationKey } from "#model/conversation.ts";
import {
  type Cursor,
  indexOfRow,
  isHeading,
  isListed,
  type List,
  moved,
  type RowKey,
  refreshed,
  ticked,
  toKey,
  toRow,
  withoutMarks,
} from "#store/list.ts";
import type { ListPlace } from "#store/list-places.ts";
import { changeList, isList, listOf, openList, withList } from "#store/lists.ts";
import type { Place, Screen } from "#store/screen.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import { filterOf } from "./source.ts";
import { sourceOf } from "./sources.ts";

const inbox: ListPlace = { kind: "inbox" };

/** The list as it should stand now, with the filter that it has on. */
export function freshList(state: State, place: ListPlace, list: List): List {
  const source = sourceOf(place);
  return refreshed(list, source.fresh(state, filterOf(source, list), list.words));
}

/** Everything that arrived takes its place, and what was dealt with goes. */
export function refreshList(store: Store, place: ListPlace = inbox): void {
  const state = store.getState();
  changeScreen(store, (screen) => withList(screen, place, (list) => freshList(state, place, list)));
}

/** The same for the list in the pane; nothing where messages are read. */
export function refreshOpenList(store: Store): void {
  const { place } = store.getState().screen;
  if (isList(place)) refreshList(store, place);
}

/**
 * Fills the inbox and the open list as soon as there is anything to list, and again when it was empty. The returned
 * function ends the watch.
 */
export function watchLists(store: Store): () => void {
  return store.subscribe((state, before) => {
    if (state.view === before.view && state.journal === before.journal) return;
    fillList(store, before, inbox);
    const { place } = state.screen;
    if (isList(place) && place.kind !== "inbox") fillList(store, before, place);
  });
}

function fillList(store: Store, before: State, place: ListPlace): void {
  const state = store.getState();
  const source = sourceOf(place);
  const list = listOf(state.screen, place);
  const isMissingRows = list.rows.length === 0 && list.words === "" && !source.isEmpty(state);
  const wasCompleted = source.isComplete?.(before) === false && source.isComplete(state);
  const isFollowed =
    source.follows !== undefined && source.follows(before) !== source.follows(state);
  if (isMissingRows || isFollowed || (wasCompleted && isUntouched(list))) refreshList(store, place);
}

/** True until the person does anything with the list: rows may still be sorted again then. */
function isUntouched({ cursor, ticked, dropped, marked }: List): boolean {
  return (cursor?.at ?? 0) === 0 && ticked.size + dropped.size + marked.size === 0;
}

/** The screen with a list as it is when its key opens it. */
export function withOpenedList(state: State, screen: Screen, place: ListPlace): Screen {
  if (sourceOf(place).staysAsLeft) return screen;
  return withList(screen, place, (list) => freshList(state, place, list));
}

/** The row under the cursor; undefined on a heading, and where the list is empty. */
export function selectedRow(list: List): RowKey | undefined {
  const { cursor } = list;
  return cursor === undefined || isHeading(list, cursor) ? undefined : cursor.key;
}

/** Moves the cursor of the open list. A row that is over meanwhile counts as dealt with when the cursor leaves it. */
export function moveCursor(store: Store, change: (list: List) => List): void {
  const state = store.getState();
  const { place } = state.screen;
  if (isList(place)) changeList(store, (list) => change(withOverTicked(state, place, list)));
}

function withOverTicked(state: State, place: ListPlace, list: List): List {
  const row = selectedRow(list);
  if (row === undefined || list.ticked.has(row)) return list;
  return sourceOf(place).isOver?.(state, row) ? ticked(list, [row]) : list;
}

/** The row of a list that stands for the conversation; -1 where none does. */
export function rowOfConversation(
  { view, screen }: Pick<State, "view" | "screen">,
  place: ListPlace,
  key: ConversationKey,
): number {
  const list = listOf(screen, place);
  const at = indexOfRow(list, key, list.cursor?.at);
  const { conversationsOf } = sourceOf(place);
  // Rows of the inbox are called as their conversations are: it may be too long to be looked through.
  if (at >= 0 || place.kind === "inbox" || conversationsOf === undefined) return at;
  return list.rows.findIndex((row) => conversationsOf(view, row.key).includes(key));
}

/** The list that the person came from to the conversation: the last one on the way that has it, else the inbox. */
export function originList(state: Pick<State, "view" | "screen">, key: ConversationKey): ListPlace {
  const { back, place } = state.screen;
  const isFrom = (each: Place): each is ListPlace =>
    isList(each) &&
    sourceOf(each).conversationsOf !== undefined &&
    rowOfConversation(state, each, key) >= 0;
  return isFrom(place) ? place : (back.findLast(isFrom) ?? inbox);
}

/** The cursor of the inbox, and of the list that was left, goes along with what is read: whoever comes back finds it. */
export function withCursorAt(state: State, screen: Screen, key: ConversationKey): Screen {
  const origin = originList(state, key);
  const followed = withCursorOn(state, screen, inbox, key);
  return origin.kind === "inbox" ? followed : withCursorOn(state, followed, origin, key);
}

function withCursorOn(
  state: State,
  screen: Screen,
  place: ListPlace,
  key: ConversationKey,
): Screen {
  const at = rowOfConversation(state, place, key);
  if (at < 0) return screen;
  return withList(screen, place, (list) => toRow(withOverTicked(state, place, list), at));
}

/** These rows of the open list, or of the inbox, were dealt with: they stand ticked until the cursor moves on. */
export function tickRows(store: Store, keys: readonly RowKey[]): void {
  changeScreen(store, (screen) => {
    const place = isList(screen.place) ? screen.place : inbox;
    if (sourceOf(place).isOver === undefined) return withList(screen, place, withoutMarks);
    return withList(screen, place, (list) =>
      ticked(
        list,
        keys.filter((key) => isListed(list, key)),
      ),
    );
  });
}

/** These rows of the open list were dealt with: they go, and the cursor is on the one after them. */
export function goOnFrom(store: Store, keys: readonly RowKey[]): void {
  const last = keys.at(-1);
  if (last !== undefined) moveCursor(store, (list) => toKey(list, last));
  tickRows(store, keys);
  moveCursor(store, (list) => moved(list, 1));
}

export function selectListRow(store: Store, cursor: Cursor): void {
  changeScreen(store, (screen) => ({ ...screen, focus: "pane", sidebarShown: false }));
  moveCursor(store, (list) => toKey(list, cursor.key));
}

/** The filter beside the one that is on, round the ends; nothing happens where messages are read. */
export function turnFilter(store: Store, by: 1 | -1): void {
  const state = store.getState();
  const { place } = state.screen;
  const list = openList(state.screen);
  if (!isList(place) || list === undefined) return;
  const source = sourceOf(place);
  const { filters } = source;
  const at = filters.indexOf(filterOf(source, list));
  const next = filters[(at + by + filters.length) % filters.length];
  if (next !== undefined) setFilter(store, place, next.key);
}

export function setFilter(store: Store, place: ListPlace, filter: string): void {
  const state = store.getState();
  changeScreen(store, (screen) =>
    withList(screen, place, (list) => freshList(state, place, { ...list, filter, top: undefined })),
  );
}
