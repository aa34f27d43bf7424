import { expect, test } from "vitest";
import { bareUrls } from "#realm/html/bare-links.ts";

test("an address ends before the signs that close a sentence, wherever in the word it begins", () => {
  expect(bareUrls("see (chat.org), 'a.net/b'.")).toEqual([
    { at: 5, url: "chat.org" },
    { at: 17, url: "a.net/b" },
  ]);
});

test("a hundred thousand signs between which an address could begin are soon read", {
  timeout: 5000,
}, () => {
  expect(bareUrls(".,".repeat(50_000))).toEqual([]);
});
