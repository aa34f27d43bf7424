/** Which rows of a list are visible while the cursor moves. */
import { expect, test } from "vitest";
import { emptyList, type List, moved, toHeading } from "#store/list.ts";
import { foreignKey, type RowKey } from "#store/row-keys.ts";
import { listingOf, savedListTop } from "#ui/lists/listing.ts";

const rows = Array.from({ length: 100 }, (_, at) => ({ key: `row ${at}`, section: "" }));

/** The first visible row for each position of the cursor, on its way down. */
function topsGoingDown(isOver: (key: RowKey) => boolean): readonly number[] {
  let list: List = { ...emptyList, rows };
  return rows.map(({ key }, at) => {
    const cursor = { key, at };
    const listing = listingOf({ ...list, cursor }, 10, false, () => false, isOver, true);
    const top = savedListTop(listing);
    list = { ...list, top };
    const first = top?.at ?? 0;
    expect(at).toBeGreaterThanOrEqual(first);
    expect(at).toBeLessThan(first + 10);
    return first;
  });
}

const scrolls = (tops: readonly number[]) =>
  tops.filter((top, at) => at > 0 && top !== tops[at - 1]).length;

test("a list scrolls a row at a time, and a page at a time past rows that were dealt with", () => {
  const looking = topsGoingDown(() => false);
  const working = topsGoingDown(() => true);
  expect(scrolls(looking)).toBe(90);
  expect(scrolls(working)).toBeLessThan(15);
  expect(working.at(-1)).toBe(90);
});

test.each([
  [",# s,# a,1,# b,2,,# t,# c,3", ["s", "t", "a", "b", "c"]],
  [",# a,1,,# b,2,,# c,3", ["a", "b", "c"]],
  ["1,2,,3", []],
])("blank lines of %s are above titles, be they of sections or of groups", (shown, titled) => {
  const list: List = {
    ...emptyList,
    rows: [
      { key: "1", section: "s", group: "a" },
      { key: "2", section: "s", group: "b" },
      { key: "3", section: "t", group: "c" },
    ],
  };
  const has = (key: RowKey) => titled.includes(key);
  const { lines } = listingOf(list, 20, true, has, () => false, true);
  const words = lines.map((line) => {
    if (line.kind === "blank") return "";
    return line.kind === "row" ? line.row.key : `# ${line.key}`;
  });
  expect(words.join(",")).toBe(shown);
});

test("rows that stand for the whole section, each in its account, are below no title", () => {
  const rows = ["bots", foreignKey("ana", "bots")].map((key) => ({ key, section: "bots" }));
  for (const list of [rows, rows.toReversed()].map((rows): List => ({ ...emptyList, rows }))) {
    const { lines } = listingOf(
      list,
      20,
      false,
      () => true,
      () => false,
      true,
    );
    expect(lines.map(({ kind }) => kind)).toEqual(["row", "row"]);
    expect(toHeading(moved(list, 0))).toBeUndefined();
  }
});
