import { expect, test } from "vitest";
import { newBatch } from "#base/table.ts";
import { topicKey } from "#model/conversation.ts";
import { runToEnd } from "#model/decode.ts";
import { fromRegister } from "#model/from-register.ts";
import { requestedNow } from "#model/merge-page.ts";
import { isFollowed, isMuted } from "#model/select/inbox-row.ts";
import { withTopicList } from "#model/topics.ts";
import * as make from "../support/make.ts";
import { plain, step } from "../support/replica.ts";

const list = (...topics: [string, number][]) =>
  topics.map(([name, max_id]) => ({ name, max_id: make.id(max_id) }));

const oldMessage = make.message({ subject: "old" });

test("the server's list is complete, and includes events since it was requested", () => {
  const before = make.replica();
  const requestedAt = requestedNow(before);
  const arrival = make.arrival(make.message({ subject: "fresh" }));
  const changed = step(before, arrival);
  const listed = list(["old", 5], ["Old", 7]);
  const after = withTopicList(changed, make.general, listed, requestedAt, newBatch("list"));
  expect(plain(after.topics.get(make.general))).toEqual([
    [topicKey(make.general, "fresh"), { name: "fresh", newest: arrival.message.id }],
    [topicKey(make.general, "old"), { name: "Old", newest: 7 }],
  ]);
  expect(after.topicsComplete.has(make.general)).toBe(true);
});

test("a list requested before a topic was moved does not bring its old name back", () => {
  const before = make.fetched(make.replica(), make.topic("old"), make.page([oldMessage]));
  const requestedAt = requestedNow(before);
  const changed = step(before, make.move([oldMessage.id], { orig_subject: "old", subject: "new" }));
  const listed = list(["old", oldMessage.id], ["other", 7]);
  const after = withTopicList(changed, make.general, listed, requestedAt, newBatch("list"));
  expect([...(after.topics.get(make.general)?.keys() ?? [])].sort()).toEqual([
    topicKey(make.general, "new"),
    topicKey(make.general, "other"),
  ]);
});

test("a list requested before the queue was lost is discarded", () => {
  const before = make.replica();
  const again = make.replica({}, before);
  const listed = list(["old", 5]);
  expect(withTopicList(again, make.general, listed, requestedNow(before), newBatch("list"))).toBe(
    again,
  );
});

test("after a deletion with an unknown rest of the topic, the list is incomplete", () => {
  const before = make.replica();
  const listed = withTopicList(
    before,
    make.general,
    list(["topic", 5]),
    requestedNow(before),
    newBatch("list"),
  );
  const place = { message_type: "stream", stream_id: make.general, topic: "topic" };
  const after = step(listed, make.event("delete_message", { message_ids: [5], ...place }));
  expect(after.topicsComplete.has(make.general)).toBe(false);
});

test("a list is incomplete if the newest message of a topic was deleted after the request", () => {
  const before = make.replica();
  const requestedAt = requestedNow(before);
  const place = { message_type: "stream", stream_id: make.general, topic: "topic" };
  const changed = step(before, make.event("delete_message", { message_ids: [5], ...place }));
  const isComplete = (newest: number) =>
    withTopicList(
      changed,
      make.general,
      list(["topic", newest]),
      requestedAt,
      newBatch("list"),
    ).topicsComplete.has(make.general);
  expect([isComplete(5), isComplete(4)]).toEqual([false, true]);
});

const key = topicKey(make.general, "Deploy");
const policyEvent = (visibility_policy: number, topic_name = "deploy") =>
  make.event("user_topic", { stream_id: make.general, topic_name, visibility_policy });

test("a topic is muted or followed whatever the case of its name, and policy 0 removes the entry", () => {
  const muted = step(make.replica(), policyEvent(1));
  expect([isMuted(muted, key), isFollowed(muted, key)]).toEqual([true, false]);
  const followed = step(muted, policyEvent(3, "DEPLOY"));
  expect([isMuted(followed, key), isFollowed(followed, key)]).toEqual([false, true]);
  const none = step(followed, policyEvent(0));
  expect(none.policies.size).toBe(0);
  expect(step(none, policyEvent(0))).toBe(none);
  expect(step(none, policyEvent(9)).policies.size).toBe(0);
});

test("a topic in a muted stream is not muted if it is unmuted", () => {
  const subscriptions = [make.subscription(make.general, { is_muted: true })];
  const muted = make.replica({ subscriptions });
  expect(isMuted(muted, key)).toBe(true);
  expect(isMuted(step(muted, policyEvent(2)), key)).toBe(false);
});

test("the legacy list of muted topics is only used on servers without policies", () => {
  const list = make.event("muted_topics", {
    muted_topics: [
      ["general", "Deploy", 5],
      ["gone", "x", 5],
    ],
  });
  const modern = make.replica();
  expect(step(modern, list)).toBe(modern);
  const keys = { user_topics: undefined, muted_topics: [["backend", "noise", 5]] };
  const brand = { ...make.brand, featureLevel: 133 };
  const old = runToEnd(fromRegister(make.register(keys), { epoch: 1, brand }));
  expect([...old.policies]).toEqual([[topicKey(make.backend, "noise"), 1]]);
  expect([...step(old, list).policies]).toEqual([[key, 1]]);
});
