import fc from "fast-check";
import { expect, test } from "vitest";
import type { GroupedRow, RowOrigin } from "#journal/step-location.ts";
import {
  emptyList,
  isHeading,
  isListed,
  type List,
  moved,
  refreshed,
  ticked,
  toHeading,
  toKey,
} from "#store/list.ts";
import { moveToOrder, originOf, restored } from "#store/restored-rows.ts";

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

test("a done row stays until the cursor leaves it", () => {
  const list = listOf("a1 a2 b1");
  const done = moved(ticked(list, ["a1"]), 1);
  expect([keys(done), at(done)]).toEqual(["a2 b1", "a2"]);
  const read = ticked(list, ["a1"]);
  expect([keys(read), at(read)]).toEqual(["a1 a2 b1", "a1"]);
  expect(moved(read, 1).counts).toEqual({ s: 2 });
});

test("removing a row above the cursor keeps the cursor on its row", () => {
  const list = toKey(listOf("a1 a2 b1 b2"), "b1");
  const after = moved(ticked(list, ["a1", "a2"]), 1);
  expect([keys(after), after.cursor]).toEqual(["b1 b2", { key: "b2", at: 1 }]);
});

test("undo restores rows at their position, with the cursor on the first of them", () => {
  const list = toKey(listOf("a1 a2 b1 b2"), "a2");
  const origins = ["a2", "b1"].map((key) => originOf(list, key) ?? expect.fail());
  const done = moved(ticked(list, ["a2", "b1"]), 2);
  expect(keys(done)).toBe("a1 b2");
  const back = restored(done, origins);
  expect([keys(back), back.cursor, back.counts]).toEqual([
    "a1 a2 b1 b2",
    { key: "a2", at: 1 },
    { s: 4 },
  ]);
});

test("rows restored after a refresh are in section order, and do not count as new", () => {
  const [first, second] = [...rowsOf("a1", "first"), ...rowsOf("b1", "second")];
  const rows = [first, second].flatMap((row) => row ?? []);
  const list = refreshed(emptyList, { rows, counts: { first: 1, second: 1, third: 0 } });
  const origins = ["a1", "b1"].map((key) => originOf(list, key) ?? expect.fail());
  const counts = { first: 0, second: 0, third: 1 };
  const later = refreshed(list, { rows: rowsOf("c1", "third"), counts });
  const back = origins.toReversed().reduce((now, origin) => restored(now, [origin]), later);
  expect(keys(back)).toBe("a1 b1 c1");
  expect(["a1", "b1"].every((key) => isListed(back, key))).toBe(true);
});

test("a restored row whose neighbours have changed moves to its sorted place with its group and the cursor", () => {
  const list = listOf("a1 a2 b1 b2 c1");
  const order = rowsOf("b1 b2 a1 a2 c1");
  const restoredIn = (text: string, key: string) => {
    const origin = originOf(list, key) ?? expect.fail();
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

type Act = { readonly by: number; readonly act: "done" | "undo" | "move" };

const acts = fc.array(
  fc.record({
    by: fc.integer({ min: -3, max: 3 }),
    act: fc.constantFrom<Act["act"]>("done", "undo", "move"),
  }),
  { maxLength: 40 },
);

/** Ticks the row at the cursor, unless there is none or it is ticked already. */
function done(list: List, log: RowOrigin[]): List {
  const { cursor } = list;
  const origin = cursor && originOf(list, cursor.key);
  if (origin === undefined || list.ticked.has(origin.row.key)) return list;
  log.push(origin);
  return ticked(list, [origin.row.key]);
}

function acted(list: List, { by, act }: Act, log: RowOrigin[]): List {
  if (act === "done") return moved(done(list, log), by);
  const last = act === "undo" ? log.pop() : undefined;
  return last === undefined ? moved(list, by) : restored(list, [last]);
}

test("after any sequence of done, undo and moves, rows keep their order and the cursor its row", () => {
  const original = "a1 a2 a3 b1 b2 c1 c2 c3";
  const all = original.split(" ");
  fc.assert(
    fc.property(acts, (steps) => {
      let list = listOf(original);
      const log: RowOrigin[] = [];
      for (const step of steps) {
        list = acted(list, step, log);
        const order = list.rows.map(({ key }) => all.indexOf(key));
        expect(order).toEqual([...order].sort((a, b) => a - b));
        expect(list.counts["s"]).toBe(list.rows.length);
        expect(list.rows[list.cursor?.at ?? -1]?.key).toBe(at(list));
      }
      while (log.length > 0) list = restored(list, [log.pop() ?? expect.fail()]);
      expect(keys(list)).toBe(original);
    }),
  );
});
