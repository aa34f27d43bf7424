import { expect, test } from "vitest";
import { expandTemplate } from "#markup/linkifiers.ts";

const values = { id: "12 3", path: "/a/b", empty: "", half: "50%", hello: "Hello World!" };

test.each([
  ["https://x.y/{id}", "https://x.y/12%203"],
  ["x{/id,path}", "x/12%203/%2Fa%2Fb"],
  ["{+path}/here", "/a/b/here"],
  ["{#path,hello}", "#/a/b,Hello%20World!"],
  ["x{.id,half}", "x.12%203.50%25"],
  ["{;id,empty}", ";id=12%203;empty"],
  ["{?id,empty,nothing}", "?id=12%203&empty="],
  ["?a=1{&id}", "?a=1&id=12%203"],
  ["{hello:5}", "Hello"],
  ["{id*}", "12%203"],
  ["{nothing}{?nothing}", ""],
  ["{constructor}", ""],
  ["{+half}", "50%25"],
  ["a{}b", "ab"],
])("%s becomes %s", (template, url) => {
  expect(expandTemplate(template, values)).toBe(url);
});
