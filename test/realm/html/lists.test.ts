import { expect, test } from "vitest";
import { renderHtml } from "#realm/html/render.ts";
import { lookups } from "./lookups.ts";

const html = (source: string) => renderHtml(source, lookups).html;

test("items of the other kind are a list of their own", () => {
  expect(html("1. a\n* b")).toBe("<ol>\n<li>a</li>\n</ol>\n<ul>\n<li>b</li>\n</ul>");
  expect(html("* a\n\n5. b")).toBe('<ul>\n<li>a</li>\n</ul>\n<ol start="5">\n<li>b</li>\n</ol>');
  expect(html("+ a\n- b\n* c")).toBe("<ul>\n<li>a</li>\n<li>b</li>\n<li>c</li>\n</ul>");
});

test("a number of two digits begins no item below a point", () => {
  expect(html("* a\n10. b")).toBe("<ul>\n<li>a<br>\n10. b</li>\n</ul>");
});

test("numbers of any script count", () => {
  expect(html("١. a\n٢. b")).toBe('<ol start="١">\n<li>a</li>\n<li>b</li>\n</ol>');
});

test("blanks at the end of a message are no line", () => {
  expect(html("* a\n ")).toBe("<ul>\n<li>a</li>\n</ul>");
  expect(html("a\n   ")).toBe("<p>a</p>");
});
