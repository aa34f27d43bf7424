import { expect, test } from "vitest";
import { newSteps } from "#markup/fragment.ts";
import { expandTemplate, type Linkifier, linkified, linkifier } from "#markup/linkifiers.ts";
import { parse } from "#markup/parse.ts";
import { readerContext } from "../support/reader.ts";

function compiled(pattern: string, template: string): Linkifier {
  const link = linkifier(pattern, template);
  if (link === undefined) throw new RangeError(`${pattern} cannot be matched.`);
  return link;
}

const tickets = compiled("#(?P<id>[0-9]{2,5})", "https://tickets.example/{id}");

function linksIn(text: string, linkifiers: readonly Linkifier[] = [tickets]) {
  const { targets } = parse(text, { ...readerContext, linkifiers });
  return targets.flatMap((target) => (target.kind === "link" ? [target.url] : []));
}

test.each([
  ["see #1234, (#99) and #7", ["1234", "99"]],
  ["x#1234 #1234x `#1234` #12345678", []],
  ["[#1234](/x) **#1234**é", []],
  ["*#1234* #1234_a", ["1234"]],
  ["#1234 #1234", ["1234", "1234"]],
])("the pattern links %j", (text, ids) => {
  const found = linksIn(text).filter((url) => url.startsWith("https://tickets.example/"));
  expect(found).toEqual(ids.map((id) => `https://tickets.example/${id}`));
});

test("if two patterns match, the first one determines the link", () => {
  const any = compiled("#(?P<id>[0-9]+)", "https://any.example/{id}");
  expect(linksIn("#123 #1234567", [tickets, any])).toEqual([
    "https://tickets.example/123",
    "https://any.example/1234567",
  ]);
});

test.each(["javascript:alert({id})", "file:///{id}", "/{id}", "{id}", "https://"])(
  "%s is not accepted as a link target",
  (template) => {
    expect(linksIn("#1234", [compiled("#(?P<id>[0-9]+)", template)])).toEqual([]);
  },
);

test("a template cannot inject control sequences", () => {
  const link = compiled("#(?P<id>[0-9]+)", "https://x.y/\x1b]0;\u202e{id}");
  expect(linksIn("#12", [link])).toEqual(["https://x.y/%1B]0;%E2%80%AE12"]);
});

test("a pattern that is unsupported or may match endlessly is ignored", () => {
  expect(linkifier("(?<=x)y", "https://x.y")).toBeUndefined();
  expect(linkifier("a".repeat(1_001), "https://x.y")).toBeUndefined();
});

test("a pattern that exceeds its budget adds no more links, and the text is still shown", () => {
  const slow = compiled("(?:a?b?c?d?e?f?g?,?)*x", "https://x.y");
  const text = "abcdefg,".repeat(1_250);
  const steps = newSteps();
  linkified(text, slow, steps);
  expect(steps.forPatterns).toBeLessThanOrEqual(0);
  const { blocks } = parse(`${text} **b**`, { ...readerContext, linkifiers: [slow, tickets] });
  expect(blocks).toMatchObject([{ spans: [{ role: "text" }, { text: "b", stress: 1 }] }]);
});

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
