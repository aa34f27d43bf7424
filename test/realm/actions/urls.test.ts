/** Which texts are addresses. */
import { expect, test } from "vitest";
import { isUrl } from "#realm/actions/urls.ts";

test("an address has a scheme of the web and a host that can be reached", () => {
  const good = [
    "https://example.com/me",
    "http://localhost:9991",
    "ftp://files.example.org/a?b#c",
    "https://user:secret@example.com",
    "http://10.0.0.1/x",
    "http://[::1]:8080/",
    "https://bücher.example",
    "https://example.com.",
  ];
  expect(good.filter((text) => !isUrl(text))).toEqual([]);
});

test("other texts are none", () => {
  const bad = [
    "",
    "example.com",
    "http:example.com",
    "http://a",
    "javascript:alert(1)",
    "https://example.com/a b",
    "https://-a.example",
    "https://a..example",
    "http://300.0.0.1",
    "http://[::g]/",
    "http://example.com:99999",
    `https://example.com/${"x".repeat(2048)}`,
  ];
  expect(bad.filter(isUrl)).toEqual([]);
});
