import { expect, test } from "vitest";
import type { Intent } from "#journal/intent.ts";
import { emptyJournal } from "#journal/journal.ts";
import { type Conversation, conversationKey } from "#model/conversation.ts";
import { sendsOf, undecidedSends } from "#store/sends.ts";
import { directs, intentId, messageId, read, send, topic } from "../support/intents.ts";

const key = conversationKey(topic as Conversation);

function journalOf(...intents: readonly Partial<Intent>[]) {
  const all = intents.map((intent, index) => {
    const id = intentId(`${index}`);
    const whole: Intent = {
      id,
      createdAt: 0,
      phase: "waiting",
      attempts: 0,
      action: send("x"),
      ...intent,
    };
    return [id, whole] as const;
  });
  return { ...emptyJournal, intents: new Map(all) };
}

test("the sends of a conversation are ordered by creation time; other actions are not among them", () => {
  const journal = journalOf({}, { action: send("there", directs) }, { action: read("add", 1) }, {});
  expect(sendsOf(journal, key).map(({ id }) => id)).toEqual(["0", "3"]);
});

test("the list is the same object until an intent changes", () => {
  const journal = journalOf({});
  expect(sendsOf({ ...journal, undo: [] }, key)).toBe(sendsOf(journal, key));
  expect(sendsOf(emptyJournal, key)).toBe(sendsOf(journalOf({ action: read("add", 1) }), key));
});

test("a pending send is hidden by the message that matches it", () => {
  const journal = journalOf({ phase: "sending", messageId: messageId(9) });
  expect(sendsOf(journal, key)).toEqual([]);
});

test("conversations that need a decision are listed with the reason, the oldest first", () => {
  const journal = journalOf(
    { phase: "undecided", createdAt: 9_000, action: send("x", directs) },
    { phase: "failed", createdAt: 5_000, reason: "Too long." },
    { phase: "undecided", createdAt: 7_000 },
  );
  expect([...undecidedSends(journal).values()]).toEqual([
    { conversation: topic, mayHaveArrived: 1, failed: 1, since: 5, reason: "Too long." },
    { conversation: directs, mayHaveArrived: 1, failed: 0, since: 9, reason: "" },
  ]);
  expect(undecidedSends({ intents: journal.intents })).toBe(undecidedSends(journal));
});
