import { expect, test } from "vitest";
import { width } from "../../src/base/cells.ts";
import { asciiGlyphs, unicodeGlyphs } from "../../src/theme/glyphs.ts";

test("every sign is one cell, so that none moves what stands beside it", () => {
  for (const glyph of [...Object.values(unicodeGlyphs), ...Object.values(asciiGlyphs)]) {
    expect(width(glyph), glyph).toBe(1);
  }
});

test("the signs for plain terminals are plain", () => {
  for (const glyph of Object.values(asciiGlyphs)) expect(glyph).toMatch(/^[\x21-\x7e]$/);
});
