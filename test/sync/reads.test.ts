import { expect, test } from "vitest";
import { sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import type { Action } from "#journal/intent.ts";
import { narrowKey } from "#model/narrow.ts";
import { isUnread } from "#model/unreads.ts";
import type { Place } from "#store/screen.ts";
import { addIntents, changeScreen, undoStep } from "#store/store.ts";
import { createIdleTracker } from "#sync/context.ts";
import { startReads } from "#sync/reads.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { people } from "../support/small-blueprint.ts";
import { deploy, hello, inDeploy, startSmall } from "../support/small-client.ts";

const mention = 108 as MessageId;

async function start(attention = { lastKeyAt: () => 0, reportsFocus: () => true }) {
  const small = await startSmall({}, { attention });
  const { store } = small;
  return {
    ...small,
    show: (ids: readonly number[], narrow = narrowKey(deploy)) =>
      changeScreen(store, (screen) => ({
        ...screen,
        reading: { ...screen.reading, visible: { narrow, ids: ids as MessageId[], isAtEnd: true } },
      })),
    isRead: () => !isUnread(store.getState().view.unreads, mention),
  };
}

test("a message is marked as read after 300 ms on the screen", async () => {
  const { clock, show, isRead } = await start();
  show([mention]);
  await clock.pass(299);
  expect(isRead()).toBe(false);
  await clock.pass(2);
  expect(isRead()).toBe(true);
});

test("a message that leaves the screen just before its timer runs is still marked as read", async () => {
  const { clock, store, show, isRead } = await start();
  // The earlier of two timers that are due at once.
  clock.after(300, () =>
    changeScreen(store, (screen) => ({
      ...screen,
      reading: { ...screen.reading, visible: undefined },
    })),
  );
  show([mention]);
  await clock.pass("2 s");
  expect(isRead()).toBe(true);
});

test("a timer that fires a little early still marks the message as read", async () => {
  const { clock, store, client, show, isRead } = await start({
    lastKeyAt: () => 0,
    reportsFocus: () => false,
  });
  let ticks = 0;
  const early = {
    ...clock,
    elapsed: () => {
      ticks += 0.1;
      return clock.elapsed() + ticks;
    },
    after: (ms: number, task: () => void) => clock.after(ms - 0.25, task),
  };
  const context = { store, clock: early, idle: createIdleTracker(early), newId: client.newId };
  const stop = startReads(context, { lastKeyAt: () => 0, reportsFocus: () => true });
  show([mention]);
  await clock.pass("2 s");
  expect(isRead()).toBe(true);
  stop();
});

test("a message that is scrolled past is not marked as read", async () => {
  const { clock, show, isRead } = await start();
  show([mention]);
  await clock.pass(200);
  show([]);
  await clock.pass("5 s");
  expect(isRead()).toBe(false);
});

test("a visible message marked unread elsewhere stays unread until it is shown again", async () => {
  const { ana, clock, show, isRead } = await start();
  show([mention]);
  await clock.pass("2 s");
  expect(isRead()).toBe(true);
  await ana.post("/messages/flags", { messages: [mention], op: "remove", flag: "read" });
  await clock.pass("1 min");
  expect(isRead()).toBe(false);
  show([]);
  show([mention]);
  await clock.pass("2 s");
  expect(isRead()).toBe(true);
});

test("a message marked unread elsewhere stays unread if a dialog covers it briefly", async () => {
  const { ana, clock, store, show, isRead } = await start();
  show([mention]);
  await clock.pass("2 s");
  await ana.post("/messages/flags", { messages: [mention], op: "remove", flag: "read" });
  await clock.pass("1 s");
  changeScreen(store, (screen) => ({
    ...screen,
    reading: { ...screen.reading, visible: undefined },
  }));
  show([mention]);
  await clock.pass("5 s");
  expect(isRead()).toBe(false);
});

test("an unfocused terminal marks nothing as read, and marks the visible messages once it is focused", async () => {
  const { clock, store, show, isRead } = await start();
  changeScreen(store, (screen) => ({
    ...screen,
    terminal: { ...screen.terminal, focused: false },
  }));
  show([mention]);
  await clock.pass("1 min");
  expect(isRead()).toBe(false);
  changeScreen(store, (screen) => ({
    ...screen,
    terminal: { ...screen.terminal, focused: true },
  }));
  await clock.pass("1 s");
  expect(isRead()).toBe(true);
});

test("with the setting for conversations, other narrows mark nothing as read", async () => {
  const { ana, clock, show, isRead } = await start();
  await ana.patch("/settings", { web_mark_read_on_scroll_policy: 2 });
  await clock.pass("1 s");
  show([mention], narrowKey({ kind: "mentions" }));
  await clock.pass("5 s");
  expect(isRead()).toBe(false);
});

const stream = narrowKey({ kind: "stream", streamId: 2 as StreamId });
const toMentions = narrowKey({ kind: "mentions" });

test.each([
  ["always", 1, { topic: true, stream: true, mentions: true }],
  ["in conversations", 2, { topic: true, stream: false, mentions: false }],
  ["never", 3, { topic: false, stream: false, mentions: false }],
])("with marking as read set to %s, only these narrows mark messages", async (_, policy, marks) => {
  for (const [narrow, key] of [
    ["topic", narrowKey(deploy)],
    ["stream", stream],
    ["mentions", toMentions],
  ] as const) {
    const { ana, clock, show, isRead } = await start();
    await ana.patch("/settings", { web_mark_read_on_scroll_policy: policy });
    await clock.pass("1 s");
    show([mention], key);
    await clock.pass("5 s");
    expect(isRead()).toBe(marks[narrow]);
  }
});

test("the configuration takes precedence over the server's setting", async () => {
  const { ana, clock, show, isRead, store } = await start();
  await ana.patch("/settings", { web_mark_read_on_scroll_policy: 1 });
  changeScreen(store, (screen) => ({ ...screen, preferences: { markRead: "conversations" } }));
  await clock.pass("1 s");
  show([mention], toMentions);
  await clock.pass("5 s");
  expect(isRead()).toBe(false);
  show([mention]);
  await clock.pass("5 s");
  expect(isRead()).toBe(true);
});

test("a changed setting applies to messages that are already visible", async () => {
  const { ana, clock, show, isRead } = await start();
  await ana.patch("/settings", { web_mark_read_on_scroll_policy: 3 });
  await clock.pass("1 s");
  show([mention]);
  await clock.pass("5 s");
  expect(isRead()).toBe(false);
  await ana.patch("/settings", { web_mark_read_on_scroll_policy: 2 });
  await clock.pass("5 s");
  expect(isRead()).toBe(true);
});

test("messages read one after another are marked with one request a second", async () => {
  const { clock, client, show, bo } = await start();
  const ids = [];
  for (const text of ["a", "b", "c", "d"])
    ids.push(
      await bo.say(
        { streamId: deploy.kind === "topic" ? deploy.streamId : 0, topic: "deploy" },
        text,
      ),
    );
  await clock.pass("2 s");
  client.network.sent.length = 0;
  for (const [index] of ids.entries()) {
    show(ids.slice(0, index + 1));
    await clock.pass(200);
  }
  await clock.pass("3 s");
  const requests = client.network.sent.filter((line) => line === "POST /messages/flags");
  expect(requests.length).toBe(2);
});

test("messages that undo restores in the conversation it opens stay unread until they are shown again", async () => {
  const { clock, client, store, show, isRead } = await start();
  const origin = { clock, newId: client.newId };
  const ids = sorted([mention]);
  const place = (next: Place) => changeScreen(store, (screen) => ({ ...screen, place: next }));
  place({ kind: "inbox" });
  changeScreen(store, (screen) => ({
    ...screen,
    reading: { ...screen.reading, visible: undefined },
  }));
  addIntents(store, origin, [{ kind: "read", op: "add", ids }], {
    sentence: "Done",
    inverse: [{ kind: "read", op: "remove", ids }],
    location: undefined,
  });
  await clock.pass("2 s");
  place({ kind: "narrow", narrow: deploy });
  undoStep(store, origin);
  show([mention]);
  await clock.pass("5 s");
  expect(isRead()).toBe(false);
  show([]);
  show([mention]);
  await clock.pass("2 s");
  expect(isRead()).toBe(true);
});

// Muting a person makes the server mark their messages as read; undo restores exactly those.

const mute = { kind: "mute-person", op: "add", userId: people.bo as UserId } as const;
const inHello = { streamId: hello.kind === "topic" ? hello.streamId : 0, topic: "hello" };

/** Bo and Cleo have written to a topic, a group and Ana, and a new register lists only the newest three messages. */
async function startUnfetched() {
  const world = await startSmall();
  const { client, clock, bo, cleo, control } = world;
  client.open({ kind: "starred" });
  client.network.plug(false);
  for (const who of [bo, cleo]) {
    await who.say(inDeploy, "in a stream");
    await who.say([people.ana, people.bo, people.cleo], "in a group");
    await who.say(inHello, "in another stream");
  }
  await bo.say([people.ana], "alone");
  control.server.maxUnreadListed = 3;
  control.expireQueues();
  client.network.plug(true);
  await clock.pass("1 min");
  const personal = control.server.state.personal.get(people.ana);
  return { ...world, onServer: () => [...(personal?.unread ?? [])].sort((a, b) => a - b) };
}

test("undo also restores unfetched messages of the muted person, in streams, groups and direct messages", async () => {
  const { act, undo, clock, onServer, open } = await startUnfetched();
  const before = onServer();
  act(mute);
  await clock.pass("5 s");
  expect(before.length - onServer().length).toBe(5);
  undo();
  await clock.pass("5 s");
  expect(onServer()).toEqual(before);
  expect(open()).toBe(0);
});

const leave = {
  kind: "subscription",
  op: "remove",
  streamId: inDeploy.streamId as StreamId,
} as const;

test("undo restores what was unread in a stream that was left", async () => {
  const { act, undo, clock, control, bo, open } = await startSmall();
  await bo.say(inDeploy, "unread");
  await bo.say({ ...inDeploy, topic: "plan" }, "unread as well");
  await clock.pass("5 s");
  const onServer = () =>
    [...(control.server.state.personal.get(people.ana)?.unread ?? [])].sort((a, b) => a - b);
  const before = onServer();
  act(leave);
  await clock.pass("5 s");
  expect(before.length - onServer().length).toBeGreaterThanOrEqual(2);
  undo();
  await clock.pass("5 s");
  expect(onServer()).toEqual(before);
  expect(open()).toBe(0);
});

test("leaving can be undone on a server that cannot mark messages as unread", async () => {
  const { store, act, clock, press } = await startSmall({ level: since.markUnread - 1 });
  act(leave);
  await clock.pass("5 s");
  press("u");
  await clock.pass("5 s");
  const { replica, screen } = store.getState();
  expect(screen.toast?.text).toBe("Undid: Leave #dev");
  expect(get(replica.streams, leave.streamId)?.subscription).toBeDefined();
});

test("undo before the events of the muting arrive restores the same messages", async () => {
  const { act, undo, clock, onServer, open, control, cleo } = await startUnfetched();
  control.fault({ kind: "delay", path: "/events", method: "GET", delayMs: 3_000, times: 3 });
  // Answers the pending poll, so that the next one is delayed.
  await cleo.say(inHello, "meanwhile");
  await clock.pass(100);
  const before = onServer();
  act(mute);
  await clock.pass("1 s");
  expect(onServer()).not.toEqual(before);
  undo();
  await clock.pass("20 s");
  expect(onServer()).toEqual(before);
  expect(open()).toBe(0);
});

type Deed = "mute" | "unread";
const orders: readonly (readonly [Deed, Deed])[] = [
  ["mute", "unread"],
  ["unread", "mute"],
];

test.each(
  orders.flatMap((order) =>
    [true, false].flatMap((wasRead) =>
      [0, 900].flatMap((gapMs) =>
        [0, 1_500].flatMap((lateMs) =>
          [0, 700].map((slowMs) => [...order, wasRead, gapMs, lateMs, slowMs] as const),
        ),
      ),
    ),
  ),
)(
  "%s, then %s what was read (%s), after %d ms, with events %d ms and answers %d ms late: the last decides",
  async (first, last, wasRead, gapMs, lateMs, slowMs) => {
    const { act, clock, open, control, bo, cleo, store, client } = await startSmall();
    client.open({ kind: "starred" });
    const ids = sorted([(await bo.say(inDeploy, "look at this")) as MessageId]);
    const deeds: Readonly<Record<Deed, Action>> = {
      mute,
      unread: { kind: "read", op: "remove", ids },
    };
    await clock.pass("5 s");
    if (wasRead) act({ kind: "read", op: "add", ids });
    await clock.pass("5 s");
    const late = { times: 10, kind: "delay" } as const;
    if (lateMs > 0) {
      control.fault({ ...late, path: "/events", method: "GET", delayMs: lateMs });
      // Answers the pending poll, so that the next one is delayed.
      await cleo.say(inHello, "meanwhile");
      await clock.pass(100);
    }
    if (slowMs > 0) control.fault({ ...late, path: "/users/me/muted_users", delayMs: slowMs });
    act(deeds[first]);
    await clock.pass(gapMs);
    act(deeds[last]);
    await clock.pass("30 s");
    const { unread } = control.server.state.personal.get(people.ana) ?? {};
    const isUnreadHere = isUnread(store.getState().view.unreads, ids[0] as MessageId);
    const expected = last === "unread";
    expect([unread?.has(ids[0] ?? 0), isUnreadHere, open()]).toEqual([expected, expected, 0]);
  },
);

test("a message that another client read meanwhile stays read, even if both events arrive together", async () => {
  const { act, undo, clock, onServer, ana, client, control } = await startUnfetched();
  client.open(hello);
  await clock.pass("2 s");
  const before = onServer();
  const others = before.at(-2) ?? 0;
  client.network.plug(false);
  await clock.pass("1 s");
  await ana.post("/messages/flags", { op: "add", flag: "read", messages: [others] });
  await ana.post(`/users/me/muted_users/${people.bo}`);
  act(mute);
  client.network.plug(true);
  await clock.pass("40 s");
  undo();
  await clock.pass("5 s");
  expect(control.server.state.messages.byId.get(others)?.senderId).toBe(people.cleo);
  expect(onServer()).toEqual(before.filter((id) => id !== others));
});
