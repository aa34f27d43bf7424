/** What a replay counts, and the conflicts that it names. */
import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { startReplay } from "#model/rules/replay.ts";
import type { Rule } from "#model/rules/rule.ts";
import * as make from "../../support/make.ts";
import { rulesFor } from "../../support/rules.ts";

const realm = make.replica();

function replayed(rules: readonly Rule[], ...texts: readonly string[]) {
  const replay = startReplay(realm, rules);
  const ids = texts.map((content) => {
    const event = make.arrival(make.message({ content }));
    const message = get(make.after(realm, event).messages, event.message.id);
    if (message !== undefined) replay.look(message);
    return event.message.id;
  });
  return { ids, result: replay.result() };
}

const counts = (result: ReturnType<typeof replayed>["result"]) =>
  result.rules.map(({ rule, matches, acts, overruled }) => [
    rule.title,
    matches.count,
    acts.count,
    overruled.count,
  ]);

test("each rule has what it is about, what it does, and its newest messages", () => {
  const rules = rulesFor({ A: 'text = "one"\ndo = "done"', B: 'text = "none"\ndo = "mute"' });
  const texts = [...Array.from({ length: 7 }, (_, at) => `one ${at}`), "two"];
  const { ids, result } = replayed(rules, ...texts);
  expect(result.messages).toBe(8);
  expect(counts(result)).toEqual([
    ["A", 7, 7, 0],
    ["B", 0, 0, 0],
  ]);
  expect(result.rules[0]?.acts.examples).toEqual(ids.slice(2, 7));
  expect(result.conflicts).toEqual([]);
});

test("a conflict names both rules and the messages; in the other order the other one acts", () => {
  const rules = rulesFor({
    Quiet: 'text = "build*"\ndo = "done"',
    Fire: 'text = "*fail*"\ndo = "notify"',
  });
  const texts = ["build ok", "build failed", "failing"];
  const { ids, result } = replayed(rules, ...texts);
  expect(counts(result)).toEqual([
    ["Quiet", 2, 2, 0],
    ["Fire", 2, 1, 1],
  ]);
  const [conflict] = result.conflicts;
  expect(conflict).toMatchObject({ count: 1, examples: [ids[1]] });
  expect([conflict?.earlier.title, conflict?.later.title]).toEqual(["Quiet", "Fire"]);
  expect(counts(replayed(rules.toReversed(), ...texts).result)).toEqual([
    ["Fire", 2, 2, 0],
    ["Quiet", 2, 1, 1],
  ]);
});
