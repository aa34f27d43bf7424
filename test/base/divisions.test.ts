import { expect, test } from "vitest";
import { divisionsOf } from "#base/divisions.ts";

const read = (text: string, ...names: readonly string[]) => {
  const parts = text.split(", ");
  const nameAt = (from: number, to: number) => parts.slice(from, to).join(", ");
  return divisionsOf(parts.length, (...divided) => names.includes(nameAt(...divided))).map((all) =>
    all.map((divided) => nameAt(...divided)),
  );
};

test.for([
  ["Ana, Bo", ["Ana", "Bo"], [["Ana", "Bo"]]],
  ["Ana, Bo", ["Ana, Bo"], [["Ana, Bo"]]],
  ["Ana, Bo", ["Ana", "Ana, Bo"], [["Ana, Bo"]]],
  ["Ana, Bo", ["Ana", "Bo", "Ana, Bo"], [["Ana", "Bo"], ["Ana, Bo"]]],
  [
    "A, B, C",
    ["A, B", "C", "A", "B, C"],
    [
      ["A", "B, C"],
      ["A, B", "C"],
    ],
  ],
  ["Ana, nobody", ["Ana"], [["Ana", "nobody"]]],
  [
    "x, Ana, Bo",
    ["Ana", "Bo", "Ana, Bo"],
    [
      ["x", "Ana", "Bo"],
      ["x", "Ana, Bo"],
    ],
  ],
] as const)("%s among %j", ([text, names, all]) => {
  expect(read(text, ...names)).toEqual(all);
});

test("a long list of names is read in linear time, whatever of it could be read in two ways", () => {
  const parts = Array.from({ length: 40_000 }, () => "A");
  const [first, second] = divisionsOf(parts.length, (from, to) => to - from <= 2);
  expect([first?.length, second === undefined]).toEqual([40_000, false]);
});
