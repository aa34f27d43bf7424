import { expect, test } from "vitest";
import { get, newBatch } from "#base/table.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import { withArchivedPage } from "#model/merge-page.ts";
import type { Message } from "#model/message.ts";
import { confirmedMessage, type Replica } from "#model/replica.ts";
import { historyOf } from "#model/select/conversations.ts";
import * as make from "../support/make.ts";
import { checkInvariants } from "../support/replica.ts";

const topic = make.topic();

type Keys = Partial<Parameters<typeof withArchivedPage>[2]> & {
  readonly side?: "around" | "older" | "newer";
};

function archived(before: Replica, messages: readonly Message[], keys: Keys = {}): Replica {
  const { side = "around", ...rest } = keys;
  const page = { messages, holes: [], oldestKnown: false, newestKnown: false, ...rest };
  const after = withArchivedPage(before, topic, page, side, newBatch("test"));
  checkInvariants(after);
  return after;
}

const some = (...ids: readonly number[]) =>
  ids.map((id) => fromWireMessage(make.message({ id, flags: ["read"] })));

test("an archived page is shown, and its messages are not taken for confirmed ones", () => {
  const before = make.replica();
  const after = archived(before, some(1, 2, 3), { holes: make.ids(2), oldestKnown: true });
  expect(historyOf(after, topic)).toMatchObject({
    ids: [1, 2, 3],
    holes: [2],
    oldestKnown: true,
    newestKnown: false,
    epoch: before.epoch - 1,
  });
  expect(get(after.messages, make.id(2))).toBeDefined();
  expect(confirmedMessage(after, make.id(2))).toBeUndefined();
});

test("what is known of an archived message is newer than the archive", () => {
  const [kept, moved, deleted] = some(1, 2, 3);
  const before = make.after(
    make.replica({ starred_messages: [1] }),
    make.move([2], { subject: "elsewhere" }),
    make.event("delete_message", { message_ids: [3], message_type: "stream" }),
  );
  const after = archived(before, [kept, moved, deleted] as Message[]);
  expect(historyOf(after, topic)?.ids).toEqual([1]);
  expect(get(after.messages, make.id(1))?.starred).toBe(true);
  expect(get(after.messages, make.id(2))?.topic).toBe("elsewhere");
  expect(get(after.messages, make.id(3))).toBeUndefined();
});

test("pages that touch continue each other, and others leave a hole between", () => {
  const middle = archived(make.replica(), some(10, 11, 12));
  const touching = archived(middle, some(8, 9, 10), { side: "older", holes: make.ids(8) });
  expect(historyOf(touching, topic)).toMatchObject({ ids: [8, 9, 10, 11, 12], holes: [8] });
  const apart = archived(middle, some(3, 4), { side: "older", oldestKnown: true });
  expect(historyOf(apart, topic)).toMatchObject({ ids: [3, 4, 10, 11, 12], holes: [4] });
  const above = archived(middle, some(20), { side: "newer" });
  expect(historyOf(above, topic)).toMatchObject({ ids: [10, 11, 12, 20], holes: [12] });
  expect(historyOf(archived(middle, some(3, 4)), topic)?.ids).toEqual([3, 4]);
  expect(historyOf(archived(middle, []), topic)).toEqual(historyOf(middle, topic));
});

test("within what is known, a page has nothing to tell", () => {
  const before = archived(make.replica(), some(10, 12));
  const after = archived(before, some(9, 10, 11), { side: "older" });
  expect(historyOf(after, topic)?.ids).toEqual([9, 10, 12]);
});

test("a page of the server replaces the archived part with its holes", () => {
  const before = archived(make.replica(), some(1, 2, 3), { holes: make.ids(1) });
  const page = make.page([make.message({ id: 2 }), make.message({ id: 3 })]);
  const after = make.fetched(before, topic, page);
  checkInvariants(after);
  const { ids, holes, epoch } = historyOf(after, topic) ?? {};
  expect({ ids, holes, epoch }).toEqual({ ids: [2, 3], holes: undefined, epoch: after.epoch });
});
