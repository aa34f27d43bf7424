import fc from "fast-check";
import { expect, test } from "vitest";
import { messageProblem, splitMessage, storedContent, topicProblem } from "#model/limits.ts";
import { emptyReplica } from "#model/replica.ts";

const realm = {
  ...emptyReplica.realm,
  maxMessageLength: 10,
  maxTopicLength: 4,
};

test.each([
  ["The message", messageProblem, 10],
  ["The topic", topicProblem, 4],
])("%s may be as long as the realm's limit", (what, problem, limit) => {
  expect(problem(realm, "é".repeat(limit))).toBeUndefined();
  expect(problem(realm, "e".repeat(limit + 1))).toContain(
    `${what} is 1 character too long; the limit is ${limit}.`,
  );
  expect(problem(realm, "e".repeat(limit + 12))).toContain("12 characters too long");
  expect(problem(realm, "a\0")).toMatch(/null byte/);
});

test("characters outside the basic plane count once, and white space at the ends does not count", () => {
  expect(messageProblem(realm, "🦆".repeat(10))).toBeUndefined();
  expect(messageProblem(realm, "🦆".repeat(11))).toMatch(/1 character too long/);
  expect(messageProblem(realm, `\n${"e".repeat(10)}  \n`)).toBeUndefined();
});

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

// Splitting a long text into messages.

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
