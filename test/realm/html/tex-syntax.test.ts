import { expect, test } from "vitest";
import { renderHtml } from "#realm/html/render.ts";
import { isFormula } from "#realm/html/tex-syntax.ts";
import { lookups } from "./lookups.ts";

test.each([
  "x^2",
  String.raw`\frac12 \cdot \frac{a}{b}`,
  "x'_1 + ^a",
  String.raw`\sqrt[3]{x} \le \left( x \middle| y \right.`,
  String.raw`\begin{matrix}a&b\\c&d\end{matrix}`,
  String.raw`\text{costs $5} \color{red} x`,
  String.raw`a \over b`,
  String.raw`\def\a{b}\a`,
  "x % a remark }",
  "日 <b>",
])("%s can be set", (source) => {
  expect(isFormula(source, false)).toBe(true);
});

test.each([
  String.raw`\nonsense`,
  String.raw`\frac{1}`,
  String.raw`\sqrt`,
  "{x",
  "x}",
  "x^",
  "x^2^3",
  "a&b",
  "#",
  String.raw`\left( x`,
  String.raw`\left x \right)`,
  String.raw`\begin{matrix}a\end{cases}`,
  String.raw`\begin{align}a\end{align}`,
  String.raw`a \over b \over c`,
  "\\",
])("%s cannot be set", (source) => {
  expect(isFormula(source, false)).toBe(false);
});

test("some tables are only for formulas that stand alone", () => {
  expect(isFormula(String.raw`\begin{align}a&=b\end{align}`, true)).toBe(true);
});

test("a formula that cannot be set is shown as it was written", () => {
  expect(renderHtml(String.raw`$$\nonsense<$$`, lookups).html).toBe(
    String.raw`<p><span class="tex-error">$$\nonsense&lt;$$</span></p>`,
  );
  expect(renderHtml("```math\nx}'\n```", lookups).html).toBe(
    `<p><span class="tex-error">x}&#x27;</span></p>`,
  );
});

test("what nests without end is no formula, and is told so in bearable time", () => {
  expect(isFormula("{".repeat(10_000), false)).toBe(false);
  expect(isFormula("x^".repeat(5_000), false)).toBe(false);
});
