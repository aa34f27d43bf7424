import { expect, test } from "vitest";
import { newBatch } from "#base/table.ts";
import type { Conversation } from "#model/conversation.ts";
import { addUnread, noUnreads, type Unreads } from "#model/unreads.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import { retainedBytes } from "../support/heap.ts";

/** The index after each of `count` messages that arrive in `topics` topics in turn. */
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

test("an unread message takes less than 60 bytes", () => {
  const count = 10_000;
  const bytes = retainedBytes(() => {
    let last: Unreads | undefined;
    for (const unreads of arriving(count, 100)) last = unreads;
    return last;
  });
  expect(bytes / count).toBeLessThan(60);
});

test("an arriving message copies only a small part of its topic's unread IDs", () => {
  const count = 5000;
  const bytes = retainedBytes(() => [...arriving(count, 1)]);
  expect(bytes / count).toBeLessThan(12_000);
});
