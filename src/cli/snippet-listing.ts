/** What `weir snippets` lists of a replica. */
import type { Replica } from "#model/replica.ts";
import type { Listing } from "./listing.ts";

export function snippetListing({ snippets }: Pick<Replica, "snippets">): Listing {
  const sorted = [...snippets.values()].sort(
    (one, other) => one.title.localeCompare(other.title, "en") || one.id - other.id,
  );
  return {
    none: "You have no snippets.",
    rows: sorted.map(({ id, title, content, date_created }) => ({
      json: { id, name: title, text: content, created: date_created },
      cells: [id, { text: title, token: "strong" }, content],
    })),
  };
}
