import fc from "fast-check";
import { expect, test } from "vitest";
import { commonPrefix, commonSuffix } from "#base/common-ends.ts";
import { runs } from "../support/runs.ts";

test.each([
  ["", "", 0, 0],
  ["same", "same", 4, 0],
  ["one line", "one fine line", 4, 4],
  ["aaa", "aa", 2, 0],
  ["abc", "xbc", 0, 2],
])("%j and %j begin with %i and end with %i alike", (one, other, prefix, suffix) => {
  expect(commonPrefix(one, other)).toBe(prefix);
  const most = Math.min(one.length, other.length) - prefix;
  expect(commonSuffix(one, other, most)).toBe(suffix);
});

test("texts of many pieces that differ in one place are alike around it", () => {
  const place = fc.record({ length: fc.integer({ min: 1, max: 20_000 }), at: fc.nat() });
  fc.assert(
    fc.property(place, ({ length, at }) => {
      const text = "a".repeat(length);
      const change = at % length;
      const other = `${text.slice(0, change)}b${text.slice(change + 1)}`;
      expect(commonPrefix(text, other)).toBe(change);
      expect(commonSuffix(text, other, length - change)).toBe(length - change - 1);
    }),
    { numRuns: runs() },
  );
});
