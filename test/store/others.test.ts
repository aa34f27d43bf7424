import { describe, expect, test } from "vitest";
import { emptyList, type List, refreshed, toKey, withoutRow } from "#store/list.ts";
import { listSeenBy, partOf, withPart } from "#store/others.ts";
import { foreignKey, hasKey, keysOf } from "#store/row-keys.ts";

const keys = ["own", foreignKey("libre", "theirs"), foreignKey("work", "others")];
const list: List = {
  ...emptyList,
  rows: keys.map((key) => ({ key, section: "all", group: key })),
  rowKeys: keysOf(keys),
};

test("a list has the rows of the account to which it is taken as own ones, and comes back as it was", () => {
  const there = listSeenBy(list, "acme", "libre");
  const expected = [foreignKey("acme", "own"), "theirs", foreignKey("work", "others")];
  expect(there.rows.map(({ key }) => key)).toEqual(expected);
  expect(there.rows.map(({ group }) => group)).toEqual(expected);
  expect(expected.every((key) => hasKey(there.rowKeys, key))).toBe(true);
  const back = listSeenBy(there, "libre", "acme");
  expect(back.rows).toBe(list.rows);
  expect(back.rowKeys).toBe(list.rowKeys);
});

test("taken to several accounts in turn, it is renamed for each of them only once", () => {
  const taken = ["libre", "work"].map((to) => listSeenBy(list, "acme", to));
  const again = ["libre", "work"].map((to) => listSeenBy(list, "acme", to));
  for (const [at, { rows, rowKeys }] of taken.entries()) {
    expect(again[at]?.rows).toBe(rows);
    expect(again[at]?.rowKeys).toBe(rowKeys);
  }
  expect(taken[0]?.rows[2]).toBe(list.rows[2]);
});

describe("a part of a list", () => {
  const names = ["a", "b", "c", "d", "e"];
  const whole: List = {
    ...emptyList,
    rows: names.map((key) => ({ key, section: "all" })),
    rowKeys: keysOf(names),
    cursor: { key: "c", at: 2 },
    top: { key: "a", at: 0, hidden: 0 },
  };
  const part = partOf(whole, 1, 4);

  test("has its rows alone, and gives back the list as it was", () => {
    expect(part.rows.map(({ key }) => key)).toEqual(["b", "c", "d"]);
    expect([part.cursor, part.top]).toEqual([{ key: "c", at: 1 }, undefined]);
    expect(partOf(whole, 0, 5)).toBe(whole);
    const back = withPart(whole, part, part);
    expect(back).toEqual(whole);
    expect(back.rows).toBe(whole.rows);
  });

  test("takes to the list what was changed in it", () => {
    const back = withPart(whole, part, toKey(withoutRow(part, "b"), "d"));
    expect(back.rows.map(({ key }) => key)).toEqual(["a", "c", "d", "e"]);
    expect(back.cursor).toEqual({ key: "d", at: 2 });
    const beside = partOf(whole, 0, 2);
    expect(withPart(whole, beside, withoutRow(beside, "a")).cursor).toEqual({ key: "c", at: 1 });
  });

  test("is the list once it was refreshed", () => {
    const fresh = refreshed(part, { rows: whole.rows.slice(2), counts: {} });
    expect(withPart(whole, part, fresh)).toBe(fresh);
  });
});
