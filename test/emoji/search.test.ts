import { expect, test } from "vitest";
import { builtInCatalogue, catalogueFor } from "#emoji/catalogue.ts";
import { searchEmoji } from "#emoji/search.ts";

const own = [
  { type: "realm_emoji", code: "7", name: "party_parrot" },
  { type: "svc_extra_emoji", code: "svc", name: "svc" },
];

const found = (typed: string, limit = 100) =>
  searchEmoji(builtInCatalogue(), own, typed, limit).map(({ name }) => name);

test("matches are sorted: exact name, prefix, word, keyword, substring", () => {
  const names = found("heart");
  expect(names[0]).toBe("heart");
  expect(names.indexOf("heart_eyes")).toBeLessThan(names.indexOf("blue_heart"));
  expect(names.indexOf("blue_heart")).toBeLessThan(names.indexOf("love_letter"));
  expect(found("qqqq")).toEqual([]);
});

test.for([
  ["thumbs up", "+1"],
  ["-1", "-1"],
  [":tada:", "tada"],
  ["JACK-O", "jack-o-lantern"],
  ["white_check_mark", "check"],
  ["confetti", "confetti_ball"],
] as const)("%s finds :%s:", ([typed, name]) => {
  expect(found(typed)[0]).toBe(name);
});

test("an empty text lists popular emoji, then the organization's own, then the others", () => {
  const names = found("", 40);
  expect(names.slice(0, 4)).toEqual(["+1", "tada", "smile", "heart"]);
  expect(names.indexOf("svc")).toBe(names.indexOf("party_parrot") + 1);
  expect(names.indexOf("party_parrot")).toBeLessThan(names.indexOf("grinning"));
  expect(names).toHaveLength(40);
  expect(new Set(names).size).toBe(40);
});

test("frequent emoji come first among equal matches", () => {
  const frequent = [
    { type: "realm_emoji", code: "7" },
    { type: "unicode_emoji", code: "1f499" },
  ];
  const names = (typed: string) =>
    searchEmoji(builtInCatalogue(), own, typed, 9, frequent).map(({ name }) => name);
  expect(names("").slice(0, 3)).toEqual(["party_parrot", "blue_heart", "+1"]);
  expect(names("heart")[0]).toBe("heart");
  expect(names("_heart").indexOf("blue_heart")).toBe(0);
});

test("emoji of the organization's own are found by name, with the type and code that reactions need", () => {
  expect(searchEmoji(builtInCatalogue(), own, "party_", 1)).toEqual([own[0]]);
  expect(found("party")[0]).toBe("party_parrot");
});

test("a server's names are found, also by the built-in names", () => {
  const catalogue = catalogueFor(new Map([["1f389", ["whoopee"]]]));
  const all = (typed: string) => searchEmoji(catalogue, [], typed, 9).map(({ name }) => name);
  expect(all("whoopee")).toEqual(["whoopee"]);
  expect(all("tada")).toEqual(["whoopee"]);
  expect(all("heart")).toEqual([]);
});
