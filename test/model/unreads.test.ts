import { expect, test } from "vitest";
import { newBatch } from "#base/table.ts";
import type { Conversation } from "#model/conversation.ts";
import { addUnread, noUnreads, type Unreads } from "#model/unreads.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import { retainedBytes } from "../support/heap.ts";

/** The index after each of `count` messages that arrive by themselves, dealt out to `topics` topics. */
function* arriving(count: number, topics: number): Generator<Unreads> {
  let unreads = noUnreads;
  for (let id = 1; id <= count; id += 1) {
    const conversation: Conversation = {
      kind: "topic",
      streamId: 1 as StreamId,
      topic: `a topic of the usual length ${id % topics}`,
    };
    const facts = { mentioned: false, wildcard: false, alerted: false, byBot: false };
    unreads = addUnread(unreads, conversation, id as MessageId, facts, newBatch("arrival"));
    yield unreads;
  }
}

test("an unread message takes little more than its ID", () => {
  const count = 10_000;
  const bytes = retainedBytes(() => {
    let last: Unreads | undefined;
    for (const unreads of arriving(count, 100)) last = unreads;
    return last;
  });
  expect(bytes / count).toBeLessThan(60);
});

test("a message that arrives copies little of what is unread in its topic", () => {
  const count = 5000;
  const bytes = retainedBytes(() => [...arriving(count, 1)]);
  expect(bytes / count).toBeLessThan(12_000);
});
