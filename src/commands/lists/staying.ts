/**
 * The owner of whether a row stays in its list, as `Stay` says: until that is refreshed if it was dealt with, and where it was
 * if its step is undone. Who deals with rows only says which.
 */

import { definitionOf } from "#commands/lists/definitions.ts";
import type { RowOrigin } from "#journal/journal.ts";
import { type FreshRows, type List, refreshed, toRow, withoutRow } from "#store/list.ts";
import type { ListPlace } from "#store/list-places.ts";
import { listOf, withList } from "#store/lists.ts";
import { moveToOrder, restored, withOverRows } from "#store/restored-rows.ts";
import { hasKey, type RowKey } from "#store/row-keys.ts";
import type { Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import { type Dealt, filterOf, type ListDefinition } from "./list.ts";

/** Whether rows of the list were dealt with. */
export function overIn(
  definition: ListDefinition,
  state: Dealt,
  list: Pick<List, "filter">,
): (key: RowKey) => boolean {
  const filter = filterOf(definition, list);
  return (key) => definition.triage?.stay(state, key, filter) === "over";
}

/** Whether nothing can be done with the row: it was dealt with, and it stood for no conversation, which would still be there. */
export function isGone(
  definition: ListDefinition,
  state: Dealt,
  list: Pick<List, "filter">,
  key: RowKey,
): boolean {
  return definition.conversations === undefined && overIn(definition, state, list)(key);
}

/** The list with fresh rows, among which those of `rows` that were dealt with are where they were. */
export function staying(
  definition: ListDefinition,
  state: Dealt,
  list: List,
  fresh: FreshRows,
  rows: List["rows"] = list.rows,
): List {
  const isOver = overIn(definition, state, list);
  return refreshed(list, withOverRows({ ...list, rows }, fresh, isOver));
}

/**
 * Restores the rows of a step, with the cursor on the first of them. The returned function moves them to where the rules of
 * the list place them once the step is undone; undefined if all are listed.
 */
export function bringBack(
  store: Store,
  place: ListPlace,
  origins: readonly RowOrigin[],
): (() => void) | undefined {
  const { rowKeys } = listOf(store.getState().screen, place);
  changeScreen(store, (screen) => withList(screen, place, (list) => restored(list, origins)));
  if (origins.every(({ row }) => hasKey(rowKeys, row.key))) return undefined;
  return () => settle(store, place, origins);
}

/**
 * Removes the rows of an undone step that are still over: what came back stands in another row, which is selected when it
 * arrives. Only in lists that are refreshed by themselves.
 */
export function makeWay(store: Store, place: ListPlace, origins: readonly RowOrigin[]): void {
  const state = store.getState();
  const definition = definitionOf(place);
  if (definition.coming?.follows === undefined) return;
  changeScreen(store, (screen) =>
    withList(screen, place, (list) => {
      const isOver = overIn(definition, state, list);
      const over = origins.filter(({ row }) => isOver(row.key));
      if (over.length === 0) return list;
      const without = over.reduce((now, { row }) => withoutRow(now, row.key), list);
      return { ...toRow(without, without.cursor?.at ?? 0), keysBefore: list.rowKeys };
    }),
  );
}

function settle(store: Store, place: ListPlace, origins: readonly RowOrigin[]): void {
  const state = store.getState();
  const definition = definitionOf(place);
  const { triage } = definition;
  if (triage === undefined) return;
  changeScreen(store, (screen) =>
    withList(screen, place, (list) => {
      const filter = filterOf(definition, list);
      return moveToOrder(list, origins, (key) =>
        triage.stay(state, key, filter) === "standing"
          ? triage.standing?.(state.view, key)
          : undefined,
      );
    }),
  );
}
