/** What is a link into a realm, and of which realm. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { isSameSite, narrowLink } from "#wire/narrow-link.ts";

const path = "#narrow/stream/9-x/topic/a.20b";
const terms = [
  { operator: "stream", operand: "9-x", negated: false },
  { operator: "topic", operand: "a b", negated: false },
];

test.each([
  [path, undefined],
  [`/${path}`, undefined],
  [`  ${path}\n`, undefined],
  [`https://chat.example/${path}`, "https://chat.example/"],
  [`HTTP://Chat.example:8080/sub/${path}`, "HTTP://Chat.example:8080/sub/"],
  [`https://chat.example${path}`, "https://chat.example"],
  [`chat.example/${path}`, "https://chat.example/"],
  [`localhost:9991/${path}`, "https://localhost:9991/"],
  [`//chat.example/${path}`, "https://chat.example/"],
])("%j is a link of the site %j", (text, site) => {
  expect(narrowLink(text)).toEqual({ site, terms });
});

test.each([
  `#backend > see ${path}`,
  `backend > https://chat.example/${path}`,
  `look at ${path}`,
  `sender:ana ${path}`,
  "#narrow/x > topic",
  "#narrow/x",
  "#narrow/",
  "#narrow/channel/9-x/topic",
  "https://chat.example/#narrow/channel/9-x/topic/a.20b/near",
  "#narrow/channel/9-x/topic/near/12",
  `mailto:a@chat.example/${path}`,
  `ftp://chat.example/${path}`,
  `https://[::/${path}`,
])("%j is no link", (text) => {
  expect(narrowLink(text)).toBeUndefined();
});

test("a text with blanks is no link, wherever it contains one", () => {
  const word = fc.stringMatching(/^[\w#>/@.:-]{1,12}$/);
  fc.assert(
    fc.property(word, word, (before, after) => {
      expect(narrowLink(`${before} https://x.example/${path}`)).toBeUndefined();
      expect(narrowLink(`https://x.example/${path} ${after}`)).toBeUndefined();
    }),
  );
});

test.each([
  ["https://chat.example", "https://Chat.Example/", true],
  ["https://chat.example", "http://chat.example", true],
  ["https://chat.example", "https://chat.example:443/", true],
  ["https://chat.example", "http://chat.example:80", true],
  ["https://chat.example", "https://chat.example.", true],
  ["https://chat.example", "https://chat.example:8443", false],
  ["https://chat.example:8443", "http://chat.example:8443/", true],
  ["https://chat.example/one", "https://chat.example/one/", true],
  ["https://chat.example/one", "https://chat.example/two", false],
  ["https://chat.example/one", "https://chat.example", false],
  ["https://chat.example", "https://chat.example.evil.example", false],
  ["https://chat.example", "https://chat.example@evil.example", false],
  ["https://chat.example", "https://evil.example/chat.example", false],
  ["https://chat.example", "", false],
  ["", "", false],
])("%j and %j are one site: %j", (one, other, isSame) => {
  expect(isSameSite(one, other)).toBe(isSame);
  expect(isSameSite(other, one)).toBe(isSame);
});
