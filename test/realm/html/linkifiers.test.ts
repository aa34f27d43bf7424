import { expect, test } from "vitest";
import { compileLinkifier, linkified } from "#realm/html/linkifiers.ts";
import { linkifier } from "./lookups.ts";

test.each([
  ["https://x/{id}", "https://x/a%2Fb%20%C3%A9"],
  ["https://x/{+id}", "https://x/a/b%20%C3%A9"],
  ["https://x/{#id}", "https://x/#a/b%20%C3%A9"],
  ["https://x{/id,id}", "https://x/a%2Fb%20%C3%A9/a%2Fb%20%C3%A9"],
  ["https://x{.id}", "https://x.a%2Fb%20%C3%A9"],
  ["https://x{;id}", "https://x;id=a%2Fb%20%C3%A9"],
  ["https://x{?id,none}", "https://x?id=a%2Fb%20%C3%A9"],
  ["https://x?y=1{&id}", "https://x?y=1&id=a%2Fb%20%C3%A9"],
  ["https://x/{none}", "https://x/"],
])("the template %s is expanded with the groups of the pattern", (template, url) => {
  const [found] = linkified("see a/b é!", linkifier("(?P<id>a/b é)(?P<none>z)?", template));
  expect(found).toEqual({ at: 4, text: "a/b é", url });
});

test("a pattern matches between a boundary and no letter or digit", () => {
  const places = linkified("#12 (#34) x#56 #78x #9_ #10", linkifier("#(?P<id>[0-9]+)", "{id}"));
  expect(places.map(({ text }) => text)).toEqual(["#12", "#34", "#9", "#10"]);
});

test("what needs no backslash may have one, inside of brackets and outside", () => {
  const places = linkified("a-1 #_-2", linkifier("[a\\-\\#]+\\_?\\-(?P<id>\\d)", "{id}"));
  expect(places.map(({ text }) => text)).toEqual(["a-1", "#_-2"]);
});

test("a pattern that cannot be read is no linkifier", () => {
  expect(compileLinkifier("(?P<id>", "https://x/{id}")).toBeUndefined();
});
