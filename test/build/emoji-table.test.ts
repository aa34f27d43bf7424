import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { emojiTable } from "#build/emoji-table.ts";
import { root } from "#build/plugins.ts";

test("the built-in emoji table is current with the data package (`npm run docs` writes it)", () => {
  expect(readFileSync(`${root}src/emoji/built-in.txt`, "utf8")).toBe(emojiTable());
});
