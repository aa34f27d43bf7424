import fc from "fast-check";
import { expect, test } from "vitest";
import type { GroupedRow } from "#journal/journal.ts";
import {
  chosenRows,
  emptyList,
  isHeading,
  type List,
  moved,
  refreshed,
  toHeading,
  toKey,
  withAllMarks,
  withMark,
  withRangeFrom,
  withRenamedRow,
} from "#store/list.ts";
import { moveToOrder, originsOf, restored, withOverRows } from "#store/restored-rows.ts";
import { hasKey } from "#store/row-keys.ts";

/** `a1 a2 | b1` are rows of the groups a and b in one section. */
function rowsOf(text: string, section = "s"): GroupedRow[] {
  return text.split(/[ |]+/).map((key) => ({ key, section, group: key[0] ?? "" }));
}

function listOf(text: string): List {
  const rows = rowsOf(text);
  return refreshed(emptyList, { rows, counts: { s: rows.length } });
}

const keys = ({ rows }: List) => rows.map(({ key }) => key).join(" ");
const at = ({ cursor }: List) => cursor?.key;

test("a count skips rows below the cursor that were dealt with, and all rows are those that were not", () => {
  const list = toKey(listOf("a1 a2 b1 b2"), "a1");
  const isOver = (key: string) => key === "a1" || key === "a2";
  expect(chosenRows(list, 2, isOver).map(({ key }) => key)).toEqual(["a1", "b1"]);
  const all = withAllMarks(list, isOver);
  expect([...all.marks.keys]).toEqual(["b1", "b2"]);
  expect(withAllMarks(all, isOver).marks.keys.size).toBe(0);
});

test("undo restores rows that are gone at their position, with the cursor on the first of them", () => {
  const list = toKey(listOf("a1 a2 b1 b2"), "a2");
  const origins = originsOf(list, ["a2", "b1"]);
  const back = restored(refreshed(list, { rows: rowsOf("a1 b2"), counts: {} }), origins);
  expect([keys(back), back.cursor]).toEqual(["a1 a2 b1 b2", { key: "a2", at: 1 }]);
});

test.each([
  ["a1 a2 b1 b2 c1", "a1 b2 c1", "a1 a2 b1 b2 c1"],
  ["a1 a2 b1 b2 c1", "a0 a2 x1 c1 c2", "a0 a1 a2 b1 b2 x1 c1 c2"],
  ["a1 a2 b1 b2 c1", "b2 b0 c1", "a1 a2 b1 b2 b0 c1"],
  ["a1 a2 b1", "", "a1 a2 b1"],
  ["a1 a2 b1", "c1", "c1 a1 a2 b1"],
])("rows dealt with in %j stay when %j arrive", (before, fresh, after) => {
  const rows = fresh === "" ? [] : rowsOf(fresh);
  const merged = withOverRows(listOf(before), { rows, counts: {} }, () => true);
  expect(merged.rows.map(({ key }) => key).join(" ")).toBe(after);
  expect(merged.rows.every(({ key }) => merged.rowKeys && hasKey(merged.rowKeys, key))).toBe(true);
});

test.each([
  ["a9", "a1 a9 b1 b2"],
  ["b1", "a1 b1 b2"],
  ["a1", "a1 b1 b2"],
])("cursor, mark and range go along with a row that is renamed to %s", (to, rows) => {
  const list = withRangeFrom(withMark(toKey(listOf("a1 a2 b1 b2"), "a2"), "a2"));
  const after = withRenamedRow(list, "a2", to);
  expect(keys(after)).toBe(rows);
  expect(after.cursor).toEqual({ key: to, at: after.rows.findIndex(({ key }) => key === to) });
  expect([[...after.marks.keys], after.marks.kind === "range" && after.marks.from]).toEqual([
    [to],
    to,
  ]);
  expect([hasKey(after.rowKeys, "a2"), hasKey(after.rowKeys, to)]).toEqual([false, true]);
  const other = withRenamedRow(toKey(list, "b2"), "a2", to);
  expect([at(other), other.rows[other.cursor?.at ?? -1]?.key]).toEqual(["b2", "b2"]);
});

test("rows restored after a refresh are in section order, and do not count as new", () => {
  const [first, second] = [...rowsOf("a1", "first"), ...rowsOf("b1", "second")];
  const rows = [first, second].flatMap((row) => row ?? []);
  const list = refreshed(emptyList, { rows, counts: { first: 1, second: 1, third: 0 } });
  const origins = originsOf(list, ["a1", "b1"]);
  const counts = { first: 0, second: 0, third: 1 };
  const later = refreshed(list, { rows: rowsOf("c1", "third"), counts });
  const back = origins.toReversed().reduce((now, origin) => restored(now, [origin]), later);
  expect(keys(back)).toBe("a1 b1 c1");
  expect(["a1", "b1"].every((key) => hasKey(back.rowKeys, key))).toBe(true);
});

test("a restored row whose neighbours have changed moves to its sorted place with its group and the cursor", () => {
  const list = listOf("a1 a2 b1 b2 c1");
  const order = rowsOf("b1 b2 a1 a2 c1");
  const restoredIn = (text: string, key: string) => {
    const [origin = expect.fail()] = originsOf(list, [key]);
    const back = restored(refreshed(emptyList, { rows: rowsOf(text), counts: {} }), [origin]);
    const at = order.findIndex((row) => row.key === key);
    const row = order[at] ?? expect.fail();
    const place = { row, before: order.slice(0, at).reverse(), after: order.slice(at + 1) };
    return moveToOrder(back, [origin], () => place);
  };
  expect(keys(restoredIn("b1 b2 a1 c1", "a2"))).toBe("b1 b2 a1 a2 c1");
  expect(keys(restoredIn("b1 b2 c1", "a2"))).toBe("b1 b2 a2 c1");
  expect(keys(restoredIn("a2 c1", "b1"))).toBe("b1 a2 c1");
  expect(keys(restoredIn("c1", "b2"))).toBe("b2 c1");
  const whole = restoredIn("b1 b2 a2 c1", "a1");
  expect([keys(whole), whole.cursor]).toEqual(["b1 b2 a1 a2 c1", { key: "a1", at: 2 }]);
  const unchanged = restoredIn("a1 b1 b2", "a2");
  expect(keys(unchanged)).toBe("a1 a2 b1 b2");
});

test("toHeading goes from a row to its heading, then to the section's title", () => {
  const heading = toHeading(toKey(listOf("a1 a2 b1 b2"), "b2"));
  expect(heading?.cursor).toEqual({ key: "b", at: 2 });
  const title = heading && toHeading(heading);
  expect(title?.cursor).toEqual({ key: "s", at: 0 });
  expect(title && toHeading(title)).toBeUndefined();
});

test("from a heading, the cursor moves to the row below or above it", () => {
  const heading = toHeading(toKey(listOf("a1 a2 b1 b2"), "b2")) ?? expect.fail();
  expect(isHeading(heading, heading.cursor ?? expect.fail())).toBe(true);
  expect([at(moved(heading, 1)), at(moved(heading, -1))]).toEqual(["b1", "a2"]);
});

test("refreshing keeps the cursor on its row, or at its position if the row is gone", () => {
  const list = toKey(listOf("a1 a2 b1"), "a2");
  const fresh = (text: string) => refreshed(list, { rows: rowsOf(text), counts: {} });
  expect(at(fresh("c1 c2 a1 a2"))).toBe("a2");
  expect(at(fresh("a1 c1 c2"))).toBe("c1");
  expect(at(fresh("a1"))).toBe("a1");
});

const subset = fc.subarray("a1 a2 a3 b1 b2 c1 c2 c3".split(" "));

test("rows dealt with keep their order whatever is refreshed, and undo after it restores all others", () => {
  const original = "a1 a2 a3 b1 b2 c1 c2 c3";
  fc.assert(
    fc.property(subset, subset, (left, over) => {
      const list = listOf(original);
      const origins = originsOf(
        list,
        list.rows.map(({ key }) => key),
      );
      const rows = list.rows.filter(({ key }) => left.includes(key));
      const merged = withOverRows(list, { rows, counts: {} }, (key) => over.includes(key));
      const isKept = (key: string) => left.includes(key) || over.includes(key);
      expect(merged.rows).toEqual(list.rows.filter(({ key }) => isKept(key)));
      expect(keys(restored(refreshed(list, merged), origins))).toBe(original);
    }),
  );
});
