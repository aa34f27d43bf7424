import { expect, test } from "vitest";
import { conversationKey, directKey, topicKey } from "#model/conversation.ts";
import {
  conversationOfKey,
  conversationTitle,
  firstUnreadOf,
  isCurrent,
  lastOwnMessage,
  presenceOf,
} from "#model/select/conversations.ts";
import * as make from "../../support/make.ts";
import { step } from "../../support/replica.ts";

const topic = make.topic();
const key = conversationKey(topic);

test("first unread, last own message and title of a conversation", () => {
  const own = make.message({ sender_id: make.me, flags: ["read"] });
  const replica = make.fetched(make.replica(), topic, make.page([own, make.message()]));
  expect(firstUnreadOf(replica, key)).toBeGreaterThan(own.id);
  expect(lastOwnMessage(replica, topic)?.id).toBe(own.id);
  expect(conversationTitle(replica, key)).toBe("#general › topic");
  expect(conversationTitle(replica, directKey([make.me, make.ada]))).toBe("Ada");
  expect(conversationTitle(replica, topicKey(make.backend, "never"))).toBe(
    "an unknown conversation",
  );
});

test("a key is resolved to its conversation from unread messages, topics or the key itself", () => {
  const unread = step(make.replica(), make.arrival());
  expect(conversationOfKey(unread, key)).toEqual(topic);
  const read = step(unread, make.flagged("read", "add", [], { all: true }));
  expect(conversationOfKey(read, key)).toEqual(topic);
  expect(conversationOfKey(read, directKey([make.me]))).toEqual({
    kind: "direct",
    userIds: [make.me],
  });
  expect(conversationOfKey(read, "d:x" as never)).toBeUndefined();
});

test("a history of an earlier epoch is not current", () => {
  const before = make.fetched(make.replica(), topic, make.page([make.message()]));
  const after = make.replica({}, before);
  const [old] = [...after.histories.values()];
  expect(old && isCurrent(after, old)).toBe(false);
});

test("a user is active, then idle, then offline, by the server's threshold", () => {
  const presences = { [make.ada]: { active_timestamp: 100, idle_timestamp: 150 } };
  const replica = make.replica({ presences, server_presence_offline_threshold_seconds: 100 });
  const at = (now: number) => presenceOf(replica, make.ada, now);
  expect([at(199), at(249), at(250), presenceOf(replica, make.brook, 1)]).toEqual([
    "active",
    "idle",
    "offline",
    "offline",
  ]);
});
