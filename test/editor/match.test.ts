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
])("%j matches %j with rank %i", (typed, name, rank) => {
  expect(rankerFor(typed)(folded(name))).toBe(rank);
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
