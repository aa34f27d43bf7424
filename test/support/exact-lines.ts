/** Checks the lines of a message: exact widths, closed styles, and no control sequences. */
import { expect } from "vitest";
import { width } from "#base/cells.ts";
import { layout } from "#markup/layout.ts";
import { parse } from "#markup/parse.ts";
import { isClosed, strayControls, withoutEscapes } from "./escapes.ts";
import { painted, readerContext } from "./reader.ts";

export function checkLines(source: string, asked: number): void {
  const options = { ...painted, columns: asked, hyperlinks: true, openSpoilers: "all" as const };
  const { rows, lines: all } = layout(parse(source, readerContext), options);
  expect(rows.length).toBe(all.length);
  for (const { text, cells } of all) {
    expect(strayControls(text)).toEqual([]);
    expect(isClosed(text)).toBe(true);
    expect(width(withoutEscapes(text))).toBe(cells);
    expect(cells).toBeLessThanOrEqual(asked);
  }
}
