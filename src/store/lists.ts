/** The screen's lists by place, each as the user left it. */
import { isConversation, type Narrow } from "#model/narrow.ts";
import { emptyList, type List } from "./list.ts";
import { type ListPlace, listKey } from "./list-places.ts";
import type { Place, Screen } from "./screen.ts";
import type { Store } from "./state.ts";
import { changeScreen } from "./store.ts";

export function isList(place: Place): place is ListPlace {
  return place.kind !== "narrow";
}

/** Whether it is a list, or a narrow that mixes conversations. */
export function isMixed(place: Place): boolean {
  return isList(place) || !isConversation(place.narrow);
}

/** The place that shows the narrow: a search is a list. */
export function placeOf(narrow: Narrow): Place {
  return narrow.kind === "search" ? narrow : { kind: "narrow", narrow };
}

/** The narrow whose messages the place shows; undefined for other lists. */
export function narrowOf(place: Place): Narrow | undefined {
  if (place.kind === "narrow") return place.narrow;
  return place.kind === "search" ? place : undefined;
}

/** The list of that place; an empty one before it was first opened. */
export function listOf({ lists }: Pick<Screen, "lists">, place: ListPlace): List {
  return lists.get(listKey(place)) ?? emptyList;
}

/** The open list; undefined in narrows. */
export function openList(screen: Screen): List | undefined {
  return isList(screen.place) ? listOf(screen, screen.place) : undefined;
}

export function withList(screen: Screen, place: ListPlace, change: (list: List) => List): Screen {
  const before = listOf(screen, place);
  const after = change(before);
  if (after === before) return screen;
  return { ...screen, lists: new Map(screen.lists).set(listKey(place), after) };
}

/** Changes the open list, if there is one. */
export function changeList(store: Store, change: (list: List) => List): void {
  changeScreen(store, (screen) =>
    isList(screen.place) ? withList(screen, screen.place, change) : screen,
  );
}
