import { expect, test } from "vitest";
import { conversationKey } from "#model/conversation.ts";
import { isHidden, isInterrupted } from "#model/local-state.ts";
import type { Replica } from "#model/replica.ts";
import * as make from "../support/make.ts";

const topic = { kind: "topic", streamId: make.general, topic: "later" } as const;

function interrupted(conversation: Parameters<typeof conversationKey>[0], after: Replica) {
  const snooze = { conversation, until: 9, newest: after.newestMessage - 1, isDue: false };
  return isInterrupted(after.unreads, conversationKey(conversation), snooze);
}

test.each([
  ["a mention of the user", ["mentioned"], true],
  ["a mention of everybody", ["stream_wildcard_mentioned"], false],
  ["an ordinary message", [], false],
])("%s in a snoozed topic interrupts the snooze: %s", (_, flags, expected) => {
  const message = make.message({ subject: "later" });
  const after = make.after(make.replica({}), make.arrival(message, flags));
  expect(interrupted(topic, after)).toBe(expected);
  expect(
    isInterrupted(after.unreads, conversationKey(topic), {
      conversation: topic,
      until: 9,
      newest: after.newestMessage,
      isDue: false,
    }),
  ).toBe(false);
});

test("a direct message of a person ends a snooze, one of a bot does not", () => {
  const from = (sender_id: number) =>
    make.after(
      make.replica({}),
      make.arrival(make.message({ to: [make.me, make.ada, make.robot], sender_id })),
    );
  const userIds = [make.me, make.ada, make.robot].toSorted((a, b) => a - b);
  expect(interrupted({ kind: "direct", userIds }, from(make.ada))).toBe(true);
  expect(interrupted({ kind: "direct", userIds }, from(make.robot))).toBe(false);
});

test("a snooze hides its conversation until it is due", () => {
  const row = { conversation: topic, until: 9, newest: 0 };
  const key = conversationKey(topic);
  expect(isHidden({ snoozes: new Map([[key, { ...row, isDue: false }]]) }, key)).toBe(true);
  expect(isHidden({ snoozes: new Map([[key, { ...row, isDue: true }]]) }, key)).toBe(false);
});
