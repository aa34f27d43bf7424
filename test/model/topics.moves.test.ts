import { expect, test } from "vitest";
import { idListOf } from "#base/id-list.ts";
import { get } from "#base/table.ts";
import { conversationKey, topicKey } from "#model/conversation.ts";
import { isStale, requestedNow } from "#model/merge-page.ts";
import { conversationOfKey, historyOf, unreadIdsOf } from "#model/select/conversations.ts";
import * as make from "../support/make.ts";
import { step } from "../support/replica.ts";

const [topic, other] = [make.topic(), make.topic("other")];
const [topicIs, otherIs] = [conversationKey(topic), conversationKey(other)];

function twoTopics() {
  const [a, b, c] = [make.message(), make.message({ subject: "other" }), make.message()];
  const before = make.fetched(make.replica(), topic, make.page([a, c]));
  return { a, b, c, before: make.fetched(before, other, make.page([b])) };
}

test("moved messages are inserted by ID in the target and stay unread there", () => {
  const { a, b, c, before } = twoTopics();
  const after = step(before, make.move([c.id], { subject: "other" }));
  expect(historyOf(after, topic)?.ids).toEqual([a.id]);
  expect(historyOf(after, other)?.ids).toEqual([b.id, c.id]);
  expect(unreadIdsOf(after, topicIs)).toEqual([a.id]);
  expect(unreadIdsOf(after, otherIs)).toEqual([b.id, c.id]);
  expect(get(after.messages, c.id)).toMatchObject({ topic: "other", movedAt: 1_795_009_000 });
});

test("moved messages that are not loaded move in the unread index and truncate the target's history behind them", () => {
  const unread = [{ stream_id: make.general, topic: "topic", unread_message_ids: [5] }];
  const unread_msgs = { count: 1, streams: unread, pms: [], huddles: [], mentions: [5] };
  const [early, late] = [
    make.message({ id: make.id(3), subject: "other" }),
    make.message({ subject: "other" }),
  ];
  const before = make.fetched(make.replica({ unread_msgs }), other, make.page([early, late]));
  const after = step(before, make.move([5], { subject: "other" }));
  expect(historyOf(after, other)).toMatchObject({
    ids: [late.id],
    oldestKnown: false,
    newestKnown: true,
  });
  expect(after.unreads.streams.get(make.general)?.get(otherIs)).toMatchObject({
    mentions: idListOf([5]),
  });
  expect(unreadIdsOf(after, topicIs)).toEqual([]);
});

test("a move to another stream keeps the topic, and messages moved to streams without access are not unread", () => {
  const { c, before } = twoTopics();
  const moved = step(before, make.move([c.id], { new_stream_id: make.backend }));
  expect(unreadIdsOf(moved, topicKey(make.backend, "topic"))).toEqual([c.id]);
  const away = step(before, make.move([c.id], { new_stream_id: make.attic }));
  expect(get(away.messages, c.id)?.streamId).toBe(make.attic);
  expect(unreadIdsOf(away, topicKey(make.attic, "topic"))).toEqual([]);
});

test("messages moved to a stream without access are only listed in that stream", () => {
  const lists = [
    { kind: "all" },
    { kind: "starred" },
    { kind: "mentions" },
    { kind: "sender", userId: make.ada },
  ] as const;
  const one = make.message({ flags: ["read", "starred", "mentioned"] });
  const other = make.message({ flags: ["read", "starred", "mentioned"] });
  let before = make.replica({ starred_messages: [one.id, other.id] });
  for (const list of lists) before = make.fetched(before, list, make.page([one, other]));
  const away = make.move([one.id], { new_stream_id: make.attic });
  const after = step(before, away);
  expect(get(after.messages, one.id)).toMatchObject({ starred: false, mentioned: false });
  expect(after.starred).toEqual([other.id]);
  for (const list of lists) expect(historyOf(after, list)?.ids).toEqual([other.id]);
  for (const list of lists) expect(isStale(after, list, requestedNow(before))).toBe(true);
  const near = step(before, make.move([one.id], { new_stream_id: make.backend }));
  for (const list of lists) expect(historyOf(near, list)?.ids).toEqual([one.id, other.id]);
  const elsewhere = { stream_id: make.attic, new_stream_id: 9 };
  const far = step(before, make.move([one.id], elsewhere));
  expect(far.starred).toEqual([one.id, other.id]);
});

test("the notice of a move from a stream without a subscription has what is before it fetched again", () => {
  const { a, before } = twoTopics();
  const lists = [topic, { kind: "stream", streamId: make.general }] as const;
  const replica = make.fetched(before, lists[1], make.page([a]));
  const says = (from: string, keys = {}, link = `#**${from}>topic**`) => {
    const content = `This topic was moved here from ${link} by @_**Ada|${make.ada}**.`;
    return make.arrival(make.message({ sender_id: make.robot, content, ...keys }));
  };
  const notice = says("attic");
  const { id } = notice.message;
  const after = step(replica, notice);
  for (const list of lists)
    expect(historyOf(after, list)).toMatchObject({ ids: [id], oldestKnown: false });
  const late = { ...requestedNow(replica), newest: id };
  for (const list of [...lists, other]) expect(isStale(after, list, late)).toBe(list !== other);
  const byId = (stream: number) => `[#x &#42; > topic](#narrow/channel/${stream}-x/topic/topic)`;
  const linked = says("attic", {}, byId(make.attic));
  expect(historyOf(step(replica, linked), topic)).toMatchObject({ oldestKnown: false });
  const inOwn = says("backend", {}, byId(make.backend));
  for (const told of [says("backend"), inOwn, says("attic", { sender_id: make.ada })])
    for (const list of lists)
      expect(historyOf(step(replica, told), list)).toMatchObject({ oldestKnown: true });
});

test("changing the case of a topic moves no messages and changes the shown name", () => {
  const { a, c, before } = twoTopics();
  const renamed = make.move([a.id, c.id], { subject: "TOPIC", propagate_mode: "change_all" });
  const after = step(before, renamed);
  expect(historyOf(after, topic)?.ids).toEqual([a.id, c.id]);
  expect(conversationOfKey(after, topicIs)).toMatchObject({ topic: "TOPIC" });
  expect(after.topics.get(make.general)?.get(topicIs)?.name).toBe("TOPIC");
});

test("a completely moved topic is removed, and its participants participate in the new one", () => {
  const mine = make.message({ sender_id: make.me, flags: ["read"] });
  const before = make.fetched(make.replica(), topic, make.page([mine]));
  const whole = { subject: "other", propagate_mode: "change_all" };
  const after = step(before, make.move([mine.id], whole));
  expect([...(after.topics.get(make.general)?.keys() ?? [])]).toEqual([otherIs]);
  expect([...after.participated]).toEqual([otherIs]);
});
