/** The views of the sidebar. */
import { memoizeFor } from "#base/memoize.ts";
import type { SearchNarrow } from "#model/narrow.ts";
import type { Replica, ViewCount } from "#model/replica.ts";
import { readView, type SavedView } from "#model/views.ts";
import { listKey } from "#store/list-places.ts";

export type ViewRow = {
  readonly kind: "view";
  readonly key: string;
  readonly parent: string;
  readonly isOpen?: undefined;
  /** Opening it searches instead. */
  readonly place: undefined;
  readonly saved: SavedView;
  /** Whether weir can read its search. */
  readonly isReadable: boolean;
  /** Undefined if it was not counted. */
  readonly count: ViewCount | undefined;
};

/** The key of their heading. */
export const viewsKey = "section:views";

/** A search is that of a view however it was typed. */
export function searchKey(terms: SearchNarrow["terms"]): string {
  return listKey({ kind: "search", text: "", terms });
}

/** The same row while nothing in it changed, so that its line is not drawn again. */
const rowOfView = memoizeFor<SavedView, ViewRow>();

/** Pinned ones only, unless it is open. */
export function viewRows(
  view: Replica,
  all: readonly SavedView[],
  isOpen: boolean,
): readonly ViewRow[] {
  const shown = isOpen ? all : all.filter(({ isPinned }) => isPinned);
  return shown.map((saved) => {
    const [read, count] = [readView(view, saved), view.viewCounts.get(saved.fragment)];
    return rowOfView(saved, [read, count], () => ({
      kind: "view",
      key: read.kind === "search" ? searchKey(read.terms) : `view:${saved.fragment}`,
      parent: viewsKey,
      saved,
      isReadable: read.kind === "search",
      count,
      place: undefined,
    }));
  });
}
