import { expect, test } from "vitest";
import { emptyList, type List } from "#store/list.ts";
import { foreignKey, takenTo } from "#store/others.ts";

const keys = ["own", foreignKey("libre", "theirs"), foreignKey("work", "others")];
const list: List = {
  ...emptyList,
  rows: keys.map((key) => ({ key, section: "all", group: key })),
  known: new Set(keys),
};

test("a list has the rows of the account to which it is taken as own ones, and comes back as it was", () => {
  const there = takenTo(list, "acme", "libre");
  const expected = [foreignKey("acme", "own"), "theirs", foreignKey("work", "others")];
  expect(there.rows.map(({ key }) => key)).toEqual(expected);
  expect(there.rows.map(({ group }) => group)).toEqual(expected);
  expect([...there.known]).toEqual(expected);
  const back = takenTo(there, "libre", "acme");
  expect(back.rows).toBe(list.rows);
  expect(back.known).toBe(list.known);
});

test("taken to several accounts in turn, it is renamed for each of them only once", () => {
  const taken = ["libre", "work"].map((to) => takenTo(list, "acme", to));
  const again = ["libre", "work"].map((to) => takenTo(list, "acme", to));
  for (const [at, { rows, known }] of taken.entries()) {
    expect(again[at]?.rows).toBe(rows);
    expect(again[at]?.known).toBe(known);
  }
  expect(taken[0]?.rows[2]).toBe(list.rows[2]);
});
