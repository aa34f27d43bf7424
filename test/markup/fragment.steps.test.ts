import fc from "fast-check";
import { expect, test } from "vitest";
import type { Document } from "#markup/document.ts";
import { newSteps } from "#markup/fragment.ts";
import { layout } from "#markup/layout.ts";
import { longestSource, parse } from "#markup/parse.ts";
import { readerContext, unpainted } from "../support/reader.ts";
import { runs } from "../support/runs.ts";
import { dialectTokens, repeated } from "../support/texts.ts";

function costOf(source: string) {
  const steps = newSteps();
  const { left, forPatterns } = steps;
  const document = parse(source, readerContext, steps);
  return { document, steps: left - steps.left + forPatterns - steps.forPatterns };
}

/** Expects twice the text to take at most two and a half times the steps; returns both documents. */
function expectLinear(tokens: string, length: number) {
  const [once, twice] = [costOf(repeated(tokens, length)), costOf(repeated(tokens, 2 * length))];
  const words = `${JSON.stringify(tokens)} repeated to ${length} and ${2 * length} characters`;
  expect(twice.steps, `steps of ${words}`).toBeLessThanOrEqual(2.5 * once.steps);
  return [once.document, twice.document] as const;
}

/** The number of characters and lines. */
function drawnOf(document: Document): number {
  const { lines } = layout(document, { ...unpainted, columns: 57 });
  return lines.reduce((sum, { text }) => sum + text.length, lines.length);
}

function expectLinearDrawing(tokens: string): void {
  const [once, twice] = expectLinear(tokens, 5_000);
  expect(drawnOf(twice), `what is drawn of ${JSON.stringify(tokens)}`).toBeLessThanOrEqual(
    2.5 * drawnOf(once) + 1_000,
  );
}

test("the cost of a repeated token is linear between five and ten thousand characters", () => {
  for (const token of dialectTokens) expectLinearDrawing(token);
});

test("the cost of two repeated tokens is linear in the length", () => {
  for (const [at, first] of dialectTokens.entries()) {
    // The order of two repeated tokens does not matter.
    for (const second of dialectTokens.slice(at)) expectLinear(first + second, 350);
  }
});

test("the cost of a few repeated tokens is linear between five and ten thousand characters", () => {
  const token = fc.constantFrom(...dialectTokens);
  const few = fc.array(token, { minLength: 2, maxLength: 3 }).map((tokens) => tokens.join(""));
  fc.assert(
    fc.property(few, (tokens) => {
      expectLinearDrawing(tokens);
    }),
    { numRuns: runs(0.4) },
  );
});

test("a text that takes too many steps is shown verbatim with a note", () => {
  const spent = { left: 20, forPatterns: 0 };
  expect(parse("some **bold** text", readerContext, spent).blocks).toMatchObject([
    { kind: "paragraph", spans: [{ text: "some **bold** text", role: "text" }] },
    { kind: "paragraph", spans: [{ role: "hint" }] },
  ]);
});

test("endlessly nested markup exceeds the steps", () => {
  const { blocks } = parse("*a ".repeat(100) + " a*".repeat(100), readerContext);
  expect(blocks).toMatchObject([{ spans: [{ role: "text" }] }, { spans: [{ role: "hint" }] }]);
});

test("a text beyond all limits is truncated with a note", () => {
  const { blocks } = parse("a".repeat(longestSource + 1_000_000), readerContext);
  expect(blocks).toMatchObject([
    { spans: [{ text: "a".repeat(longestSource) }] },
    { spans: [{ role: "hint", text: "Too long to show: 1000000 more characters." }] },
  ]);
});
