/** Splitting a long text into messages. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { splitMessage } from "#model/limits.ts";

test("a text is split at a blank line near the limit", () => {
  const text = `${"a".repeat(75)}\n\n${"b".repeat(60)}`;
  expect(splitMessage(text, 100)).toEqual(["a".repeat(75), "b".repeat(60)]);
});

test("a split code block continues as code in the same language", () => {
  const text = `\`\`\`py\n${Array.from({ length: 10 }, (_, at) => `line ${at}`).join("\n")}\n\`\`\`\nend`;
  const parts = splitMessage(text, 50);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.slice(0, -1).every((part) => /^```py\n[^`]*\n```$/.test(part))).toBe(true);
  expect(parts.at(-1)).toMatch(/^```py\n[^`]*\n```\nend$/);
});

test("no part is too long, and no letter is lost", () => {
  const words = fc.array(fc.constantFrom("alpha ", "🦆", "\n", "\n\n", "x".repeat(30)), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(words, fc.integer({ min: 20, max: 60 }), (pieces, limit) => {
      const text = pieces.join("");
      const parts = splitMessage(text, limit);
      expect(parts.every((part) => [...part].length <= limit)).toBe(true);
      const letters = (from: string) => from.replace(/\s/g, "");
      expect(letters(parts.join(""))).toBe(letters(text));
    }),
  );
});
