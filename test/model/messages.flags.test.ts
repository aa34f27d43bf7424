import { expect, test } from "vitest";
import { idListOf } from "#base/id-list.ts";
import { get } from "#base/table.ts";
import { conversationKey, directKey } from "#model/conversation.ts";
import { historyOf, unreadIdsOf } from "#model/select/conversations.ts";
import * as make from "../support/make.ts";
import { step } from "../support/replica.ts";

const topic = make.topic();
const key = conversationKey(topic);
const starred = { kind: "starred" } as const;

test("read messages leave the unread index, and so does a conversation with its last one", () => {
  const [a, b] = [make.arrival(), make.arrival()];
  const before = make.after(make.replica(), a, b);
  const one = step(before, make.flagged("read", "add", [a.message.id, 4711]));
  expect(unreadIdsOf(one, key)).toEqual([b.message.id]);
  const none = step(one, make.flagged("read", "add", [b.message.id]));
  expect(none.unreads.streams.size).toBe(0);
});

test("messages marked unread are indexed by conversation even if they were never loaded", () => {
  const message_details = {
    5: { type: "stream", stream_id: make.general, topic: "topic", mentioned: true },
    6: { type: "private", user_ids: [make.ada] },
    7: { type: "private", user_ids: [] },
  };
  const after = step(
    make.replica(),
    make.flagged("read", "remove", [5, 6, 7, 8], { message_details }),
  );
  expect(after.unreads.streams.get(make.general)?.get(key)).toMatchObject({
    ids: idListOf([5]),
    mentions: idListOf([5]),
  });
  expect(unreadIdsOf(after, directKey([make.me, make.ada]))).toEqual([6]);
  expect(unreadIdsOf(after, directKey([make.me]))).toEqual([7]);
  expect(after.unreads.where.size).toBe(3);
});

test("a star changes the message, the list of stars, and the sorted starred narrow", () => {
  const [a, b, c] = [make.message(), make.message(), make.message()];
  let replica = make.fetched(make.replica(), topic, make.page([a, b, c]));
  replica = make.fetched(replica, starred, make.page([]));
  for (const { id } of [c, a]) replica = step(replica, make.flagged("starred", "add", [id]));
  expect(historyOf(replica, starred)?.ids).toEqual([a.id, c.id]);
  expect(get(replica.messages, a.id)?.starred).toBe(true);
  replica = step(replica, make.flagged("starred", "remove", [a.id]));
  expect([replica.starred, historyOf(replica, starred)?.ids]).toEqual([[c.id], [c.id]]);
});

test("starring a message that is not loaded truncates the starred narrow behind it", () => {
  const a = make.message({ flags: ["starred", "read"] });
  const before = make.fetched(make.replica({ starred_messages: [a.id] }), starred, make.page([a]));
  const after = step(before, make.flagged("starred", "add", [5]));
  expect(after.starred).toEqual([5, a.id]);
  expect(historyOf(after, starred)).toMatchObject({ ids: [a.id], oldestKnown: false });
});

test("a starred message of a stream's history is part of all messages from then on", () => {
  const everything = { kind: "all" } as const;
  const [a, b] = [make.message(), make.message({ flags: ["read", "historical"] })];
  let replica = make.fetched(make.replica(), topic, make.page([a, b]));
  replica = make.fetched(replica, everything, make.page([a]));
  replica = step(replica, make.flagged("starred", "add", [b.id]));
  expect(historyOf(replica, everything)?.ids).toEqual([a.id, b.id]);
});

test("what was seen in a stream without a subscription is fetched again once it is the user's own", () => {
  const all = { kind: "all" } as const;
  const place = { stream_id: make.attic, flags: ["read", "historical"] };
  const [old, seen] = [make.message(), make.message(place)];
  const there = make.topic("topic", make.attic);
  const before = make.fetched(make.replica(), there, make.page([seen]));
  const replica = make.fetched(before, all, make.page([old]));
  const events = [
    make.reaction(seen.id, "add", make.me),
    make.flagged("starred", "add", [seen.id]),
  ];
  for (const event of events) {
    const after = step(replica, event);
    expect(historyOf(after, all)).toMatchObject({ ids: [old.id], newestKnown: false });
    const moved = make.message({ id: seen.id, flags: ["read", "historical"] });
    const now = make.fetched(after, all, make.page([old, moved]));
    expect(historyOf(now, all)?.ids).toEqual([old.id, seen.id]);
    expect([historyOf(now, there)?.ids, get(now.messages, seen.id)?.conversation]).toEqual([
      [],
      key,
    ]);
  }
});

test("flags without effect leave the replica unchanged", () => {
  const before = make.replica();
  const expanded = make.event("update_message_flags", {
    op: "remove",
    flag: "collapsed",
    messages: [5],
  });
  expect(step(before, expanded)).toBe(before);
});
