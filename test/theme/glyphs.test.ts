import { expect, test } from "vitest";
import { width } from "#base/cells.ts";
import { asciiGlyphs, unicodeGlyphs } from "../../src/theme/glyphs.ts";

test("every glyph is one cell wide", () => {
  for (const glyph of [...Object.values(unicodeGlyphs), ...Object.values(asciiGlyphs)]) {
    expect(width(glyph), glyph).toBe(1);
  }
});

test("the glyphs for ASCII terminals are ASCII", () => {
  for (const glyph of Object.values(asciiGlyphs)) expect(glyph).toMatch(/^[\x21-\x7e]$/);
});
