import { expect, test } from "vitest";
import { get, newBatch } from "#base/table.ts";
import { evict } from "#model/evict.ts";
import { narrowKey } from "#model/narrow.ts";
import { openEnds } from "#model/open-ends/open-ends.ts";
import type { Replica } from "#model/replica.ts";
import { historyOf } from "#model/select/conversations.ts";
import { replicaAfter } from "../support/conversations.ts";
import * as make from "../support/make.ts";
import { checkInvariants } from "../support/replica.ts";

const [old, busy] = [make.topic("old"), make.topic("busy")];
const everything = { kind: "all" } as const;

/** A replica with two topics of a thousand messages each, the second one newer, and the history of all messages. */
function twoLongTopics(): {
  replica: Replica;
  first: readonly number[];
  second: readonly number[];
} {
  const some = (subject: string) =>
    Array.from({ length: 1000 }, () => make.message({ subject, flags: ["read"] }));
  const [first, second] = [some("old"), some("busy")];
  let replica = make.fetched(make.replica(), old, make.page(first));
  replica = make.fetched(replica, busy, make.page(second));
  replica = make.fetched(replica, everything, make.page([...first, ...second]));
  const ids = (messages: typeof first) => messages.map(({ id }) => id);
  return { replica, first: ids(first), second: ids(second) };
}

test("nothing is evicted within the limit", () => {
  const { replica } = twoLongTopics();
  expect(evict(replica, { most: 2000, open: new Map() }, newBatch("forget"))).toBe(replica);
});

test("the newest messages stay, and histories record their known interval", () => {
  const { replica, second } = twoLongTopics();
  const after = evict(replica, { most: 1000, open: new Map() }, newBatch("forget"));
  checkInvariants(after);
  expect(after.messages.size).toBe(500);
  expect(historyOf(after, old)).toBeUndefined();
  const ids = second.slice(500);
  const history = { ids, oldestKnown: false, newestKnown: true };
  expect(historyOf(after, busy)).toMatchObject(history);
  expect(historyOf(after, everything)).toMatchObject(history);
});

test("messages around the reader stay, and the history does not claim to reach the end", () => {
  const { replica, first } = twoLongTopics();
  const open = new Map([[narrowKey(everything), make.id(first[500] ?? 0)]]);
  const after = evict(replica, { most: 1000, open }, newBatch("forget"));
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
  const { replica, second } = twoLongTopics();
  const open = new Map([[narrowKey(busy), undefined]]);
  const after = evict(replica, { most: 1000, open }, newBatch("forget"));
  expect(historyOf(after, busy)).toMatchObject({ ids: second.slice(500), newestKnown: true });
  const far = evict(replica, { most: 100, open }, newBatch("forget"));
  expect(historyOf(far, busy)).toMatchObject({ ids: second.slice(700), newestKnown: true });
});

test("what is open stays, and who has answered of those who were asked", () => {
  const lines = ["Ana: @Bo @Cleo please confirm", "Cleo: confirmed", "#other"];
  const many = Array.from({ length: 40 }, (_, at) => `Dora: number ${at}`);
  const { replica } = replicaAfter([...lines, ...many]);
  const [end] = openEnds(replica);
  expect(end?.owing).toHaveLength(1);
  const after = evict(replica, { most: 20, open: new Map() }, newBatch("forget"));
  expect(after.messages.size).toBe(12);
  expect(openEnds(after)).toEqual([end]);
});
