/** Which rules a message is about, and what happens when they contradict each other. */
import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { isoMoment } from "#base/time.ts";
import type { Snooze } from "#model/local-state.ts";
import type { Message } from "#model/message.ts";
import type { Replica } from "#model/replica.ts";
import { judgeFor } from "#model/rules/judge.ts";
import type { Rule } from "#model/rules/rule.ts";
import * as make from "../../support/make.ts";
import { rulesFor } from "../../support/rules.ts";

const realm = make.replica();

function say(keys: Parameters<typeof make.message>[0] = {}, flags: string[] = []): Message {
  const event = make.arrival(make.message(keys), flags);
  const message = get(make.after(realm, event).messages, event.message.id);
  if (message === undefined) throw new Error("The message did not arrive.");
  return message;
}

/** The titles of the rules that act on it. */
function acting(rules: readonly Rule[], message: Message, view: Replica = realm): string[] {
  return (judgeFor(view, rules)(message)?.acts ?? []).map(({ rule }) => rule.title);
}

const done = (line: string) => `${line}\ndo = "done"`;

test.for([
  ['from = "Ada*"', { sender_id: make.ada }, true],
  ['from = "Ada*"', { sender_id: make.brook }, false],
  ['from = "robot@example.com"', { sender_id: make.robot }, false],
  ['stream = "GENERAL"', {}, true],
  ['stream = "gen"', {}, false],
  ['stream = ["backend", "general"]', {}, true],
  ['topic = "deploys"', { subject: "Deploys" }, true],
  ['topic = "deploys"', { subject: "✔ deploys" }, true],
  ['topic = "deploys"', { subject: "deploys 2" }, false],
  ['topic = "*"\ntext = "x"', { subject: "a" }, undefined],
  ['text = "build * failed"', { content: "The **build** 12 failed." }, false],
  ['text = "build* failed"', { content: "The **build** 12 failed." }, true],
  ["bot = true", { sender_id: make.robot }, true],
  ["bot = true", { sender_id: make.ada }, false],
  ["bot = false", { sender_id: make.ada }, true],
  ['stream = "*"\nbot = false', {}, undefined],
  ['topic = "/./"', { to: [make.me, make.ada] }, false],
  ['why = "direct"', { to: [make.me, make.ada] }, true],
  ['why = "direct"', { to: [make.me, make.robot], sender_id: make.robot }, false],
  ['why = "bots"', { to: [make.me, make.robot], sender_id: make.robot }, true],
  ['why = ["bots", "stream"]', {}, true],
  ['why = "followed"', {}, false],
] as const)("a rule with %s, of %j: %s", ([line, keys, is]) => {
  if (is === undefined) {
    expect(() => rulesFor({ A: done(line) })).toThrow();
    return;
  }
  const message = say(keys);
  expect(acting(rulesFor({ A: done(line) }), message)).toEqual(is ? ["A"] : []);
});

test("mentions, alert words, followed topics and own topics are reasons, and muted topics have none", () => {
  const policy = (subject: string, visibility_policy: number) =>
    make.event("user_topic", {
      stream_id: make.general,
      topic_name: subject,
      visibility_policy,
    });
  const view = make.after(
    realm,
    policy("followed", 3),
    policy("silent", 1),
    make.arrival(make.message({ subject: "mine", sender_id: make.me }), ["read"]),
  );
  const why = (message: Message) =>
    ["mention", "alert", "wildcard", "followed", "wrote", "stream", "bots"].filter(
      (reason) => acting(rulesFor({ A: done(`why = "${reason}"`) }), message, view).length > 0,
    );
  expect(why(say({ subject: "silent" }, ["mentioned"]))).toEqual(["mention"]);
  expect(why(say({ subject: "silent" }))).toEqual([]);
  expect(why(say({ subject: "followed" }))).toEqual(["followed"]);
  expect(why(say({ subject: "mine" }))).toEqual(["wrote"]);
  expect(why(say({}, ["has_alert_word"]))).toEqual(["alert"]);
  expect(why(say({}, ["topic_wildcard_mentioned"]))).toEqual(["wildcard"]);
  expect(why(say({ sender_id: make.robot }))).toEqual(["bots"]);
});

test("no rule is about the user's own messages", () => {
  const rules = rulesFor({ A: done('text = "*x*"') });
  expect(acting(rules, say({ content: "x", sender_id: make.me }))).toEqual([]);
});

test("of rules that contradict each other, the first of the file wins, and the others act", () => {
  const rules = rulesFor({
    Page: 'bot = true\ndo = "notify"',
    Quiet: 'bot = true\ndo = "done"',
    Later: 'bot = true\ndo = "snooze"\nuntil = "in 2h"',
    Mute: 'bot = true\ndo = "mute"',
    Again: 'bot = true\ndo = "notify"',
  });
  const message = say({ sender_id: make.robot });
  const verdict = judgeFor(realm, rules)(message);
  expect(verdict?.acts.map(({ rule }) => rule.title)).toEqual(["Page"]);
  expect(verdict?.idle.map(({ title }) => title)).toEqual(["Again"]);
  expect(verdict?.overruled.map(({ rule, by }) => [rule.title, by.title])).toEqual([
    ["Quiet", "Page"],
    ["Later", "Page"],
    ["Mute", "Page"],
  ]);
  expect(acting(rules.slice(1), message)).toEqual(["Quiet", "Mute"]);
});

test("a topic is muted once, and what follows there is no longer listed", () => {
  const judge = judgeFor(
    realm,
    rulesFor({ Mute: 'text = "noise"\ndo = "mute"', Listed: 'why = "stream"\ndo = "done"' }),
  );
  const titles = (keys: Parameters<typeof make.message>[0]) =>
    judge(say(keys))?.acts.map(({ rule }) => rule.title) ?? [];
  expect(titles({ content: "noise" })).toEqual(["Mute", "Listed"]);
  expect(titles({ content: "noise" })).toEqual([]);
  expect(titles({ content: "noise", subject: "another" })).toEqual(["Mute", "Listed"]);
});

test("a conversation is snoozed until the time after the message, unless it is hidden for longer", () => {
  const rules = rulesFor({ Later: 'stream = "general"\ndo = "snooze"\nuntil = "in 2h"' });
  const judge = judgeFor(realm, rules);
  const until = (keys: Parameters<typeof make.message>[0], flags: string[] = []) =>
    judge(say(keys, flags))?.acts.map((act) => act.until);
  const at = 1_800_000_000;
  expect(until({ timestamp: at })).toEqual([at + 7_200]);
  expect(until({ timestamp: at })).toEqual([]);
  // Each one puts it off.
  expect(until({ timestamp: at + 60 })).toEqual([at + 7_260]);
  // A mention brings it back, and the rule hides it again.
  expect(until({ timestamp: at + 60 }, ["mentioned"])).toEqual([at + 7_260]);
  expect(until({ timestamp: at + 9_000 })).toEqual([at + 16_200]);

  const message = say({ timestamp: at });
  const snooze: Snooze = {
    conversation: { kind: "topic", streamId: make.general, topic: message.topic },
    until: at + 100_000,
    newest: message.id - 1,
    isDue: false,
  };
  const view = { ...realm, snoozes: new Map([[message.conversation, snooze]]) };
  expect(acting(rules, message, view)).toEqual([]);
});

test("the end of a snooze is a time in the zone of the profile", () => {
  const rules = rulesFor({ Later: 'stream = "general"\ndo = "snooze"\nuntil = "tomorrow 9:00"' });
  const message = say({ timestamp: isoMoment("2026-11-20T14:00Z") ?? 0 });
  const endIn = (timezone: string) =>
    judgeFor({ ...realm, settings: { ...realm.settings, timezone } }, rules)(message)?.acts[0]
      ?.until;
  // It is 23:00 there.
  expect(endIn("Asia/Tokyo")).toBe(isoMoment("2026-11-21T00:00Z"));
  expect(endIn("")).toBe(isoMoment("2026-11-21T09:00Z"));
});

test("a snooze whose end has passed contradicts nothing", () => {
  const rules = rulesFor({
    A: 'stream = "general"\ndo = "snooze"\nuntil = "2026-11-01 9:00"',
    B: done('stream = "general"'),
  });
  const message = say({ timestamp: isoMoment("2026-11-20T14:00Z") ?? 0 });
  expect(acting(rules, message)).toEqual(["B"]);
});

test("two snoozes until different times contradict each other", () => {
  const rules = rulesFor({
    A: 'stream = "general"\ndo = "snooze"\nuntil = "in 2h"',
    B: 'stream = "general"\ndo = "snooze"\nuntil = "in 3h"',
    C: 'stream = "general"\ndo = "snooze"\nuntil = "in 120 min"',
  });
  const verdict = judgeFor(realm, rules)(say());
  expect(verdict?.acts.map(({ rule }) => rule.title)).toEqual(["A"]);
  expect(verdict?.overruled.map(({ rule, by }) => [rule.title, by.title])).toEqual([["B", "A"]]);
  expect(verdict?.idle.map(({ title }) => title)).toEqual(["C"]);
});
