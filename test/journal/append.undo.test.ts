import { expect, test } from "vitest";
import { append, redone, remember, undone, withOwnLast } from "#journal/append.ts";
import { emptyJournal, type Journal } from "#journal/journal.ts";
import { intentId, read } from "../support/intents.ts";

const never = () => false;
const actions = (journal: Journal) => [...journal.intents.values()].map(({ action }) => action);

function done(journal: Journal, id: string, rule?: string): Journal {
  const ids = [intentId(id)];
  const step = {
    id,
    sentence: id,
    done: [read("add", 1)],
    inverse: [read("remove", 1)],
    intents: ids,
    at: 0,
    ...(rule !== undefined && { rule }),
  };
  return remember(append(journal, step.done, ids, { createdAt: 0, agrees: never }), step);
}

test("undo appends the inverse, redo the original action", () => {
  const back = undone(done(emptyJournal, "a"), 0, never);
  expect(actions(back)).toEqual([read("remove", 1)]);
  expect([back.undo.length, back.redo.length]).toEqual([0, 1]);
  const again = redone(back, 0, never);
  expect(actions(again)).toEqual([read("add", 1)]);
  expect([again.undo.length, again.redo.length]).toEqual([1, 0]);
});

test("with nothing to undo the journal is unchanged", () => {
  expect(undone(emptyJournal, 0, never)).toBe(emptyJournal);
  expect(redone(emptyJournal, 0, never)).toBe(emptyJournal);
});

test("a new step clears the redo log", () => {
  const back = undone(done(emptyJournal, "a"), 0, never);
  expect(done(back, "c").redo).toEqual([]);
});

test("the log has a thousand steps; the oldest are dropped first", () => {
  let journal = emptyJournal;
  for (let step = 0; step < 1030; step += 1) journal = done(journal, `${step}`);
  expect(journal.undo).toHaveLength(1000);
  expect(journal.undo[0]?.sentence).toBe("30");
});

test("a rule's step leaves the redo log, and yields its place in the log and the next undo to the user's", () => {
  const back = undone(done(emptyJournal, "a"), 0, never);
  expect(done(back, "r", "rule").redo).toHaveLength(1);

  let journal = done(done(emptyJournal, "own"), "r1", "rule");
  journal = withOwnLast(done(journal, "r2", "rule"));
  expect(journal.undo.map(({ id }) => id)).toEqual(["r1", "r2", "own"]);
  expect(withOwnLast(journal)).toBe(journal);

  for (let step = 0; step < 1000; step += 1) journal = done(journal, `${step}`, "rule");
  expect(journal.undo).toHaveLength(1000);
  expect(journal.undo[0]?.id).toBe("own");
});

test("a step whose intents were sent is undone by its inverse", () => {
  const journal = done(emptyJournal, "a");
  const [intent] = [...journal.intents.values()];
  const left = new Map([[intent!.id, { ...intent!, phase: "answered" as const, attempts: 1 }]]);
  const back = undone({ ...journal, intents: left }, 0, () => true);
  expect(actions(back)).toEqual([read("add", 1), read("remove", 1)]);
});
