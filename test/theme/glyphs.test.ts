import { expect, test } from "vitest";
import { width } from "#base/cells.ts";
import { asciiGlyphs, consoleGlyphs, unicodeGlyphs } from "../../src/theme/glyphs.ts";

test("every glyph is one cell wide", () => {
  for (const glyphs of [unicodeGlyphs, consoleGlyphs, asciiGlyphs])
    for (const glyph of Object.values(glyphs)) expect(width(glyph), glyph).toBe(1);
});

test("the glyphs for ASCII terminals are ASCII", () => {
  for (const glyph of Object.values(asciiGlyphs)) expect(glyph).toMatch(/^[\x21-\x7e]$/);
});

test("the glyphs for the Linux console are in its own font, that of the first PCs", () => {
  for (const glyph of Object.values(consoleGlyphs)) expect(glyph).toMatch(/^[!-~│─┌┐└┘├┼•·↑↓]$/);
  expect(consoleGlyphs.ruleVertical).toBe("│");
});

test("in ASCII the sign of what is cut stands for nothing else, and presence and drafts have their own", () => {
  const meanings = (sign: string) =>
    Object.entries(asciiGlyphs).flatMap(([name, own]) => (own === sign ? [name] : []));
  expect(meanings(asciiGlyphs.ellipsis)).toEqual(["ellipsis"]);
  expect(meanings(asciiGlyphs.idle)).toEqual(["idle"]);
  expect(meanings(asciiGlyphs.draft)).toEqual(["draft"]);
});
