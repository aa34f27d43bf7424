import { expect, test } from "vitest";
import { append } from "#journal/append.ts";
import type { Action, Intent } from "#journal/intent.ts";
import { emptyJournal, type Journal } from "#journal/journal.ts";
import { changed } from "#journal/phases.ts";
import { intentId, react, read, send, star } from "../support/intents.ts";

/** A journal with the actions appended one by one, whose IDs are letters; by default the replica agrees with none. */
function journalOf(actions: readonly Action[], agrees: (action: Action) => boolean = () => false) {
  return actions.reduce<Journal>(
    (journal, action, index) =>
      append(journal, [action], [intentId("abcdef"[index] ?? "")], {
        createdAt: 1_000 + index,
        agrees,
      }),
    emptyJournal,
  );
}

const actions = (journal: Journal) =>
  [...journal.intents.values()].map(({ id, action }) => [id as string, action]);
const left = (intent: Intent): Intent => ({ ...intent, phase: "sending", attempts: 1 });

test("an action is appended as waiting, with its ID and creation time", () => {
  const journal = append(emptyJournal, [send("hi")], [intentId("x")], {
    createdAt: 42,
    agrees: () => false,
  });
  expect([...journal.intents.values()]).toEqual([
    { id: "x", createdAt: 42, action: send("hi"), phase: "waiting", attempts: 0 },
  ]);
});

test("the newer of two opposite actions wins for their common messages", () => {
  const journal = journalOf([star("add", 1, 2, 3), star("remove", 2)]);
  expect(actions(journal)).toEqual([
    ["a", star("add", 1, 3)],
    ["b", star("remove", 2)],
  ]);
});

test("an action that reverts an unsent one is dropped where the replica already agrees", () => {
  expect(actions(journalOf([read("add", 1, 2), read("remove", 1, 2)], () => true))).toEqual([]);
  const partly = journalOf([read("add", 1, 2), read("remove", 1, 2, 3)], () => true);
  expect(actions(partly)).toEqual([["b", read("remove", 3)]]);
});

test("an action that repeats an unsent one is done once, even if the replica knows nothing of it", () => {
  const journal = journalOf([read("remove", 1, 2), read("remove", 2, 3)], () => true);
  expect(actions(journal)).toEqual([
    ["a", read("remove", 1)],
    ["b", read("remove", 2, 3)],
  ]);
});

test("an action that is being sent is not withdrawn, but followed by its opposite", () => {
  const first = changed(journalOf([read("add", 1)]), intentId("a"), left);
  const journal = append(first, [read("remove", 1)], [intentId("b")], {
    createdAt: 0,
    agrees: () => true,
  });
  expect(actions(journal)).toEqual([
    ["a", read("add", 1)],
    ["b", read("remove", 1)],
  ]);
});

test("actions on other emoji, other flags or other texts do not conflict", () => {
  const all = [
    react("add", 1),
    react("add", 1, "1f389"),
    star("add", 1),
    read("add", 1),
    send("x"),
    send("x"),
  ];
  expect(actions(journalOf(all)).map(([, action]) => action)).toEqual(all);
});
