/** Which entries of a list match what was typed into its filter. */
import { memoizeEach } from "#base/memoize.ts";
import { inParts, type Named, ranked } from "#commands/fuzzy.ts";

export const searchable = memoizeEach((entries: readonly Named[]) => inParts(entries));

/** Typing more letters is quicker than scrolling through more matches. */
const maxMatches = 200;

/** The best matches first; the same list while nothing was typed. */
export function narrowed<T extends Named>(entries: readonly T[], words = ""): readonly T[] {
  const typed = words.trim();
  if (typed === "") return entries;
  return ranked(searchable(entries), typed, maxMatches).map(({ entry }) => entry as T);
}
