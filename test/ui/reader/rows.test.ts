import { expect, test } from "vitest";
import { sorted } from "#base/sorted.ts";
import type { Intent } from "#journal/intent.ts";
import type { History } from "#model/histories.ts";
import { countOf, indexOfRow, messageIdAt, readerRows, rowAt, sendAt } from "#ui/reader/rows.ts";
import { intentId, messageId, send, topic } from "../../support/intents.ts";

const history: History = {
  narrow: topic,
  ids: sorted([10, 20, 30].map(messageId)),
  oldestKnown: true,
  newestKnown: true,
  epoch: 1,
};

function intent(id: string, fields: Partial<Intent> = {}): Intent {
  return {
    id: intentId(id),
    createdAt: 1,
    action: send(id),
    phase: "waiting",
    attempts: 0,
    ...fields,
  };
}

const rowsOf = (...intents: readonly Intent[]) => {
  const rows = readerRows(history, intents, new Set());
  return Array.from({ length: countOf(rows) }, (_, at) => rowAt(rows, at));
};

test("an unconfirmed send stays below the newest message at the time it was sent; others are at the end in order of creation", () => {
  const lost = intent("lost", { phase: "undecided", knownBefore: 20 });
  const searched = intent("searched", { phase: "unconfirmed", knownBefore: 9 });
  const again = intent("again", { phase: "waiting", knownBefore: 9, attempts: 1 });
  expect(rowsOf(lost, again, searched, intent("new"))).toEqual([
    "searched",
    10,
    20,
    "lost",
    30,
    "again",
    "new",
  ]);
});

test("indexOfRow finds each row, and for a missing one the position where it would be", () => {
  const lost = intent("lost", { phase: "undecided", knownBefore: 20 });
  const rows = readerRows(history, [lost, intent("new")], new Set(["new"]));
  const all = Array.from({ length: countOf(rows) }, (_, at) => rowAt(rows, at));
  expect(all.map((row) => row !== undefined && indexOfRow(rows, row))).toEqual([0, 1, 2, 3, 4]);
  expect(indexOfRow(rows, messageId(25))).toBe(3);
  expect(indexOfRow(rows, messageId(99))).toBe(4);
  expect(indexOfRow(rows, intentId("gone"))).toBe(4);
  expect(all.map((_, at) => messageIdAt(rows, at))).toEqual([10, 20, undefined, 30, undefined]);
  expect(all.map((_, at) => sendAt(rows, at)?.isSaved)).toEqual([
    undefined,
    undefined,
    true,
    undefined,
    false,
  ]);
  expect([rowAt(rows, -1), rowAt(rows, 5)]).toEqual([undefined, undefined]);
});
