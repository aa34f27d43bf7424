import { expect, test } from "vitest";
import { preview } from "#markup/document.ts";
import { parse } from "#markup/parse.ts";
import { unicodeGlyphs } from "#theme/glyphs.ts";
import { readerContext } from "../support/reader.ts";

test.each([
  ["can you **look** at\nthis :tada:", "can you look at this 🎉"],
  ["```quote\nold\n```\nnew", "“old” new"],
  ["```spoiler The end\nBo did it\n```", "The end (hidden)"],
  ["* a\n* b", "a · b"],
  ["```js\nlet a\n```", "let a"],
  ["| a | b |\n|---|---|\n| 1 | 2 |", "a | b"],
  ["", ""],
])("the preview of %j is %j", (source, expected) => {
  expect(preview(parse(source, readerContext), unicodeGlyphs)).toBe(expected);
});

test("a preview of a long message is short", () => {
  expect(
    preview(parse("word ".repeat(2000), readerContext), unicodeGlyphs).length,
  ).toBeLessThanOrEqual(400);
});
