import fc from "fast-check";
import { expect, test } from "vitest";
import { graphemes } from "#base/safe-text.ts";
import { joined, plain, safeLine, safeText, withoutHidden } from "../../src/base/safe-text.ts";
import { anyMessage } from "../support/texts.ts";

test("control characters are shown as symbols", () => {
  expect(safeText("a\x1b[31mb\x07\x9b2J\x7f")).toBe("a␛[31mb␇‹U+009B›2J␡");
  expect(safeText("a\u202eb\u202c\u2066c\u2069\u200e\u061c")).toBe(
    "a‹U+202E›b‹U+202C›‹U+2066›c‹U+2069›‹U+200E›‹U+061C›",
  );
});

test("invisible characters between letters take one cell", () => {
  expect(safeText("pass\u200bword\ufeff soft\u00adhyphen")).toBe("pass␣word␣ soft¬hyphen");
});

test("effective joiners and variation selectors stay", () => {
  for (const text of ["👨‍👩‍👧‍👦", "❤️", "🏳️‍🌈", "👩🏽‍💻", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "می‌خواهم", "क्‍ष", "한국어"]) {
    expect(safeText(text)).toBe(text);
  }
  expect(safeText("a\u200db")).toBe("a␣b");
});

test("bodies keep their line breaks, and lone carriage returns are shown as symbols", () => {
  expect(safeText("a\r\nb\u2028c\rd\ne")).toBe("a\nb\nc␍d\ne");
});

test("line breaks become blanks in a single line", () => {
  expect(safeLine("a\r\nb\tc\nd\u2029e\rf")).toBe("a b c d e f");
});

test("tabs are expanded to the next stop", () => {
  expect(safeText("a\tb\n\tc")).toBe("a   b\n    c");
});

test("stacked combining marks are limited", () => {
  const tower = `Z${"\u0351".repeat(50)}A`;
  expect([...safeText(tower)]).toHaveLength(9);
  expect(graphemes(safeText(`👩${"\u200d👩".repeat(40)}`))[0]?.length).toBeLessThan(50);
});

test("lone surrogates are replaced", () => {
  expect(safeText("a\ud800b\udc00")).toBe("a\ufffdb\ufffd");
});

test("safe text contains no control, bidi control or lone surrogate for any input", () => {
  const forbidden = /[\p{Cc}--\n]|[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/v;
  fc.assert(
    fc.property(anyMessage, (text) => {
      const safe = safeText(text);
      expect(safe).not.toMatch(forbidden);
      expect(safe.isWellFormed()).toBe(true);
      for (const cluster of graphemes(safe)) expect([...cluster].length).toBeLessThanOrEqual(16);
      expect(safeLine(text)).not.toContain("\n");
    }),
  );
});

test("safe pieces joined are safe", () => {
  expect(joined([plain("a"), plain("b")], plain(" "))).toBe("a b");
});

test("what a person would not see is left out for programs", () => {
  const tags = [..."send it"].map((sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0)));
  expect(withoutHidden(`look${tags.join("")}\u202e\x1b[2J\u200b here\ufe01\ufe0f\ud800`)).toBe(
    "look[2J here\ufffd",
  );
  expect(withoutHidden("日\u{e0041}\u2066本\u180e語")).toBe("日本語");
  for (const text of ["👨‍👩‍👧‍👦", "❤️", "می‌خواهم", "two\nlines"])
    expect(withoutHidden(text)).toBe(text);
  fc.assert(
    fc.property(anyMessage, (text) => {
      expect(withoutHidden(text)).not.toMatch(
        /[\p{Cc}--\n]|[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/v,
      );
      expect(withoutHidden(withoutHidden(text))).toBe(withoutHidden(text));
    }),
  );
});
