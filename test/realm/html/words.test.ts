import { expect, test } from "vitest";
import { topicLinks } from "#realm/html/words.ts";
import { linkifier, lookups } from "./lookups.ts";

test("linkifier matches in a topic are linked in the order of the text", () => {
  expect(topicLinks("doc-a then #123, #45", lookups.linkifiers)).toEqual([
    { url: "https://docs.example/a", text: "doc-a" },
    { url: "https://tickets.example/123", text: "#123" },
    { url: "https://tickets.example/45", text: "#45" },
  ]);
});

test("bare URLs in a topic are linked, with https if they have no scheme", () => {
  expect(topicLinks("x.org and http://y.org/#123", lookups.linkifiers)).toEqual([
    { url: "https://x.org", text: "x.org" },
    { url: "http://y.org/#123", text: "http://y.org/#123" },
  ]);
});

test("if two linkifiers match, the first one is applied", () => {
  const [first, second] = [
    linkifier("a-b", "https://first"),
    linkifier("b|a-b c", "https://second"),
  ];
  expect(topicLinks("a-b c", [first, second])).toEqual([{ url: "https://first", text: "a-b" }]);
  expect(topicLinks("a-b c", [second, first])).toEqual([{ url: "https://second", text: "a-b c" }]);
});

test("a topic without URLs and matches has no links, and is not parsed as Markdown", () => {
  expect(topicLinks("[a](b) x#123 file.txt 1.5", lookups.linkifiers)).toEqual([]);
});
