/** When lists of users and streams are fetched again, and which address is looked up. */

import { askFor } from "#store/asks.ts";
import { isList, openList } from "#store/lists.ts";
import type { Screen } from "#store/screen.ts";
import type { Store } from "#store/state.ts";

/** Whether the open list is one of users or streams. */
export function refetchOpenList(store: Store): void {
  const { place } = store.getState().screen;
  if (place.kind === "people" || place.kind === "streams") askFor(store, { kind: place.kind });
}

const address = /^[^\s@]+@[^\s@]+$/;

/** The address in the filter of the list of users, if no known user has it. */
export function addressToLookUp(screen: Screen): string | undefined {
  const list = openList(screen);
  const words = list?.input.text.trim() ?? "";
  const isNobody = isList(screen.place) && screen.place.kind === "people" && !list?.rows.length;
  return isNobody && address.test(words) ? words : undefined;
}
