/** How to draw on this terminal: painter, glyphs, cell widths, and the user's display options. */
import type { Cells } from "#base/cells.ts";
import type { HourStyle } from "#base/time.ts";
import type { Glyphs } from "#theme/glyphs.ts";
import type { Painter } from "#theme/painter.ts";

export type Style = {
  readonly painter: Painter;
  readonly glyphs: Glyphs;
  readonly cells: Cells;
  readonly hours: HourStyle;
  /** Comfortable: a blank line between runs of messages. */
  readonly density: "compact" | "comfortable";
  /** Whether the terminal leaves in erased cells the background that is open, if that is known. */
  readonly fillsErased?: boolean;
  /** Whether links are written as terminal hyperlinks. */
  readonly hyperlinks: boolean;
  /** Whether nothing may move by itself. */
  readonly isStill?: boolean;
};
