import { expect, test } from "vitest";
import { claimed, withMessageId } from "#journal/claims.ts";
import type { Intent } from "#journal/intent.ts";
import { emptyJournal, type Journal } from "#journal/journal.ts";
import { answered, changed, unanswered, without } from "#journal/phases.ts";
import { directs, intentId, messageId, send, topic } from "../support/intents.ts";

const rules = { keyOf: (address: { readonly kind: string }) => address.kind, maxLength: 100 };

function journalOf(...intents: readonly Partial<Intent>[]): Journal {
  const all = intents.map((intent, index) => {
    const id = intentId("abc"[index] ?? "");
    const whole: Intent = {
      id,
      createdAt: 0,
      phase: "unconfirmed",
      attempts: 1,
      knownBefore: 100,
      action: send("hi"),
      ...intent,
    };
    return [id, whole] as const;
  });
  return { ...emptyJournal, intents: new Map(all) };
}

const own = (id: number, more: object = {}) => ({
  id: messageId(id),
  conversation: topic.kind,
  content: "hi",
  ...more,
});
const states = (journal: Journal) =>
  [...journal.intents.values()].map(({ phase, messageId: id }) => `${phase} ${id ?? "-"}`);

test("an event with the local ID completes the send in any phase", () => {
  for (const phase of ["waiting", "sending", "unconfirmed", "undecided", "failed"] as const) {
    const journal = claimed(journalOf({ phase }), [own(101, { localId: "a" })], rules);
    expect(states(journal)).toEqual(["answered 101"]);
  }
});

test("an own, newer message with the same text and recipient is the unconfirmed send", () => {
  expect(states(claimed(journalOf({}), [own(101)], rules))).toEqual(["answered 101"]);
  expect(states(claimed(journalOf({ action: send("\nhi \r\n") }), [own(101)], rules))).toEqual([
    "answered 101",
  ]);
});

test("a message that is older, elsewhere, different or has another local ID does not claim the send", () => {
  const others = [
    own(100),
    own(101, { conversation: directs.kind }),
    own(101, { content: "hi!" }),
    own(101, { localId: "gone" }),
  ];
  for (const other of others)
    expect(states(claimed(journalOf({}), [other], rules))).toEqual(["unconfirmed -"]);
});

test("two sends with equal text claim a message each, the older first", () => {
  const both = journalOf({ phase: "undecided" }, {});
  expect(states(claimed(both, [own(101)], rules))).toEqual(["answered 101", "unconfirmed -"]);
  expect(states(claimed(both, [own(101), own(102)], rules))).toEqual([
    "answered 101",
    "answered 102",
  ]);
  expect(states(claimed(both, [own(101), own(101)], rules))).toEqual([
    "answered 101",
    "unconfirmed -",
  ]);
});

test("a pending send is hidden by the message until its answer arrives", () => {
  const journal = claimed(journalOf({ phase: "sending" }), [own(101)], rules);
  expect(states(journal)).toEqual(["sending 101"]);
});

test("a message claimed by the wrong send is reassigned when the answer arrives", () => {
  const journal = claimed(
    journalOf({ phase: "undecided" }, { phase: "sending" }),
    [own(101)],
    rules,
  );
  expect(states(journal)).toEqual(["undecided -", "sending 101"]);
  const intent = journal.intents.get(intentId("b"))!;
  const answeredLater = withMessageId(
    journal,
    intent,
    messageId(102),
    answered(messageId(102)),
    rules,
  );
  expect(states(answeredLater)).toEqual(["answered 101", "answered 102"]);
});

test("the message of one of two equal sends is never claimed by the other, even if its event is repeated", () => {
  const became = claimed(journalOf({}, { phase: "sending" }), [own(101, { localId: "b" })], rules);
  const over = without(became, [intentId("b")]);
  expect(states(over)).toEqual(["unconfirmed -"]);
  expect(states(claimed(over, [own(101)], rules))).toEqual(["unconfirmed -"]);
  expect(states(claimed(over, [own(102)], rules))).toEqual(["answered 102"]);
});

test("a message is not claimed by a queued send, nor if it has another client's local ID", () => {
  const waiting = journalOf({ phase: "waiting" }, {});
  const both = claimed(waiting, [own(101)], rules);
  expect(states(both)).toEqual(["waiting -", "answered 101"]);
  const left = changed(without(both, [intentId("b")]), intentId("a"), unanswered);
  expect(states(claimed(left, [own(101)], rules))).toEqual(["unconfirmed -"]);
  const elsewhere = claimed(journalOf({}), [own(101, { localId: "another client's" })], rules);
  expect(states(claimed(elsewhere, [own(101)], rules))).toEqual(["unconfirmed -"]);
});
