/** How this terminal draws: the painter of its theme, its signs, its widths, and how its person wants to read. */
import type { Cells } from "#base/cells.ts";
import type { HourStyle } from "#base/time.ts";
import type { Glyphs } from "#theme/glyphs.ts";
import type { Painter } from "#theme/painter.ts";

export type Style = {
  readonly painter: Painter;
  readonly glyphs: Glyphs;
  readonly cells: Cells;
  readonly hours: HourStyle;
  /** Comfortable: a blank line stands between what different people wrote. */
  readonly density: "compact" | "comfortable";
  /** Whether the terminal is told where the links of messages lead. */
  readonly hyperlinks: boolean;
};
