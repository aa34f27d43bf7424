/** What rows depend on besides the document: the room there is and the signs of this terminal. */
import type { Cells } from "#base/cells.ts";
import type { Glyphs } from "#theme/glyphs.ts";
import type { Highlight } from "./highlight.ts";

export type RowOptions = {
  /** At least 1. Rows are at most this wide. */
  readonly columns: number;
  readonly cells: Cells;
  readonly glyphs: Glyphs;
  /** Which spoilers show what they hide, by their place in the message. */
  readonly openSpoilers: "all" | ReadonlySet<number>;
  /** Whether code stands on a background of its own; else a bar marks it. */
  readonly codeHasBackground: boolean;
  /** Colours for source code; undefined until it is loaded, and for languages nobody knows. */
  readonly highlight: Highlight;
};
