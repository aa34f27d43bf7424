/** Wrapped text from right to left, as the screen shows it. */
import { describe, expect, test } from "vitest";
import { cellsFor, standardRules } from "#base/cells.ts";
import { safeText } from "#base/safe-text.ts";
import type { Role, Span } from "#markup/document.ts";
import { wrapped } from "#markup/wrap.ts";

const reordering = cellsFor({ ...standardRules, reorders: true });
const of = (text: string, role: Role = "text"): Span => ({ text: safeText(text), role, stress: 0 });
const linesOf = (spans: readonly Span[], columns: number, cells = reordering) =>
  wrapped(spans, columns, cells).map((row) => row.spans.map(({ text }) => text).join(""));

describe("a paragraph from right to left", () => {
  test("is wrapped in logical order, and its lines begin below each other", () => {
    expect(linesOf([of("אחת שתיים שלוש ארבע חמש")], 12)).toEqual(
      ["  םייתש תחא", "  עברא שולש", "        שמח"].map((line) => line.slice(2)),
    );
  });

  test("keeps links, names and code in their own order at 20 columns", () => {
    const spans = [
      of("תריץ "),
      of("npm run (dev)", "code"),
      of(" ואז "),
      of("@Ana Ruiz", "mention"),
    ];
    expect(linesOf(spans, 20)).toEqual(["npm run (dev) ץירת", "     @Ana Ruiz זאו"]);
  });

  test("is as wide as its rows claim", () => {
    for (const row of wrapped([of("שלום לכולם abc 123 😀 ועוד כמה מילים")], 13, reordering))
      expect(reordering.width(row.spans.map(({ text }) => text).join(""))).toBe(row.cells);
  });
});

test("a Latin paragraph keeps its lines, and its foreign words are turned", () => {
  expect(linesOf([of("see שלום עולם there")], 9)).toEqual(["see םולש", "םלוע", "there"]);
});

test("a terminal that orders text itself gets it in logical order", () => {
  expect(linesOf([of("אחת שתיים")], 20, cellsFor(standardRules))).toEqual(["אחת שתיים"]);
});
