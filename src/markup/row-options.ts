/** Options for rows: the width, and the symbols of this terminal. */
import type { Cells } from "#base/cells.ts";
import type { Glyphs } from "#theme/glyphs.ts";
import type { Highlight } from "./highlight.ts";

export type RowOptions = {
  /** At least 1. Rows are at most this wide. */
  readonly columns: number;
  readonly cells: Cells;
  readonly glyphs: Glyphs;
  /** The open spoilers, by index in the message. */
  readonly openSpoilers: "all" | ReadonlySet<number>;
  /** Whether code has its own background; otherwise it is marked by a bar. */
  readonly codeHasBackground: boolean;
  /** Highlights source code; undefined until loaded, and for unknown languages. */
  readonly highlight: Highlight;
  /** The first visible column of code and tables that are too wide; undefined: their lines are wrapped instead. */
  readonly scrolledColumns: number | undefined;
  /** Called for each block that is cut, with the number of columns that do not fit. */
  readonly onCut?: (columns: number) => void;
};
