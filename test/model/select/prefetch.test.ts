import { expect, test } from "vitest";
import { conversationKey } from "#model/conversation.ts";
import { narrowKey } from "#model/narrow.ts";
import { conversationsToPrefetch } from "#model/select/prefetch.ts";
import * as make from "../../support/make.ts";
import { inboxOrder } from "../../support/replica.ts";

test("what is next is fetched first, then all of the inbox in its order, and nothing twice", () => {
  const topics = Array.from({ length: 30 }, (_, at) => `topic ${at}`);
  const replica = make.after(
    make.replica(),
    ...topics.map((subject) => make.arrival(make.message({ subject }), [])),
  );
  const order = inboxOrder(replica);
  const fetched = new Set<string>();
  const open = order[4];
  for (;;) {
    const next = conversationsToPrefetch(
      replica,
      open,
      (one) => fetched.has(narrowKey(one)),
      false,
    );
    if (next === undefined) break;
    fetched.add(conversationKey(next.narrow));
  }
  const [first, ...rest] = fetched;
  expect(first).toBe(order[5]);
  expect(rest).toEqual(order.filter((key) => key !== first));
});

test("what is known under this register is not fetched", () => {
  const before = make.after(make.replica(), make.arrival(make.message(), []));
  const never = () => false;
  expect(conversationsToPrefetch(before, undefined, never, false)).toBeDefined();
  const after = make.fetched(before, make.topic(), make.page([make.message()]));
  expect(conversationsToPrefetch(after, undefined, never, false)).toBeUndefined();
});
