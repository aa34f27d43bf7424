import { expect, test } from "vitest";
import { inAnotherRealm } from "#journal/former-realm.ts";
import type { Action, Intent } from "#journal/intent.ts";
import { emptyJournal } from "#journal/journal.ts";
import { answered, leaving, unanswered } from "#journal/phases.ts";
import type { Snooze } from "#model/local-state.ts";
import { intentId, messageId, read, send, topic } from "../support/intents.ts";

const waiting = (name: string, action = send(name)): Intent => {
  return { id: intentId(name), createdAt: 0, action, phase: "waiting", attempts: 0 };
};
const now = (...intents: readonly Intent[]) => {
  const journal = { ...emptyJournal, intents: new Map(intents.map((one) => [one.id, one])) };
  return inAnotherRealm(journal, 450, "It is gone.");
};

test("sends stay, and their messages are sought among those that come now", () => {
  const lost = { ...unanswered(leaving(480)(waiting("lost"))), notBecame: [messageId(481)] };
  const action = { ...send("new"), after: messageId(480) } as Action;
  const { intents } = now(waiting("new", action), lost);
  expect(intents.get(intentId("new"))).toEqual(waiting("new"));
  expect(intents.get(intentId("lost"))).toMatchObject({ phase: "unconfirmed", knownBefore: 450 });
  expect(intents.get(intentId("lost"))).not.toHaveProperty("notBecame");
});

test("a send that became a message which is gone is the user's to decide", () => {
  const [there, gone] = [450, 451].map((id) =>
    answered(messageId(id))(leaving(9)(waiting(`${id}`))),
  );
  const { intents } = now(there!, gone!);
  expect(intents.get(intentId("450"))).toEqual(there);
  expect(intents.get(intentId("451"))).toMatchObject({ phase: "undecided", attempts: 1 });
  expect(intents.get(intentId("451"))).not.toHaveProperty("messageId");
});

test("what is about messages is dropped, or refused if it has text", () => {
  const edit = { kind: "edit", messageId: messageId(7), content: "x", was: "y" } as const;
  const { intents } = now(waiting("mark", read("add", 7)), waiting("edit", edit));
  expect([...intents.values()]).toMatchObject([{ phase: "failed", reason: "It is gone." }]);
});

test("snoozes do not wait for IDs that come later, nor for an answer to what is gone", () => {
  const snooze: Snooze = { conversation: topic, until: 9, newest: 480, isDue: false };
  const snoozes = new Map([
    ["t:2:a", { ...snooze, asked: messageId(449) }],
    ["t:2:b", { ...snooze, asked: messageId(451) }],
    ["t:2:c", { ...snooze, asked: messageId(451), stays: "answer", isDue: true }],
    ["t:2:d", { ...snooze, awaits: { userId: 5, answer: 451 } }],
  ] as unknown as [never, Snooze][]);
  const dismissals = new Map([450, 451].map((id) => [messageId(id), true as const]));
  const after = inAnotherRealm({ ...emptyJournal, snoozes, dismissals }, 450, "");
  const clamped = { ...snooze, newest: 450 };
  expect([...after.snoozes]).toEqual([
    ["t:2:a", { ...clamped, asked: 449 }],
    ["t:2:b", clamped],
    ["t:2:d", { ...clamped, awaits: { userId: 5 } }],
  ]);
  expect([...after.dismissals.keys()]).toEqual([450]);
});
