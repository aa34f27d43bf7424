import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { root } from "#build/bundle.ts";
import { emojiTable } from "#build/emoji-table.ts";

test("the built-in emoji table is current with the data package (`npm run docs` writes it)", () => {
  expect(readFileSync(`${root}src/emoji/built-in.txt`, "utf8")).toBe(emojiTable());
});
