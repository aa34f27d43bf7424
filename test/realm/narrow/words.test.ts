import { expect, test } from "vitest";
import { wordsOf } from "#realm/narrow/words.ts";

const roots = (text: string) => wordsOf(text).map(({ root }) => root);

test.each([
  ["plurals", ["ticket tickets", "box boxes", "party parties", "class classes"]],
  ["verbs", ["deploy deployed deploying", "plan planned planning", "bake baked baking"]],
])("forms of %s share a root", (_kind, rows) => {
  for (const row of rows) expect(new Set(roots(row)).size, row).toBe(1);
});

test("words that look alike keep apart", () => {
  for (const pair of ["hero heron", "bus busy", "king kin", "sing s1ng"])
    expect(new Set(roots(pair)).size, pair).toBe(2);
});

test("hosts and mailboxes are one word, all else is parted by what is no letter or digit", () => {
  expect(roots("see https://chat.example/a-b, me@x.org: v2_日本")).toEqual([
    "see",
    "http",
    "chat.example",
    "b",
    "me@x.org",
    "v2",
    "日本",
  ]);
});

test("words of every text are none", () => {
  expect(wordsOf("the very same, and THE other")).toEqual([]);
});

test.each(["-", "a@", "a.", "a@b."])(
  "a hundred thousand characters of %s are soon read",
  {
    timeout: 5000,
  },
  (sign) => {
    expect(wordsOf(sign.repeat(100_000 / sign.length)).length).toBeLessThanOrEqual(50_000);
  },
);
