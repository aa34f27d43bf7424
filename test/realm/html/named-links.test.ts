import { expect, test } from "vitest";
import { renderHtml } from "#realm/html/render.ts";
import { lookups } from "./lookups.ts";

test.each([
  ["[a](x.org (b) c)", '<a href="http://x.org%20(b)%20c">a</a>'],
  ['[a](https://x.org "t\'s")', '<a href="https://x.org" title="t\'s">a</a>'],
  ["[a](https://x.org 't\"s')", '<a href="https://x.org" title="t&quot;s">a</a>'],
  ['[a](https://x.org "t (s)")', '<a href="https://x.org" title="t (s)">a</a>'],
  ['[a](https://x.org/"b)', '<a href="https://x.org/&quot;b">a</a>'],
  ['[a](https://x.org "b (c', '<a href="https://x.org%20&quot;b">a</a>c'],
  ['[a](<https://x.org> "t")', '<a href="https://x.org" title="t">a</a>'],
  ["[a](x.org", '[a](<a href="http://x.org">x.org</a>'],
  // Marks of other patterns are words in a target.
  ["[a](@**Ada Brook**)", '<a href="mailto:@Ada%20Brook">a</a>'],
  ["[a](https://x.org/`c`)", '<a href="https://x.org/c">a</a>'],
  // No addresses, and what hides a scheme.
  ["[a](http://[x]/)", '<a href="">a</a>'],
  ["[a](http://℀.org)", '<a href="">a</a>'],
  ["[a](http://[::1]/)", '<a href="http://[::1]/">a</a>'],
  ["[a](\u0001javascript:x)", "[a](\u0001javascript:x)"],
  ["[a](sftp://x.org)", "[a](sftp://x.org)"],
  ["[a](https:x)", '<a href="https:///x">a</a>'],
  ["[a](https://x.org/?#)", '<a href="https://x.org/">a</a>'],
])("%j is linked as servers link it", (source, inner) => {
  expect(renderHtml(source, lookups).html).toBe(`<p>${inner}</p>`);
});
