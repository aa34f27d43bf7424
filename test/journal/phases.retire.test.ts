import { expect, test } from "vitest";
import type { Action, Intent } from "#journal/intent.ts";
import { emptyJournal, type Journal } from "#journal/journal.ts";
import { changed, retired, without } from "#journal/phases.ts";
import { intentId, messageId, read, send } from "../support/intents.ts";

function journalOf(
  ...intents: readonly (Partial<Intent> & { readonly action: Action })[]
): Journal {
  const all = intents.map((intent, index) => {
    const id = intentId("abc"[index] ?? "");
    return [id, { id, createdAt: 0, phase: "answered", attempts: 1, ...intent }] as const;
  });
  return { ...emptyJournal, intents: new Map(all) };
}

const left = (journal: Journal) => [...journal.intents.keys()].join("");
const never = () => false;
const always = () => true;

test("an intent retires once it is answered and the replica agrees, not on one alone", () => {
  const action = read("add", 1);
  expect(left(retired(journalOf({ action }), never))).toBe("a");
  expect(left(retired(journalOf({ action, phase: "sending" }), always))).toBe("a");
  expect(left(retired(journalOf({ action }), always))).toBe("");
});

test("a send retires once the replica has its message", () => {
  const sent = journalOf({ action: send("x"), messageId: messageId(7) });
  expect(left(retired(sent, (_, became) => became === 7))).toBe("");
  expect(left(retired(sent, (_, became) => became === 8))).toBe("a");
});

test("an intent waits for its own event, and for those of older ones with the same targets", () => {
  const journal = journalOf({ action: read("add", 1, 2) }, { action: read("remove", 2) });
  const only = (op: string) => (action: Action) => action.kind === "read" && action.op === op;
  expect(left(retired(journal, only("remove")))).toBe("ab");
  expect(left(retired(journal, only("add")))).toBe("b");
  expect(left(retired(journal, always))).toBe("");
  const apart = journalOf({ action: read("add", 1) }, { action: read("remove", 2) });
  expect(left(retired(apart, only("remove")))).toBe("a");
});

test("an intent does not wait for an older one that failed, or that can still be cancelled", () => {
  const older = [{ phase: "failed" }, { phase: "waiting", attempts: 0 }] as const;
  for (const state of older) {
    const journal = journalOf({ action: read("add", 1), ...state }, { action: read("remove", 1) });
    expect(left(retired(journal, always))).toBe("a");
  }
});

test("a journal in which nothing retires stays the same object", () => {
  const journal = journalOf({ action: read("add", 1) });
  expect(retired(journal, never)).toBe(journal);
  expect(without(journal, [intentId("z")])).toBe(journal);
  expect(changed(journal, intentId("z"), (intent) => ({ ...intent }))).toBe(journal);
  expect(changed(journal, intentId("a"), (intent) => intent)).toBe(journal);
});
