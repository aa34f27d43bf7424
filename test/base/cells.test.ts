import fc from "fast-check";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import {
  cachedWidths,
  cellsFor,
  cut,
  cutMiddle,
  pad,
  padStart,
  standardCells,
  standardRules,
  width,
  wrap,
} from "#base/cells.ts";
import { mixedText } from "../support/texts.ts";

const family = "👨‍👩‍👧";

test("the width of any text equals string-width's", () => {
  fc.assert(
    fc.property(mixedText, (text) => {
      expect(width(text)).toBe(stringWidth(text, { countAnsiEscapeCodes: true }));
    }),
  );
});

test("the width of any two code points equals string-width's", () => {
  const character = fc
    .integer({ min: 0x20, max: 0x1fbff })
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code));
  fc.assert(
    fc.property(character, character, (a, b) => {
      expect(width(a + b)).toBe(stringWidth(a + b, { countAnsiEscapeCodes: true }));
    }),
  );
});

test("ambiguous-width characters are two cells wide if configured", () => {
  const wide = cellsFor({ ...standardRules, ambiguous: 2 });
  expect([width("±…"), wide.width("±…")]).toEqual([2, 4]);
});

test("a cut text ends with an ellipsis and is never wider than requested", () => {
  expect(cut("deploy window", 7)).toBe("deploy…");
  expect(cut("日本語", 5)).toBe("日本…");
  expect(cut("short", 5)).toBe("short");
  expect([cut("ab", 1), cut("ab", 0)]).toEqual(["…", ""]);
  fc.assert(
    fc.property(mixedText, fc.integer({ min: 0, max: 30 }), (text, columns) => {
      expect(width(cut(text, columns))).toBeLessThanOrEqual(columns);
      expect(width(cutMiddle(text, columns))).toBeLessThanOrEqual(columns);
    }),
  );
});

test("a text cut in the middle keeps both its ends", () => {
  expect(cutMiddle("release-2026-11-21", 9)).toBe("rele…1-21");
});

test("padding fills to the width and leaves wider texts alone", () => {
  expect([pad("日", 4), padStart("12", 4), pad("long", 2)]).toEqual(["日  ", "  12", "long"]);
});

test("a fitted text is exactly as wide as requested", () => {
  fc.assert(
    fc.property(mixedText, fc.integer({ min: 1, max: 30 }), (text, columns) => {
      expect(width(standardCells.fit(text, columns))).toBe(columns);
    }),
  );
});

test("wrap returns the text in lines", () => {
  expect(wrap("the pool is exhausted again", 12)).toEqual(["the pool is", "exhausted", "again"]);
});

test("for a terminal without clusters, emoji are reduced to characters that it can draw", () => {
  const { show } = cellsFor({ ...standardRules, clusters: false });
  expect(show(`${family} ❤️ 👍🏽 🇩🇪 1️⃣ 🏳️‍🌈 🏴󠁧󠁢󠁥󠁮󠁧󠁿`)).toBe("👨 ❤ 👍 DE 1 🏳 🏴");
  expect(show("naïve 日本")).toBe("naïve 日本");
});

test("for a terminal without joiners, only what is joined is reduced", () => {
  const { show, width: apart } = cellsFor({ ...standardRules, clusters: "unjoined" });
  const text = `${family} ❤️ 👍🏽 🇩🇪 1️⃣ 🏳️‍🌈 日本`;
  expect(show(text)).toBe("👨 ❤️ 👍🏽 🇩🇪 1️⃣ 🏳 日本");
  expect(apart(text)).toBe(width(show(text)));
});

test("for a terminal without clusters, the width of a text is the sum of its characters' widths", () => {
  const { show, width: apart } = cellsFor({ ...standardRules, clusters: false });
  const emoji = fc.constantFrom(family, "❤️", "👍🏽", "🇩🇪", "1️⃣", "🏳️‍🌈", "👩🏽‍💻", "a", "日", " ");
  fc.assert(
    fc.property(fc.array(emoji), (parts) => {
      const shown = show(parts.join(""));
      const sum = [...shown].reduce((columns, character) => columns + width(character), 0);
      expect([width(shown), apart(parts.join(""))]).toEqual([sum, sum]);
    }),
  );
});

test("for a terminal without emoji they are named, and nothing is left that has no width", () => {
  const names = new Map([
    ["👍", "+1"],
    ["❤️", "heart"],
  ]);
  const rules = { ...standardRules, emojiName: (emoji: string) => names.get(emoji) };
  const { show, width: named, cut } = cellsFor(rules);
  expect(show("so 👍❤️ 🦫 ok")).toBe("so :+1::heart: :?: ok");
  expect(show("e\u0301\u200b ש\u05c1 ❤ 日本")).toBe("é ש ❤ 日本");
  expect([named("👍"), named("ש\u05c1"), named("日本")]).toEqual([4, 1, 4]);
  expect(show(cut("to 👍 all", 8))).toBe("to :+1:…");
});

test("the built-in widths equal string-width's", () => {
  const wrong: string[] = [];
  for (const [first, last, columns] of cachedWidths) {
    for (let code = first; code <= last; code += 1) {
      const expected = stringWidth(String.fromCodePoint(code));
      if (expected !== columns) wrong.push(`U+${code.toString(16)} is ${expected}`);
    }
  }
  expect(wrong).toEqual([]);
});
