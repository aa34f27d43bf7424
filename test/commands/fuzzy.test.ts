import { expect, test } from "vitest";
import { entryOf, ranked } from "#commands/fuzzy.ts";

const words = ["deploy", "window", "freeze", "rain", "Ärger", "restart"];
const many = Array.from({ length: 6000 }, (_, at) =>
  entryOf(`${words[at % 6]} ${words[(at * 5 + 1) % 6]} ${at}`),
);

const first = (typed: string, limit = 50) =>
  ranked(many, typed, limit).map(({ entry }) => entry.name);

test.each([
  ["d", /^deploy /],
  ["rest", /^restart /],
  ["arg", /^Ärger /],
  ["5997", /5997$/],
  ["dply 4998", /^deploy .*4998$/],
])("%s finds the names that begin so, among thousands", (typed, wanted) => {
  expect(first(typed)[0]).toMatch(wanted);
});

test("letters that stand apart are found where nothing has them together", () => {
  expect(first("wdw").length).toBeGreaterThan(0);
  expect(first("wdw")[0]).toMatch(/window/);
  expect(first("xyz")).toEqual([]);
});

test("nothing typed lists the first as they stand, and no more than asked for", () => {
  expect(first("", 3)).toEqual(many.slice(0, 3).map(({ name }) => name));
  expect(first("e", 7)).toHaveLength(7);
});
