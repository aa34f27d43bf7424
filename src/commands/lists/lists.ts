/** Lists on the screen: filled when their data is loaded, refreshed on request, and never in between. */

import { definitionOf } from "#commands/lists/definitions.ts";
import { doneFilter } from "#commands/lists/list.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { askFor } from "#store/asks.ts";
import { follow, type Part, parts } from "#store/follow.ts";
import {
  type Cursor,
  indexOfRow,
  type List,
  moved,
  refreshed,
  selectedRow,
  toKey,
  toRow,
  withoutMarks,
} from "#store/list.ts";
import { type ListPlace, listOfKey } from "#store/list-places.ts";
import { changeList, isList, listOf, openList, withList } from "#store/lists.ts";
import { otherNamed } from "#store/others.ts";
import { foreignRow, hasKey, type RowKey, type RowKeys } from "#store/row-keys.ts";
import type { Place, Screen } from "#store/screen.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import {
  everyAccount,
  filterOf,
  filtersIn,
  filtersShown,
  isEvery,
  keyForOne,
  type ListDefinition,
} from "./list.ts";
import { staying } from "./staying.ts";

const inbox: ListPlace = { kind: "inbox" };

/** The list with current rows, with its active filter. */
function freshList(state: State, place: ListPlace, list: List): List {
  const definition = definitionOf(place);
  const fresh = definition.fresh(state, filterOf(definition, list), list.input.text);
  return { ...refreshed(list, fresh), seen: undefined };
}

/**
 * The list with the current rows of another filter, or of other words. Back under a filter without words, those that were
 * dealt with since are where they were.
 */
export function relisted(
  state: State,
  place: ListPlace,
  list: List,
  changed: Partial<Pick<List, "filter" | "input">>,
): List {
  const definition = definitionOf(place);
  const seen = seenIn(definition, list);
  const after = { ...list, ...changed, seen, top: undefined };
  const filter = filterOf(definition, after);
  const fresh = definition.fresh(state, filter, after.input.text);
  const rows = after.input.text === "" ? seen?.get(filter.key) : undefined;
  if (rows === undefined) return refreshed(after, fresh);
  return staying(definition, state, after, fresh, rows);
}

function seenIn(definition: ListDefinition, list: List): List["seen"] {
  if (definition.triage === undefined || list.input.text !== "") return list.seen;
  return new Map(list.seen).set(filterOf(definition, list).key, list.rows);
}

/** Adds arrivals and removes rows that were dealt with. */
export function refreshList(store: Store, place: ListPlace = inbox): void {
  const state = store.getState();
  changeScreen(store, (screen) => withList(screen, place, (list) => freshList(state, place, list)));
}

/** The same for the open list; does nothing in narrows. */
export function refreshOpenList(store: Store): void {
  const { place } = store.getState().screen;
  if (isList(place)) refreshList(store, place);
}

/** Adds arrivals to the list; rows that were dealt with stay. */
export function addArrivals(store: Store, place: ListPlace): void {
  const state = store.getState();
  const definition = definitionOf(place);
  changeScreen(store, (screen) =>
    withList(screen, place, (list) => {
      const fresh = definition.fresh(state, filterOf(definition, list), list.input.text);
      return staying(definition, state, list, fresh);
    }),
  );
}

/**
 * Fills the inbox and the open list as soon as there is anything to list, and again if they were empty. The returned
 * function ends it.
 */
export function watchLists(store: Store): () => void {
  const today: Part = ({ screen }) => screen.triage.today;
  const others: Part = (state) => state.others;
  const followed = [parts.view, ({ journal }: State) => journal, today, others];
  return follow(store, followed, (state, before) => {
    if (isDayOver(state, before)) refreshDone(store);
    if (state.others.length > 0 && before.others.length === 0) openForAll(store);
    const isSame = state.view === before.view && state.journal === before.journal;
    if (isSame && state.others === before.others) return;
    // Only the user changes own folders; those of the organization wait like all that others do.
    if (state.view.localFolders !== before.view.localFolders) addArrivals(store, inbox);
    fillList(store, before, inbox);
    const { place } = state.screen;
    if (isList(place) && place.kind !== "inbox") fillList(store, before, place);
  });
}

/** With several accounts, the inbox shows all of them until the user chooses another filter. */
function openForAll(store: Store): void {
  const list = listOf(store.getState().screen, inbox);
  if (list.filter !== "" || !isUntouched(list)) return;
  setFilter(store, inbox, everyAccount);
  openOnFirst(store, inbox);
}

/** Until the user moves the cursor, it is on what needs them first in any account. */
function openOnFirst(store: Store, place: ListPlace): void {
  changeScreen(store, (screen) =>
    withList(screen, place, (list) => ({ ...toRow(list, 0), openedOn: list.rows[0]?.key })),
  );
}

function isAsOpened({ cursor, openedOn, marks }: List): boolean {
  return marks.keys.size === 0 && cursor !== undefined && cursor.key === openedOn;
}

function isDayOver(state: State, before: State): boolean {
  return state.screen.triage.today !== before.screen.triage.today;
}

/** The rows of what was done today change only at the end of the day. */
function refreshDone(store: Store): void {
  const { filter } = listOf(store.getState().screen, inbox);
  if (keyForOne(filter) === doneFilter) refreshList(store);
}

function fillList(store: Store, before: State, place: ListPlace): void {
  const state = store.getState();
  const definition = definitionOf(place);
  const list = listOf(state.screen, place);
  const isMissingRows =
    list.rows.length === 0 &&
    list.input.text === "" &&
    !definition.isEmpty(state, filterOf(definition, list));
  const isLonger = hasGrown(definition, state, before);
  const follows = definition.coming?.follows;
  const isFollowed = follows !== undefined && follows(before) !== follows(state);
  if (isMissingRows || isFollowed || (isLonger && isUntouched(list))) addArrivals(store, place);
  catchUp(store, place, list);
  const isOpening = isMissingRows || (isLonger && isAsOpened(list));
  const isArriving = isFollowed && isFirstOf(before, definition, list);
  if (isOpening || (isEvery(filterOf(definition, list)) && isArriving)) openOnFirst(store, place);
  if (isFollowed && list.keysBefore !== undefined) selectNew(store, place, list.keysBefore);
}

/** Adds what came since to a list that was opened with what was found before, unless the user has moved the cursor. */
function catchUp(store: Store, place: ListPlace, list: List): void {
  const isStillBehind = definitionOf(place).coming?.isBehind?.(store.getState()) !== false;
  if (list.isBehind !== true || isStillBehind) return;
  if (isUntouched(list)) addArrivals(store, place);
  changeScreen(store, (screen) =>
    withList(screen, place, (now) => ({ ...now, isBehind: undefined })),
  );
}

/**
 * Whether more of the list is there than before. Of all accounts it has more with what any of them brings: one that never
 * answers keeps no other back.
 */
function hasGrown(
  { coming, everyAccount: ofAll }: ListDefinition,
  state: State,
  before: State,
): boolean {
  const isComplete = coming?.isComplete ?? (() => true);
  const others = ({ others: all }: State) => (ofAll === undefined ? [] : all);
  const isWhole = (one: State) =>
    isComplete(one) && others(one).every((other) => isComplete(other.state));
  if (!isWhole(before) && isWhole(state)) return true;
  // To an account that is shown again the others are no news.
  if (others(before).length === 0) return false;
  const partsOf = (one: State) =>
    one.view.epoch === 0 ? 0 : 1 + Number(isComplete(one)) + Number(ofAll?.isRanked?.(one) ?? true);
  const isMore = (now: State, last: State | undefined) =>
    now !== last && partsOf(now) > (last === undefined ? 0 : partsOf(last));
  return (
    isMore(state, before) ||
    others(state).some((other) => isMore(other.state, otherNamed(before, other.name)?.state))
  );
}

/** An account that answers later may have what belongs above. */
function isFirstOf(before: State, { coming }: ListDefinition, { cursor, marks }: List): boolean {
  return coming?.isLoading?.(before) === true && (cursor?.at ?? 0) === 0 && marks.keys.size === 0;
}

/** Selects what the user created; another filter may not show it. */
function selectNew(store: Store, place: ListPlace, before: RowKeys): void {
  changeScreen(store, (screen) =>
    withList(screen, place, (list) => {
      const created = list.rows.find(({ key }) => !hasKey(before, key));
      const after: List = { ...list, keysBefore: undefined };
      return created === undefined ? after : toKey(after, created.key);
    }),
  );
}

/**
 * True until the user does anything with the list: until then rows may be sorted again. Rows of accounts that are loaded
 * later can get in above the cursor.
 */
function isUntouched(list: List): boolean {
  const { cursor, marks, rows } = list;
  const above = rows.slice(0, cursor?.at ?? 0);
  const isOwnAbove = above.some(({ key }) => foreignRow(key) === undefined);
  return isAsOpened(list) || (marks.keys.size === 0 && !isOwnAbove);
}

/** The screen with a list as its key opens it: the first time, of all accounts if it can show them. */
export function withOpenedList(state: State, screen: Screen, place: ListPlace): Screen {
  const isForAll = filtersIn(definitionOf(place), state).some(isEvery);
  return withList(screen, place, (list) => {
    const fresh = freshList(state, place, {
      ...list,
      ...(isForAll && list.filter === "" && { filter: everyAccount }),
    });
    return list.cursor === undefined ? { ...fresh, openedOn: fresh.cursor?.key } : fresh;
  });
}

/** The row of a list for the conversation; -1 without one. */
export function rowOfConversation(
  { view, screen }: Pick<State, "view" | "screen">,
  place: ListPlace,
  key: ConversationKey,
): number {
  const list = listOf(screen, place);
  const at = indexOfRow(list, key, list.cursor?.at);
  const { conversations } = definitionOf(place);
  const selected = selectedRow(list);
  // Several rows may stand for it: the one from which it was opened.
  if (selected !== undefined && conversations?.of(view, selected).includes(key))
    return list.cursor?.at ?? at;
  // Rows of the inbox have the keys of their conversations, and there may be too many to search.
  if (at >= 0 || place.kind === "inbox" || conversations === undefined) return at;
  return list.rows.findIndex((row) => conversations.of(view, row.key).includes(key));
}

/**
 * The list from which the user came to the conversation: the last one in the history that contains it, else the inbox.
 */
export function originList(state: Pick<State, "view" | "screen">, key: ConversationKey): ListPlace {
  const { place, trail } = state.screen;
  const isFrom = (each: Place): each is ListPlace =>
    isList(each) &&
    definitionOf(each).conversations !== undefined &&
    rowOfConversation(state, each, key) >= 0;
  return isFrom(place) ? place : (trail.back.findLast(isFrom) ?? inbox);
}

/** Moves the cursors of the inbox and of the previous list to the open conversation, for when the user returns. */
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
  return withList(screen, place, (list) => toRow(list, at));
}

/** Removes the marks of rows that were dealt with, and selects the row after them. */
export function selectAfter(store: Store, keys: readonly RowKey[]): void {
  const last = keys.at(-1);
  if (last === undefined) return;
  changeList(store, (list) => moved(toKey(withoutMarks(list, keys), last), 1));
}

export function selectListRow(store: Store, cursor: Cursor): void {
  changeScreen(store, (screen) => ({
    ...screen,
    focus: "pane",
    sidebar: { ...screen.sidebar, isShown: false },
  }));
  changeList(store, (list) => toKey(list, cursor.key));
}

/** Switches to the next or previous filter, wrapping around; does nothing in narrows. */
export function turnFilter(store: Store, by: 1 | -1): void {
  const state = store.getState();
  const { place } = state.screen;
  const list = openList(state.screen);
  if (!isList(place) || list === undefined) return;
  const definition = definitionOf(place);
  const filters = filtersShown(definition, state, list);
  const at = filters.indexOf(filterOf(definition, list));
  const next = filters[(at + by + filters.length) % filters.length];
  if (next !== undefined) setFilter(store, place, next.key);
}

export function setFilter(store: Store, place: ListPlace, filter: string): void {
  const state = store.getState();
  changeScreen(store, (screen) =>
    withList(screen, place, (list) => relisted(state, place, list, { filter })),
  );
}

/** Lists of all accounts show the only one that is left, as if there had never been others. */
export function leaveEveryAccount(store: Store): void {
  for (const [key, { filter }] of store.getState().screen.lists) {
    const place = isEvery({ key: filter }) ? listOfKey(key) : undefined;
    const filterHere = filter === everyAccount ? "" : keyForOne(filter);
    if (place !== undefined) setFilter(store, place, filterHere);
  }
}

/** Fetches the open list of users or streams again. */
export function refetchOpenList(store: Store): void {
  const { place } = store.getState().screen;
  if (place.kind === "people" || place.kind === "streams") askFor(store, { kind: place.kind });
}
