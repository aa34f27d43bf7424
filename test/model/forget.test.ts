import { expect, test } from "vitest";
import { get, newBatch } from "#base/table.ts";
import { forget } from "#model/forget.ts";
import { narrowKey } from "#model/narrow.ts";
import type { Picture } from "#model/picture.ts";
import { historyOf } from "#model/select/reading.ts";
import * as make from "../support/make.ts";
import { checkInvariants } from "../support/picture.ts";

const [old, busy] = [make.topic("old"), make.topic("busy")];
const everything = { kind: "all" } as const;

/** Two topics of a thousand messages each, one after the other, and the list of everything. */
function crowded(): { picture: Picture; first: readonly number[]; second: readonly number[] } {
  const some = (subject: string) =>
    Array.from({ length: 1000 }, () => make.message({ subject, flags: ["read"] }));
  const [first, second] = [some("old"), some("busy")];
  let picture = make.fetched(make.picture(), old, make.page(first));
  picture = make.fetched(picture, busy, make.page(second));
  picture = make.fetched(picture, everything, make.page([...first, ...second]));
  const ids = (messages: typeof first) => messages.map(({ id }) => id);
  return { picture, first: ids(first), second: ids(second) };
}

test("nothing is forgotten while there is room", () => {
  const { picture } = crowded();
  expect(forget(picture, { most: 2000, open: new Map() }, newBatch("forget"))).toBe(picture);
});

test("the newest messages stay, and histories say how far they still reach", () => {
  const { picture, second } = crowded();
  const after = forget(picture, { most: 1000, open: new Map() }, newBatch("forget"));
  checkInvariants(after);
  expect(after.messages.size).toBe(500);
  expect(historyOf(after, old)).toBeUndefined();
  const ids = second.slice(500);
  const history = { ids, oldestKnown: false, newestKnown: true };
  expect(historyOf(after, busy)).toMatchObject(history);
  expect(historyOf(after, everything)).toMatchObject(history);
});

test("what is being read stays with its neighbourhood, and does not claim to reach the end", () => {
  const { picture, first } = crowded();
  const open = new Map([[narrowKey(everything), make.id(first[500] ?? 0)]]);
  const after = forget(picture, { most: 1000, open }, newBatch("forget"));
  checkInvariants(after);
  const ids = first.slice(200, 801);
  expect(historyOf(after, everything)).toMatchObject({
    ids,
    oldestKnown: false,
    newestKnown: false,
  });
  expect(get(after.messages, make.id(first[500] ?? 0))).toBeDefined();
});

test("a reader at the end keeps the end, joined with the newest", () => {
  const { picture, second } = crowded();
  const open = new Map([[narrowKey(busy), undefined]]);
  const after = forget(picture, { most: 1000, open }, newBatch("forget"));
  expect(historyOf(after, busy)).toMatchObject({ ids: second.slice(500), newestKnown: true });
  const far = forget(picture, { most: 100, open }, newBatch("forget"));
  expect(historyOf(far, busy)).toMatchObject({ ids: second.slice(700), newestKnown: true });
});
