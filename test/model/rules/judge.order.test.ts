/** Rules of any kind on any messages: what is not reported as a conflict does not depend on the order of the file. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import type { Message } from "#model/message.ts";
import { judgeFor } from "#model/rules/judge.ts";
import { startReplay } from "#model/rules/replay.ts";
import type { Act, Rule } from "#model/rules/rule.ts";
import { anyText } from "../../support/any-text.ts";
import * as make from "../../support/make.ts";
import { rulesFor } from "../../support/rules.ts";

const realm = make.replica();

const condition = fc.constantFrom(
  'text = "green"',
  'text = ["red", "*een"]',
  'from = "Ada*"',
  "bot = true",
  "bot = false",
  'topic = "/^[a-c]$/"',
  'why = ["direct", "mention"]',
  'why = "stream"',
  'why = "wrote"',
);
const deed = fc.constantFrom(
  'do = "done"',
  'do = "notify"',
  'do = "snooze"\nuntil = "in 2h"',
  'do = "snooze"\nuntil = "in 120 min"',
  'do = "snooze"\nuntil = "in 3h"',
  'do = "mute"',
);
const table = fc
  .tuple(condition, deed)
  .filter(([what, then]) => !(what.includes("direct") && then.includes("mute")))
  .map((lines) => lines.join("\n"));
const rules = fc
  .array(table, { minLength: 1, maxLength: 5 })
  .map((all) => rulesFor(Object.fromEntries(all.map((lines, at) => [`Rule ${at}`, lines]))));

const said = fc.record({
  text: fc.oneof(fc.constantFrom("green", "red", "it is green and red", "plain"), anyText()),
  by: fc.constantFrom(make.ada, make.brook, make.robot, make.me),
  where: fc.constantFrom("a", "b", "direct"),
  mentions: fc.boolean(),
  wait: fc.constantFrom(0, 60, 10_000),
});
const messages = fc.array(said, { maxLength: 12 }).map((all): readonly Message[] => {
  let at = 1_800_000_000;
  return all.map(({ text, by, where, mentions, wait }) => {
    at += wait;
    const place = where === "direct" ? { to: [make.me, make.ada] } : { subject: where };
    const sent = make.message({ content: text, sender_id: by, timestamp: at, ...place });
    const event = make.arrival(sent, mentions ? ["mentioned"] : []);
    const message = get(make.after(realm, event).messages, event.message.id);
    if (message === undefined) throw new Error("It did not arrive.");
    return message;
  });
});

function effectOf({ rule, message, until }: Act): string {
  return `${rule.deed.kind} ${message.id} ${until}`;
}

function effectsOf(all: readonly Rule[], came: readonly Message[]): readonly string[] {
  const judge = judgeFor(realm, all);
  return came.flatMap((message) => (judge(message)?.acts ?? []).map(effectOf)).sort();
}

test("without a conflict, any order of the rules does the same", () => {
  fc.assert(
    fc.property(rules, messages, fc.infiniteStream(fc.nat(100)), (all, came, keys) => {
      const replay = startReplay(realm, all);
      for (const message of came) replay.look(message);
      fc.pre(replay.result().conflicts.length === 0);
      const shuffled = all
        .map((rule) => ({ rule, key: keys.next().value ?? 0 }))
        .sort((one, other) => one.key - other.key)
        .map(({ rule }) => rule);
      expect(effectsOf(shuffled, came)).toEqual(effectsOf(all, came));
    }),
    { numRuns: 500 },
  );
});

test("each rule that applies acts, has nothing to change, or yields to an earlier one, and none acts against another", () => {
  fc.assert(
    fc.property(rules, messages, (all, came) => {
      const judge = judgeFor(realm, all);
      for (const message of came) {
        const verdict = judge(message);
        if (verdict === undefined) continue;
        const { acts, overruled, idle } = verdict;
        const titles = [...acts, ...overruled].map(({ rule }) => rule.title);
        const every = [...titles, ...idle.map(({ title }) => title)];
        expect(new Set(every).size).toBe(every.length);
        for (const { rule, by } of overruled)
          expect(all.indexOf(by)).toBeLessThan(all.indexOf(rule));
        const kinds = acts.map(({ rule }) => rule.deed.kind);
        expect(kinds.includes("notify") && kinds.length > 1).toBe(false);
        expect(kinds.filter((kind) => kind === "snooze").length).toBeLessThan(2);
        expect(message.senderId).not.toBe(make.me);
      }
    }),
    { numRuns: 500 },
  );
});
