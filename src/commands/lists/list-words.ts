/** Narrowing a list by typed words. */

import { definitionOf } from "#commands/lists/definitions.ts";
import { type Input, inputOf } from "#editor/input.ts";
import { type List, toRow } from "#store/list.ts";
import { changeList, isList, listOf, withList } from "#store/lists.ts";
import type { Screen } from "#store/screen.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import { filterOf } from "./list.ts";
import { relisted, setFilter } from "./lists.ts";

/** Whether typed words can narrow the open list: not if nothing is in it. */
export function canNarrow(state: State): boolean {
  const { screen } = state;
  const { place } = screen;
  if (!isList(place)) return false;
  const definition = definitionOf(place);
  const list = listOf(screen, place);
  const isShown = list.rows.length > 0 || list.input.text !== "";
  return (
    definition.narrowing !== undefined &&
    (isShown || !definition.isEmpty(state, filterOf(definition, list)))
  );
}

/** Opens the filter of the list; false if it has none. */
export function openListFilter(store: Store): boolean {
  const state = store.getState();
  const { screen } = state;
  const { place } = screen;
  if (!isList(place) || !canNarrow(state)) return false;
  const definition = definitionOf(place);
  const wider = definition.narrowing?.wider;
  if (filterOf(definition, listOf(screen, place)).key === wider?.from)
    setFilter(store, place, wider.to);
  changeList(store, (list) => ({ ...list, typing: true }));
  return true;
}

/** Whether the open list is narrowed, so that leaving clears the filter first. */
export function isNarrowed(screen: Screen): boolean {
  return isList(screen.place) && listOf(screen, screen.place).input.text !== "";
}

/** Changes the filter; of another text, the cursor moves to the best match. */
export function narrowList(store: Store, input: Input): void {
  changeFilter(store, input, (list) => toRow(list, 0));
}

function changeFilter(store: Store, input: Input, placeCursor: (list: List) => List): void {
  const state = store.getState();
  const { place } = state.screen;
  if (!isList(place)) return;
  changeScreen(store, (screen) =>
    withList(screen, place, (list) => {
      if (input.text === list.input.text) return { ...list, input };
      return placeCursor(relisted(state, place, list, { input }));
    }),
  );
}

/** The cursor stays on the row that was found, because the next key is for that row. */
export function leaveListFilter(store: Store): void {
  changeFilter(store, inputOf(), (list) => list);
  changeList(store, (list) => ({ ...list, typing: false }));
}
