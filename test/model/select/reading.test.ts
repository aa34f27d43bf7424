import { expect, test } from "vitest";
import { conversationKey, directKey, topicKey } from "#model/conversation.ts";
import {
  conversationOfKey,
  conversationTitle,
  firstUnreadOf,
  isCurrent,
  lastOwnMessage,
  messagesOf,
  presenceOf,
} from "#model/select/reading.ts";
import * as make from "../../support/make.ts";
import { step } from "../../support/picture.ts";

const topic = make.topic();
const key = conversationKey(topic);

test("the messages of a narrow are the same list until one of them changes", () => {
  const [a, b] = [make.message(), make.message()];
  const picture = make.fetched(make.picture(), topic, make.page([a, b]));
  const list = messagesOf(picture, topic);
  expect(list.map(({ id }) => id)).toEqual([a.id, b.id]);
  const elsewhere = step(picture, make.arrival(make.message({ subject: "other" })));
  expect(messagesOf(elsewhere, topic)).toBe(list);
  const edited = step(picture, make.edit(a.id, { content: "new" }));
  expect(messagesOf(edited, topic).map(({ content }) => content)[0]).toBe("new");
});

test("first unread, last own message and title of a conversation", () => {
  const own = make.message({ sender_id: make.me, flags: ["read"] });
  const picture = make.fetched(make.picture(), topic, make.page([own, make.message()]));
  expect(firstUnreadOf(picture, key)).toBeGreaterThan(own.id);
  expect(lastOwnMessage(picture, topic)?.id).toBe(own.id);
  expect(conversationTitle(picture, key)).toBe("#general › topic");
  expect(conversationTitle(picture, directKey([make.me, make.ada]))).toBe("Ada");
  expect(conversationTitle(picture, topicKey(make.backend, "never"))).toBe(
    "an unknown conversation",
  );
});

test("a key finds its conversation through whatever was heard of it", () => {
  const unread = step(make.picture(), make.arrival());
  expect(conversationOfKey(unread, key)).toEqual(topic);
  const read = step(unread, make.flagged("read", "add", [], { all: true }));
  expect(conversationOfKey(read, key)).toEqual(topic);
  expect(conversationOfKey(read, directKey([make.me]))).toEqual({
    kind: "direct",
    userIds: [make.me],
  });
  expect(conversationOfKey(read, "d:x" as never)).toBeUndefined();
});

test("a history from before the queue was lost is not current", () => {
  const before = make.fetched(make.picture(), topic, make.page([make.message()]));
  const after = make.picture({}, before);
  const [old] = [...after.histories.values()];
  expect(old && isCurrent(after, old)).toBe(false);
});

test("somebody is active, then idle, then offline, by the server's patience", () => {
  const presences = { [make.ada]: { active_timestamp: 100, idle_timestamp: 150 } };
  const picture = make.picture({ presences, server_presence_offline_threshold_seconds: 100 });
  const at = (now: number) => presenceOf(picture, make.ada, now);
  expect([at(199), at(249), at(250), presenceOf(picture, make.brook, 1)]).toEqual([
    "active",
    "idle",
    "offline",
    "offline",
  ]);
});
