import { expect, test } from "vitest";
import { newBatch } from "#base/table.ts";
import { topicKey } from "#model/conversation.ts";
import { requestedNow } from "#model/merge-page.ts";
import { withTopicList } from "#model/topics.ts";
import * as make from "../support/make.ts";
import { plain, step } from "../support/replica.ts";

const list = (...topics: [string, number][]) =>
  topics.map(([name, max_id]) => ({ name, max_id: make.id(max_id) }));

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
