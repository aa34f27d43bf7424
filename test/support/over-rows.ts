/** The rows of the open list that were dealt with, and those that were not. */

import { definitionOf } from "#commands/lists/definitions.ts";
import { overIn } from "#commands/lists/staying.ts";
import { isList, listOf } from "#store/lists.ts";
import type { State } from "#store/state.ts";

export function openRows(state: State) {
  const { place } = state.screen;
  if (!isList(place)) throw new Error("No list is open.");
  const list = listOf(state.screen, place);
  const isOver = overIn(definitionOf(place), state, list);
  const keys = list.rows.map(({ key }) => key);
  return { over: keys.filter(isOver), left: keys.filter((key) => !isOver(key)) };
}
