/** The definition of each list, for what works on any list. */
import { handed } from "#commands/handed.ts";
import { searchIn } from "#model/search.ts";
import type { ListPlace } from "#store/list-places.ts";
import type { State } from "#store/state.ts";
import type { ListDefinition } from "./list.ts";

export const definitions = handed<(place: ListPlace) => ListDefinition>("tables/lists.ts");

/** The same object for the same place. */
export function definitionOf(place: ListPlace): ListDefinition {
  return definitions.get()(place);
}

/** The list's place in another account, for which a search names other IDs. */
export function placeIn(place: ListPlace, from: Viewed, to: Viewed): ListPlace {
  return place.kind === "search" ? searchIn(place, from.view, to.view) : place;
}

type Viewed = Pick<State, "view">;
