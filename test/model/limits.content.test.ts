import fc from "fast-check";
import { expect, test } from "vitest";
import { storedContent } from "#model/limits.ts";

test("leading newlines, trailing white space and carriage returns are not stored", () => {
  expect(storedContent("\n\r\n  hello\r\nworld \t\n\n", 100)).toBe("  hello\nworld");
});

test("a text that is too long is truncated to the limit in code points, with a marker", () => {
  const stored = storedContent("🙂".repeat(50), 40);
  expect([...stored]).toHaveLength(40);
  expect(stored.endsWith("\n[message truncated]")).toBe(true);
});

test("storing a stored text does not change it", () => {
  const text = fc.array(fc.constantFrom("\n", "\r", " ", "\u0085", "x", "🙂"), { maxLength: 60 });
  fc.assert(
    fc.property(text, fc.integer({ min: 30, max: 50 }), (parts, limit) => {
      const once = storedContent(parts.join(""), limit);
      expect(storedContent(once, limit)).toBe(once);
    }),
  );
});
