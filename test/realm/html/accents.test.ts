import { expect, test } from "vitest";
import { renderHtml } from "#realm/html/render.ts";
import { lookups } from "./lookups.ts";

const ticket = '<a href="https://tickets.example/12">#12</a>';

test.each([
  // What is left over before emphasis may end behind it.
  ["**a*b*", "<em><em>a</em>b</em>"],
  ["***a*b**", "<strong><em>a</em>b</strong>"],
  ["*a***b***", "*a<strong><em>b</em></strong>"],
  ["**a*b*c*", "<em><em>a</em>b</em>c*"],
  ["~~a~~b~~", "<del>a</del>b~~"],
  // A text between elements is a text of its own, where a word begins.
  ["**x*#12*y**", `<strong>x<em>${ticket}</em>y</strong>`],
  ["x**a*b*#12**", `x<strong>a<em>b</em>${ticket}</strong>`],
  ["x**#12**", "x<strong>#12</strong>"],
  ["x#12", "x#12"],
])("%j becomes what servers make of it", (source, inner) => {
  expect(renderHtml(source, lookups).html).toBe(`<p>${inner}</p>`);
});

test("deep emphasis is rendered in bearable time", () => {
  const source = `${"*".repeat(3000)}${"a*".repeat(3000)}`;
  expect(renderHtml(source, lookups).html).toContain("<em>");
});
