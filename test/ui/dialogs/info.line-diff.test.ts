import fc from "fast-check";
import { expect, test } from "vitest";
import { lineDiff } from "#ui/dialogs/info.ts";

const written = (before: string, after: string) =>
  lineDiff(before, after).map(({ sign, text }) => sign + text);

test.for([
  ["a", "a", [" a"]],
  ["a", "b", ["-a", "+b"]],
  ["a\nb\nc", "a\nx\nc", [" a", "-b", "+x", " c"]],
  ["a\nc", "a\nb\nc", [" a", "+b", " c"]],
  ["x\na\nb\ny", "x\nb\na\ny", [" x", "-a", " b", "+a", " y"]],
] as const)("%j becomes %j", ([before, after, lines]) => {
  expect(written(before, after)).toEqual(lines);
});

test("kept and removed lines are the old text, kept and added ones the new", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 });
  const text = lines.map((each) => each.join("\n"));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = lineDiff(before, after);
      const without = (sign: string) =>
        diff.filter((line) => line.sign !== sign).map((line) => line.text);
      expect(without("+").join("\n")).toBe(before);
      expect(without("-").join("\n")).toBe(after);
    }),
  );
});

test("texts of thousands of lines are compared without delay", () => {
  const lines = (word: string) =>
    Array.from({ length: 5000 }, (_, at) => `${word} ${at}`).join("\n");
  expect(lineDiff(lines("old"), lines("new"))).toHaveLength(10_000);
});
