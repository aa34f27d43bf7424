import fc from "fast-check";
import { expect, test } from "vitest";
import { bestMatches, folded, noMatch, rankerFor } from "#editor/match.ts";

test.each([
  ["ana", "Ana Ruiz", 0],
  ["ANA R", "Ana Ruiz", 0],
  ["elo", "Élodie Marchand", 0],
  ["zając", "Tomasz Zajac", 1],
  ["rui", "Ana Ruiz", 1],
  ["bar", "cabaret bar", 1],
  ["an hol", "Anders Holm", 2],
  ["abar", "cabaret bar", 3],
  ["adh", "Anders Holm", 4],
  ["zz", "Ana Ruiz", noMatch],
  ["", "anything", 0],
  ["артем", "Артём", 0],
  ["שלום", "שָׁלוֹם", 0],
  ["❤", "❤️", 0],
  // These marks are no accents: they make other words.
  ["маи", "Май", noMatch],
  ["रमा", "राम", noMatch],
  ["バス", "ハス", noMatch],
])("%j matches %j with rank %i", (typed, name, rank) => {
  expect(rankerFor(typed, true)(folded(name))).toBe(rank);
});

test("matches are sorted by rank, and equal ones by closeness", () => {
  const names = ["Joan", "Anton", "Ana", "Anders"].map((name) => ({ name, folded: folded(name) }));
  const near = new Set(["Joan", "Anders"]);
  const best = bestMatches(names, "an", 3, ({ name }) => (near.has(name) ? 1 : 0));
  expect(best.map(({ name }) => name)).toEqual(["Anders", "Anton", "Ana"]);
});

test("an exact name comes before closer names that begin with it", () => {
  const names = ["dev-ops", "dev"].map((name) => ({ name, folded: folded(name) }));
  const best = bestMatches(names, "Dev", 2, ({ name }) => name.length);
  expect(best.map(({ name }) => name)).toEqual(["dev", "dev-ops"]);
});

test("among many names the same ones are found as among few, in the same order", () => {
  const letters = fc.array(fc.constantFrom("a", "n", "N", "é", "日", "-", "_", " ", ".", "\n"));
  const name = letters.map((all) => all.join(""));
  const typed = fc.array(fc.constantFrom("a", "n", "é", "日", ".", "-", " "), { maxLength: 4 });
  fc.assert(
    fc.property(fc.array(name, { maxLength: 12 }), typed, (names, word) => {
      const few = names.map((each) => ({ folded: folded(each) }));
      // Nothing typed here matches these.
      const others = Array.from({ length: 1000 }, () => ({ folded: "x" }));
      const best = (entries: typeof few) => bestMatches(entries, `n${word.join("")}`, 5, () => 0);
      expect(best([...few, ...others])).toEqual(best(few));
      expect(best([...others, ...few])).toEqual(best(few));
    }),
    { numRuns: 100 },
  );
});
