import { expect, test } from "vitest";
import { values } from "#base/table.ts";
import { afterAnswer, isAnswer, isOpenToAnswers, withoutKnowing } from "#model/awaited.ts";
import { conversationKey } from "#model/conversation.ts";
import { type Snooze, untilAnswered } from "#model/local-state.ts";
import type { Replica } from "#model/replica.ts";
import * as make from "../support/make.ts";

const topic = { kind: "topic", streamId: make.general, topic: "later" } as const;
const base: Snooze = { conversation: topic, until: 1_000, newest: 0, isDue: false };
const untilAda: Snooze = { ...base, until: untilAnswered, awaits: { userId: make.ada } };
const unless: Snooze = { ...base, unlessAnswered: true };

function arrived(change: Parameters<typeof make.message>[0], more: Partial<Replica> = {}) {
  const message = make.message({ subject: "later", ...change });
  const replica = { ...make.after(make.replica({}), make.arrival(message)), ...more };
  const decoded = [...values(replica.messages)].find(({ id }) => id === message.id);
  if (decoded === undefined) throw new Error("It did not arrive.");
  return { replica, message: decoded };
}

test.each<[string, Snooze, Parameters<typeof make.message>[0], boolean]>([
  ["who is waited for", untilAda, { sender_id: make.ada }, true],
  ["somebody else", untilAda, { sender_id: make.brook }, false],
  ["who is waited for, elsewhere", untilAda, { sender_id: make.ada, subject: "now" }, false],
  ["anybody", unless, { sender_id: make.brook }, true],
  ["the user", unless, { sender_id: make.me }, false],
  ["a bot", unless, { sender_id: make.robot }, false],
])("a message of %s: whether it is an answer", (_, snooze, change, expected) => {
  const { replica, message } = arrived(change);
  expect(isAnswer(replica, snooze, message)).toBe(expected);
  expect(isAnswer(replica, { ...snooze, newest: message.id }, message)).toBe(false);
});

test("nobody who is muted answers", () => {
  const mutedPeople = new Set([make.brook]);
  const { replica, message } = arrived({ sender_id: make.brook }, { mutedPeople });
  expect(isAnswer(replica, unless, message)).toBe(false);
});

test.each([
  ["in time", 990, 0, true],
  ["too late", 1_010, 0, false],
  ["too late by this machine's clock, which is ahead", 990, 3_600, false],
  ["in time by this machine's clock, which is behind", 1_010, -3_600, true],
])(
  "what became known when the snooze was due counts if it was written %s",
  (_, sent, ahead, expected) => {
    const { replica, message } = arrived(
      { sender_id: make.ada, timestamp: sent },
      { clockAhead: ahead },
    );
    expect(isAnswer(replica, { ...unless, isDue: true }, message)).toBe(expected);
  },
);

test("an answer makes it due, at once, and ends it otherwise, but for what the user has to answer", () => {
  const { replica, message } = arrived({ sender_id: make.ada, timestamp: 500 });
  const due = afterAnswer(replica, untilAda, message, 600);
  expect(due).toMatchObject({ until: 500, isDue: true, awaits: { answer: message.id } });
  expect(due && isOpenToAnswers(due)).toBe(false);
  expect(afterAnswer(replica, unless, message, 600)).toBeUndefined();
  const asked = message.id;
  expect(afterAnswer(replica, { ...unless, asked }, message, 600)).toEqual({
    conversation: topic,
    until: 1_000,
    newest: asked,
    asked,
    isDue: true,
    stays: "answer",
  });
});

test("a server's clock that is ahead puts no answer into the future", () => {
  const { replica, message } = arrived({ sender_id: make.ada, timestamp: 4_200 });
  expect(afterAnswer(replica, untilAda, message, 600)).toMatchObject({ until: 600 });
});

test("without knowing, it is due now, and one that is due stays the same", () => {
  const due = withoutKnowing(untilAda, 600);
  expect(due).toMatchObject({ until: 600, isDue: true });
  expect(withoutKnowing(due, 700)).toBe(due);
  expect(conversationKey(due.conversation)).toBe(conversationKey(topic));
});
