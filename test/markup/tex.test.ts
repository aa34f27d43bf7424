/** Formulas in signs, and those that stay as they were written. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { drawnTex } from "#markup/tex.ts";
import { anyText } from "../support/any-text.ts";

const { raw } = String;

test.each([
  ["x^2 + y^2 = z^2", "x² + y² = z²"],
  [raw`\frac{a+b}{2c} - \frac12`, "(a + b)/(2c) − 1/2"],
  [raw`\sqrt{2}, \sqrt{x+1}, \sqrt[3]{x}`, "√2, √(x + 1), ³√x"],
  [raw`f\colon \mathbb{R}^n \to \mathcal{O}(n \log n)`, "f : ℝⁿ → 𝒪(n log n)"],
  [raw`\sum_{i=1}^{n} i^2`, "∑ᵢ₌₁ⁿ i²"],
  [raw`\int_0^1 f'(x)\,dx`, "∫₀¹ f′(x) dx"],
  [raw`e^{i\pi} + 1 = 0`, "e^(iπ) + 1 = 0"],
  ["a_{i,j} x_{ij} 2^{2^n}", "a_(i, j)xᵢⱼ2^(2ⁿ)"],
  [raw`\sin x + 2\cos(y) \le -1`, "sin x + 2 cos(y) ≤ −1"],
  [raw`\hat x \bar{y} \overline{AB} \vec v`, "x̂ȳA̅B̅v⃗"],
  [raw`A \not\subset B, x \not= y \notin C`, "A ⊄ B, x ≠ y ∉ C"],
  [raw`\left( \frac{1}{2} \right)^{2} A^T A^{-1}`, "(1/2)²AᵀA⁻¹"],
  [raw`\{x \mid \text{x is even}\}`, "{x | x is even}"],
  [raw`p \equiv 1 \pmod 4, 10\%`, "p ≡ 1 (mod 4), 10%"],
  [raw`\begin{align*} a &= b \\ c &= d \end{align*}`, "a = b\nc = d"],
])("%s is drawn as %s", (source, drawn) => {
  expect(drawnTex(source)).toBe(drawn);
});

test.each([
  "",
  "{",
  "}",
  "x^",
  "x^{",
  "a & b",
  "% comment",
  raw`\unheardof x`,
  raw`\frac{a}`,
  raw`\hat{abc}`,
  raw`\sqrt[n+\pi]{x}`,
  raw`\begin{pmatrix} a & b \end{pmatrix}`,
  raw`\def\x{\x\x}\x`,
  raw`\constructor{a} \__proto__`,
  `${"{".repeat(500)}x${"}".repeat(500)}`,
  raw`\hat`.repeat(200),
  "x".repeat(1001),
])("%s stays as it was written", (source) => {
  expect(drawnTex(source)).toBeUndefined();
});

const part = fc.constantFrom(
  ..."{}^_ []x2+-=\\".split(""),
  ...raw`\frac \sqrt \not \left( \right. \alpha \text{`.split(" "),
);

test("whatever the source, drawing it ends, and it does not grow", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        anyText(200),
        fc.array(part, { maxLength: 300 }).map((all) => all.join("")),
      ),
      (source) => {
        const { length } = drawnTex(source) ?? "";
        expect(length).toBeLessThanOrEqual(4 * source.length);
      },
    ),
  );
});
