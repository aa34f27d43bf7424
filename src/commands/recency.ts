/** What the user opened lately: it ranks first among equal matches. */
import { type Narrow, narrowKey } from "#model/narrow.ts";
import type { Place } from "#store/screen.ts";

/** How many places count as recent. */
const maxRecent = 20;

/** The latest first, without the open one. */
export function recentNarrows(back: readonly Place[], open: Place): readonly Narrow[] {
  const narrows = new Map<string, Narrow>();
  for (const place of back.toReversed()) {
    if (place.kind !== "narrow" || narrows.size === maxRecent) continue;
    const key = narrowKey(place.narrow);
    if (!narrows.has(key)) narrows.set(key, place.narrow);
  }
  if (open.kind === "narrow") narrows.delete(narrowKey(open.narrow));
  return [...narrows.values()];
}
