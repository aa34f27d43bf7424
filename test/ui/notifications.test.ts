import { expect, test } from "vitest";
import { readDailyHours } from "#base/daily-hours.ts";
import { sorted } from "#base/sorted.ts";
import { get, newBatch, put } from "#base/table.ts";
import { conversationKey } from "#model/conversation.ts";
import { type Snooze, untilAnswered } from "#model/local-state.ts";
import { nothingRuled } from "#store/rules.ts";
import type { Preferences } from "#store/screen.ts";
import { changeLocal, changeReplica, changeScreen, changeSession } from "#store/store.ts";
import { watchNotifications } from "#ui/notifications.ts";
import type { MessageId } from "#wire/ids.ts";
import {
  acme,
  ana,
  backend,
  bo,
  type MessageSpec,
  mei,
  random,
  storeOf,
  withMessages,
  you,
} from "../support/acme.ts";
import { fakeClock } from "../support/clock.ts";
import { keyPresser } from "../support/key-presser.ts";
import { rulesFor } from "../support/rules.ts";
import { styleOf } from "../support/screen.tsx";

const topic = (name: string, streamId = backend) => ({ streamId, topic: name });

/** A user whose terminal is unfocused by default; without `reportsFocus` the terminal cannot report that. */
function away({ reportsFocus = true, focused = false } = {}) {
  const clock = fakeClock();
  const store = storeOf(acme());
  const shown: string[] = [];
  const open = new Map<string, (button: number | undefined) => void>();
  const answers: string[] = [];
  let lastKeyAt = clock.now();
  changeScreen(store, (screen) => ({ ...screen, terminal: { ...screen.terminal, focused } }));
  const stop = watchNotifications(store, {
    clock,
    style: styleOf({}),
    attention: { reportsFocus: () => reportsFocus, lastKeyAt: () => lastKeyAt },
    show: ({ title, body }, _, choose) => {
      shown.push(`${title}: ${body}`);
      open.set(title, choose);
      return () => void open.delete(title);
    },
    answer: ({ content }, answer) => answers.push(`${answer}: ${content}`),
  });
  const arrives = (change: Partial<MessageSpec>) => {
    const message = { by: ana, text: "are you there?", to: [ana], at: "11:43", ...change };
    changeReplica(store, (replica) => withMessages(replica, [message], replica.newestMessage + 1));
  };
  const presses = () => {
    lastKeyAt = clock.now();
  };
  return { store, clock, shown, open, answers, arrives, presses, stop };
}

test("a rule tells of what would not notify, and silences what it puts aside", () => {
  const { store, shown, arrives } = away();
  const all = rulesFor({
    Quiet: 'text = "green"\ndo = "done"',
    Tell: 'topic = "new"\ndo = "notify"',
  });
  const tested = new Set(all.map(({ digest }) => digest));
  changeSession(store, (session) => ({ ...session, rules: { all, tested } }));
  arrives({ text: "all green" });
  expect(shown).toEqual([]);
  arrives({ to: topic("new"), text: "sev1" });
  expect(shown).toEqual([]);
  const id = store.getState().replica.newestMessage as MessageId;
  const tell = () =>
    changeSession(store, (session) => ({ ...session, ruled: { ...nothingRuled, notify: [id] } }));
  tell();
  tell();
  expect(shown).toEqual(["Ana Ruiz · #backend › new: sev1"]);
});

test.each<[string, Partial<MessageSpec>, string[]]>([
  ["a direct message", {}, ["Ana Ruiz: are you there?"]],
  [
    "a mention",
    { to: topic("new"), flags: ["mentioned"], text: "**now** please" },
    ["Ana Ruiz · #backend › new: now please"],
  ],
  [
    "an alert word",
    { to: topic("new"), flags: ["has_alert_word"] },
    ["Ana Ruiz · #backend › new: are you there?"],
  ],
  ["an ordinary message", { to: topic("new") }, []],
  ["the user's own message", { by: you }, []],
  ["a mention in a muted stream", { to: topic("x", random), flags: ["mentioned"] }, []],
  ["a message already read elsewhere", { flags: ["read"] }, []],
])("while unfocused, %s gives the right notification or none", (_, change, expected) => {
  const { shown, arrives } = away();
  arrives(change);
  expect(shown).toEqual(expected);
});

test.each<[string, Partial<Snooze>, string[]]>([
  ["is snoozed until a time, which a direct message ends", {}, ["Ana Ruiz: are you there?"]],
  ["waits for Ana", { awaits: { userId: ana } }, ["Ana Ruiz: are you there?"]],
  ["waits for Bo", { awaits: { userId: bo } }, []],
])("a direct message of Ana where the conversation %s", (_, condition, expected) => {
  const { store, shown, arrives } = away();
  const { ownId, newestMessage: newest } = store.getState().replica;
  const conversation = { kind: "direct", userIds: sorted([ana, ownId]) } as const;
  const snooze = { conversation, until: untilAnswered, newest, isDue: false, ...condition };
  changeLocal(store, "snoozes", new Map([[conversationKey(conversation), snooze]]));
  arrives({});
  expect(shown).toEqual(expected);
});

test.each(["you", "YOU ", "You Yourself"])(
  "somebody who is called %j, as the user is, is told by address",
  (name) => {
    const { store, shown, arrives } = away();
    changeReplica(store, (before) => {
      const person = { ...get(before.people, ana)!, name };
      return { ...before, people: put(before.people, ana, person, newBatch("test")) };
    });
    arrives({});
    expect(shown).toEqual([`${name} (${get(acme().people, ana)?.email}): are you there?`]);
  },
);

test("a message whose event comes after a page with newer ones notifies like any other", () => {
  const { store, shown } = away();
  changeReplica(store, (before) => ({ ...before, newestMessage: before.newestMessage + 5 }));
  changeReplica(store, (before) =>
    withMessages(
      before,
      [{ by: ana, text: "are you there?", to: [ana], at: "11:43" }],
      before.newestMessage - 2,
    ),
  );
  expect(shown).toEqual(["Ana Ruiz: are you there?"]);
});

test("of messages that come together, all notify, however far apart their IDs are", () => {
  const { store, shown } = away();
  const said = { text: "are you there?", at: "11:43" };
  changeReplica(store, (before) => {
    const one = withMessages(before, [{ by: ana, to: [ana], ...said }], before.newestMessage + 1);
    return withMessages(one, [{ by: bo, to: [bo], ...said }], one.newestMessage + 100_000);
  });
  expect(shown).toHaveLength(2);
});

test("a conversation notifies once until it is read", () => {
  const { store, shown, arrives } = away();
  arrives({});
  arrives({ text: "hello?" });
  arrives({ to: [mei], by: mei });
  expect(shown).toHaveLength(2);
  changeReplica(store, (replica) => ({
    ...replica,
    unreads: { ...replica.unreads, directs: new Map() },
  }));
  arrives({ text: "again" });
  expect(shown.at(-1)).toBe("Ana Ruiz: again");
});

test("what is read is taken away, and what is chosen concerns the message that was shown", () => {
  const { store, open, answers, arrives } = away();
  arrives({});
  arrives({ text: "hello?" });
  arrives({ to: [mei], by: mei, text: "lunch?" });
  expect([...open.keys()]).toEqual(["Ana Ruiz", "Mei Tanaka"]);
  open.get("Ana Ruiz")?.(undefined);
  for (const button of [0, 1, 2]) open.get("Mei Tanaka")?.(button);
  expect(answers).toEqual([
    "show: are you there?",
    "done: lunch?",
    "reply: lunch?",
    "later: lunch?",
  ]);
  changeReplica(store, (replica) => ({
    ...replica,
    unreads: { ...replica.unreads, directs: new Map() },
  }));
  expect(open.size).toBe(0);
});

test("nothing comes in quiet hours, nor while it is silenced by the key, for which the key is stronger", () => {
  const { store, shown, arrives } = away();
  const press = keyPresser(store);
  const prefers = (preferences: Partial<Preferences>) =>
    changeScreen(store, (screen) => ({
      ...screen,
      preferences: { ...screen.preferences, ...preferences },
    }));
  // It is 11:42.
  prefers({ quietHours: readDailyHours("11-12") });
  arrives({});
  expect(shown).toEqual([]);
  press("g", "q");
  arrives({ text: "hello?" });
  expect(shown).toHaveLength(1);
  prefers({ quietHours: readDailyHours("12-13") });
  press("g", "q");
  arrives({ to: [mei], by: mei });
  expect(shown).toHaveLength(1);
  expect(store.getState().screen.toast?.text).toBe("No more notifications: g q brings them back.");
  press("g", "q");
  arrives({ to: [bo], by: bo });
  expect(shown).toHaveLength(2);
  prefers({ notifications: "off" });
  press("g", "q");
  expect(store.getState().screen.toast?.text).toBe(
    "Your options of weir have no notifications: g , leads to them.",
  );
});

test("a focused terminal gets no notifications", () => {
  const { shown, arrives } = away({ focused: true });
  arrives({});
  expect(shown).toEqual([]);
});

test("a terminal that does not report its focus counts as focused for a minute after each key", async () => {
  const { clock, shown, arrives, presses } = away({ reportsFocus: false, focused: true });
  arrives({});
  await clock.pass("61 s");
  arrives({ to: [mei], by: mei });
  presses();
  arrives({});
  expect(shown).toEqual(["Mei Tanaka: are you there?"]);
});

test("without the text of messages, who wrote and where is told", () => {
  const { store, shown, arrives } = away();
  changeScreen(store, ({ preferences, ...screen }) => ({
    ...screen,
    preferences: { ...preferences, notificationText: "names" },
  }));
  arrives({ to: topic("new"), flags: ["mentioned"], text: "the **secret**" });
  expect(shown).toEqual(["Ana Ruiz · #backend › new: "]);
});

const floods = (arrives: ReturnType<typeof away>["arrives"], count: number) => {
  for (let at = 0; at < count; at += 1) arrives({ text: `and ${at}` });
};

test("after a flood without notifications one tells how many came", async () => {
  const { store, clock, shown, arrives } = away();
  arrives({});
  floods(arrives, 30);
  arrives({ to: topic("new") });
  await clock.pass("9 s");
  expect(shown).toEqual(["Ana Ruiz: are you there?"]);
  floods(arrives, 1);
  await clock.pass("9 s");
  expect(shown).toHaveLength(1);
  await clock.pass("1 s");
  expect(shown).toEqual([expect.anything(), "weir: 31 messages need you, in 1 conversation"]);
  // A few are none, and nobody is told on return.
  floods(arrives, 9);
  await clock.pass("10 s");
  floods(arrives, 20);
  changeScreen(store, (screen) => ({
    ...screen,
    terminal: { ...screen.terminal, focused: true },
  }));
  await clock.pass("60 s");
  expect(shown).toHaveLength(2);
});

test("messages of an outage are told by their number", async () => {
  const { store, clock, shown } = away();
  changeReplica(store, (replica) => {
    const message = { by: ana, text: "are you there?", to: [ana], at: "11:43" };
    const next = withMessages(replica, [message], replica.newestMessage + 1);
    return { ...next, epoch: next.epoch + 1 };
  });
  expect(shown).toEqual([]);
  await clock.pass("10 s");
  expect(shown).toEqual(["weir: 1 message needs you, in 1 conversation"]);
});

test("nothing is told after it was stopped", async () => {
  const { clock, arrives, stop } = away();
  floods(arrives, 30);
  stop();
  expect(clock.waiting()).toBe(0);
});
