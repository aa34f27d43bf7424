import { expect, test } from "vitest";
import { enqueue, pending, prune, type Queue } from "#realm/state/queues.ts";

test("what comes while an answer is on its way is not in it, and may be merged", () => {
  const queue: Queue = {
    id: "1:1",
    userId: 1,
    options: {
      eventTypes: undefined,
      applyMarkdown: false,
      clientGravatar: true,
      slimPresence: false,
      idleSeconds: 600,
      includeSubscribers: false,
      capabilities: undefined,
    },
    events: [],
    nextId: 0,
    pruned: -1,
    mergeable: new Map(),
    wake: undefined,
    idleSince: 0,
  };
  const reads = (id: number) =>
    enqueue(queue, { type: "update_message_flags", op: "add", flag: "read", messages: [id] }, 0);
  reads(1);
  const answer = pending(queue);
  reads(2);
  reads(3);
  expect(answer.map(({ id }) => id)).toEqual([0]);
  prune(queue, 0);
  expect(queue.pruned).toBe(0);
  expect(pending(queue)).toMatchObject([{ id: 2, messages: [2, 3] }]);
});
