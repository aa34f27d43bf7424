/** Rules, applied to messages that come: once, by one window, as steps that can be undone. */
import { expect, test } from "vitest";
import { topicKey } from "#model/conversation.ts";
import type { Rule } from "#model/rules/rule.ts";
import { unreadCountOf } from "#model/select/conversations.ts";
import { undoStep } from "#store/store.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import { archiveIn } from "../../support/archive-in.ts";
import { startClient } from "../../support/client.ts";
import { fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";
import { rulesFor, testedOn } from "../../support/rules.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { hello, inDeploy, startSmall } from "../../support/small-client.ts";
import { full, memoryDisk } from "../../support/storage.ts";

const dev = streams.dev as StreamId;
const key = topicKey(dev, "deploy");
const quiet = 'stream = "dev"\ntext = "green"\ndo = "done"';

async function start(tables: Readonly<Record<string, string>>, tested?: readonly Rule[]) {
  const rules = rulesFor(tables);
  const disk = testedOn(memoryDisk(), tested ?? rules);
  const world = await startSmall({}, { rules, disk });
  const state = () => world.store.getState();
  return {
    ...world,
    rules,
    disk,
    state,
    says: async (text: string, where: { streamId: number; topic: string } = inDeploy) => {
      const id = (await world.bo.say(where, text)) as MessageId;
      await world.settles();
      return id;
    },
    isUnreadThere: (id: number) =>
      world.control.server.state.personal.get(people.ana)?.unread.has(id) ?? false,
    steps: () => state().journal.undo.map(({ sentence, rule }) => [sentence, rule]),
    count: () => unreadCountOf(state().view, key),
  };
}

test("done marks what comes as read, here and on the server, as a step that u undoes", async () => {
  const { says, isUnreadThere, count, steps, toast, press, settles, state } = await start({
    Green: quiet,
  });
  const before = count();
  const [green, red] = [await says("all green"), await says("red")];
  expect([isUnreadThere(green), isUnreadThere(red)]).toEqual([false, true]);
  expect(count()).toBe(before + 1);
  expect(steps()).toEqual([["Done #dev › deploy (1), by rule Green", "Green"]]);
  expect(toast()).toBe("Done #dev › deploy (1), by rule Green");
  expect(state().screen.toast?.undo).toBe(true);
  press("u");
  await settles();
  expect(isUnreadThere(green)).toBe(true);
  expect(toast()).toBe("Undid: Done #dev › deploy (1), by rule Green");
  // It is not applied to it again.
  await says("red again");
  expect(isUnreadThere(green)).toBe(true);
});

test("messages of a conversation that come together are one step", async () => {
  const { bo, settles, steps } = await start({ Green: quiet });
  await Promise.all(["green 1", "green 2", "red", "green 3"].map((text) => bo.say(inDeploy, text)));
  await settles();
  expect(steps()).toEqual([["Done #dev › deploy (3), by rule Green", "Green"]]);
});

test("snooze hides the conversation until then, and undo brings it back", async () => {
  const { says, state, steps, press } = await start({
    Later: 'topic = "deploy"\ntext = "green"\ndo = "snooze"\nuntil = "in 2h"',
  });
  await says("all green");
  expect(state().view.snoozes.get(key)).toMatchObject({ isDue: false });
  expect(steps()).toEqual([
    [expect.stringMatching(/^Snoozed until .*: #dev › deploy, by rule Later$/), "Later"],
  ]);
  press("u");
  // A draft of hers has waited there before.
  expect(state().view.snoozes.get(key)).toMatchObject({ isDue: true, stays: "draft" });
});

test("mute mutes the topic, once, and undo unmutes it", async () => {
  const { says, state, steps, press, settles, sent } = await start({
    Mute: 'topic = "deploy"\ntext = "green"\ndo = "mute"',
  });
  await says("all green");
  await says("green again");
  expect(state().replica.policies.get(key)).toBe(1);
  expect(sent(/^POST \/user_topics/)).toBe(1);
  expect(steps()).toEqual([["Muted #dev › deploy, by rule Mute", "Mute"]]);
  press("u");
  await settles();
  expect(state().replica.policies.get(key) ?? 0).toBe(0);
});

test("what notifies and what runs is left to the screen, and is no step", async () => {
  const rules = rulesFor({ Tell: 'text = "green"\ndo = "notify"' });
  const run: Rule = {
    ...rules[0]!,
    title: "Run",
    digest: "x",
    deed: { kind: "command", title: "Page" },
  };
  const disk = testedOn(memoryDisk(), [...rules, run]);
  const { store, bo, settles } = await startSmall({}, { rules: [...rules, run], disk });
  const id = await bo.say(inDeploy, "all green");
  await settles();
  const { session, journal } = store.getState();
  const reports = new Map([[id, ["Notified you, by rule Tell", "Ran Page, by rule Run"]]]);
  expect(session.ruled).toEqual({
    notify: [id],
    run: [{ title: "Page", rule: "Run", id }],
    reports,
  });
  expect(journal.undo).toEqual([]);
});

test("a command runs at most twenty times a minute", async () => {
  const [like] = rulesFor({ Run: 'text = "go"\ndo = "notify"' });
  const rules: Rule[] = [{ ...like!, deed: { kind: "command", title: "Page" } }];
  const disk = testedOn(memoryDisk(), rules);
  const { store, bo, settles, clock, toast } = await startSmall({}, { rules, disk });
  const say = async (count: number) => {
    await Promise.all(Array.from({ length: count }, () => bo.say(inDeploy, "go")));
    await settles();
    return store.getState().session.ruled.run.length;
  };
  expect(await say(25)).toBe(20);
  expect(toast()).toBe("Rule Run has run too often: it goes on in a minute.");
  await clock.pass("61 s");
  expect(await say(2)).toBe(2);
});

test("a rule that was not tested does nothing and says so, until another process has tested it", async () => {
  const { says, isUnreadThere, state, disk, rules, clock } = await start({ Green: quiet }, []);
  expect(state().session.notice).toBe(
    "1 rule waits: `weir rules test` shows what it would do, and lets it run.",
  );
  expect(isUnreadThere(await says("all green"))).toBe(true);
  testedOn(disk, rules);
  await clock.pass("15 s");
  expect(state().session.notice).toBeUndefined();
  expect(isUnreadThere(await says("green again"))).toBe(false);
});

test("only the rules that were tested are applied, and do not yield to others", async () => {
  const tables = { Tell: 'text = "green"\ndo = "notify"', Green: quiet };
  const { says, isUnreadThere } = await start(tables, rulesFor({ Green: quiet }));
  expect(isUnreadThere(await says("all green"))).toBe(false);
});

test("what came before, and the user's own messages, are left alone", async () => {
  const { count, steps, ana, settles } = await start({ All: 'stream = "dev"\ndo = "done"' });
  expect(count()).toBe(1);
  await ana.say(inDeploy, "mine");
  await settles();
  expect(steps()).toEqual([]);
});

test("u undoes the user's own last step, whatever rules did since", async () => {
  const { says, press, isUnreadThere, toast, act, state, clock } = await start({ Green: quiet });
  press("j");
  act({ kind: "topic-policy", streamId: dev, topic: "deploy", policy: 3 });
  const green = await says("all green");
  // The screen no longer says what the rule did.
  await clock.pass("11 s");
  expect(toast()).toBeUndefined();
  press("u");
  expect(toast()).toBe("Undid: Follow #dev › deploy");
  expect(isUnreadThere(green)).toBe(false);
  expect(state().journal.undo.map(({ rule }) => rule)).toEqual(["Green"]);
  press("^R");
  expect(toast()).toBe("Redid: Follow #dev › deploy");
});

test("after a restart, nothing is applied a second time", async () => {
  const first = await start({ Green: quiet });
  const green = await first.says("all green");
  first.press("u");
  await first.settles();
  expect(first.isUnreadThere(green)).toBe(true);
  // By the creation of the realm: another one at the same address has other IDs.
  const { createdAt = 0 } = first.state().replica.realm;
  expect(first.disk.places.get(`judged ${createdAt}`)).toContain(green);
});

/** A client that is killed as soon as its disk has taken a message: nothing leaves it any more. */
async function killedOnceTaken(rules: readonly Rule[]) {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock });
  const disk = testedOn(memoryDisk(), rules);
  const open = () => {
    const storage = disk.open();
    const take: typeof storage.take = async (...args) => {
      const taken = await storage.take(...args);
      if (taken.fresh.length > 0) {
        disk.crash();
        client.network.plug(false);
      }
      return taken;
    };
    return { ...storage, take };
  };
  const client = startClient({ clock, realm, disk: { ...disk, open }, rules });
  await clock.pass("5 s");
  const green = await as(people.bo).say(inDeploy, "all green");
  await clock.pass("5 s");
  /** The steps that it knows. */
  const startsAgain = async (name: string) => {
    const { store } = startClient({ clock, realm, disk, rules, name });
    await clock.pass("20 s");
    return { store, steps: store.getState().journal.undo.map(({ rule }) => rule) };
  };
  const { personal } = realm.control.server.state;
  const isUnread = () => personal.get(people.ana)?.unread.has(green);
  return { clock, disk, startsAgain, isUnread };
}

test.each([
  ["done", quiet],
  ["snooze", 'text = "green"\ndo = "snooze"\nuntil = "in 2h"'],
  ["mute", 'text = "green"\ndo = "mute"'],
])(
  "if weir is killed between taking a message and %s, the next start does it, once",
  async (_, rule) => {
    const { startsAgain, disk } = await killedOnceTaken(rulesFor({ Green: rule }));
    expect((await startsAgain("second")).steps).toEqual(["Green"]);
    disk.crash();
    expect((await startsAgain("third")).steps).toEqual(["Green"]);
  },
);

test.each([500, 299])(
  "what a killed window had taken is done however far apart it is, at level %i",
  async (level) => {
    const clock = fakeClock();
    const { realm, as } = startRealm({ clock, level });
    const rules = rulesFor({ Green: quiet });
    const disk = testedOn(memoryDisk(), rules);
    const { state } = realm.control.server;
    const first = await as(people.bo).say(inDeploy, "all green");
    for (let count = 0; count < 5_100; count += 1) await as(people.bo).say(inHello, "between");
    const last = await as(people.bo).say(inDeploy, "green again");
    const created = (await as(people.ana).register())["realm_date_created"] ?? 0;
    const killed = disk.open();
    await killed.take(`judged ${created}`, [first, last], [first, last]);
    disk.crash();
    const { network } = startClient({ clock, realm, disk, rules });
    await clock.pass("20 s");
    const unread = state.personal.get(people.ana)?.unread;
    expect([first, last].map((id) => unread?.has(id))).toEqual([false, false]);
    expect(network.sent.filter((line) => line === "GET /messages").length).toBeLessThan(10);
  },
);

test("what was done, and undone before it was settled, is not done again", async () => {
  const { startsAgain, disk, isUnread, clock } = await killedOnceTaken(rulesFor({ Green: quiet }));
  const { open } = disk;
  Object.assign(disk, { open: () => ({ ...open(), settle: async () => {} }) });
  const { store } = await startsAgain("second");
  expect(isUnread()).toBe(false);
  undoStep(store, { clock });
  await clock.pass("5 s");
  expect(isUnread()).toBe(true);
  disk.crash();
  expect((await startsAgain("third")).steps).toEqual([]);
  expect(isUnread()).toBe(true);
});

test("what rules could not take, because the disk was full, is done once it has room", async () => {
  const { bo, disk, clock, isUnreadThere } = await start({ Green: quiet });
  disk.fail(full);
  const green = await bo.say(inDeploy, "all green");
  await clock.pass("20 s");
  expect(isUnreadThere(green)).toBe(true);
  disk.fail(undefined);
  await clock.pass("20 s");
  expect(isUnreadThere(green)).toBe(false);
});

const both = { Green: quiet, Tell: 'topic = "deploy"\ntext = "sev1"\ndo = "notify"' };

test("what came while there was no queue is dealt with, and not told", async () => {
  const { bo, client, clock, settles, isUnreadThere, state, ana, control } = await start(both);
  client.network.plug(false);
  const [green, red, read] = [
    await bo.say(inDeploy, "all green"),
    await bo.say(inDeploy, "red, sev1"),
    await bo.say(inDeploy, "green, too"),
  ];
  await ana.post("/messages/flags", { messages: [read], op: "add", flag: "read" });
  control.expireQueues();
  client.network.plug(true);
  await clock.pass("2 min");
  expect(state().session.connection.kind).toBe("live");
  expect([isUnreadThere(green), isUnreadThere(red)]).toEqual([false, true]);
  expect(state().journal.undo.map(({ sentence }) => sentence)).toEqual([
    "Done #dev › deploy (1), by rule Green",
  ]);
  expect(state().session.ruled.notify).toEqual([]);
  const later = await bo.say(inDeploy, "sev1");
  await settles();
  expect(state().session.ruled.notify).toEqual([later]);
});

/** From now on polls are answered only after the returned function was called. */
async function withheld({ client, realm, bo, settles }: Awaited<ReturnType<typeof start>>) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const isPoll = ({ url }: Request) => new URL(url).pathname.endsWith("/events");
  client.network.replace({
    ...realm,
    fetch: async (request) => {
      if (isPoll(request)) await released;
      return realm.fetch(request);
    },
  });
  // It answers the poll that is under way.
  await bo.say(inHello, "before");
  await settles();
  return release;
}

const inHello = { streamId: streams.general, topic: "hello" };

test("a message whose event comes after a page with newer ones is dealt with, once", async () => {
  const world = await start({ Green: quiet });
  const { bo, client, settles, state, steps, isUnreadThere } = world;
  const release = await withheld(world);
  const green = await bo.say(inDeploy, "all green");
  const newer = await bo.say(inHello, "newer");
  client.open(hello);
  await settles();
  expect(state().replica).toMatchObject({ newestMessage: newer });
  expect(state().replica.newestHeard).toBeLessThan(green);
  release();
  await settles();
  expect(isUnreadThere(green)).toBe(false);
  expect(steps()).toEqual([["Done #dev › deploy (1), by rule Green", "Green"]]);
});

test("what a page has shown, and whose event was lost with the queue, is dealt with", async () => {
  const world = await start({ Green: quiet });
  const { bo, client, clock, settles, control, steps, isUnreadThere } = world;
  const release = await withheld(world);
  const green = await bo.say(inDeploy, "all green");
  await bo.say(inHello, "newer");
  client.open(hello);
  await settles();
  control.expireQueues();
  release();
  await clock.pass("2 min");
  expect(isUnreadThere(green)).toBe(false);
  expect(steps()).toHaveLength(1);
});

test("IDs may be far apart, as on a server with many organizations", async () => {
  const { says, control, isUnreadThere } = await start({ Green: quiet });
  control.server.state.messages.newest += 10_000_000;
  expect(isUnreadThere(await says("all green"))).toBe(false);
});

test("a window judges each message once", async () => {
  const [like] = rulesFor({ Green: quiet });
  let judged = 0;
  const counting = () => {
    judged += 1;
    return true;
  };
  const rules: Rule[] = [{ ...like!, text: [counting] }];
  const disk = testedOn(memoryDisk(), rules);
  const { bo, settles } = await startSmall({}, { rules, disk });
  await Promise.all(["one", "two"].map((text) => bo.say(inDeploy, text)));
  await bo.say(inHello, "three");
  await settles();
  // The one in the other stream is not compared.
  expect(judged).toBe(2);
});

test("a snooze that would be over by now is none", async () => {
  const { bo, client, clock, state, control, steps } = await start({
    Later: 'topic = "late"\ndo = "snooze"\nuntil = "in 2h"',
  });
  client.network.plug(false);
  await bo.say({ streamId: dev, topic: "late" }, "over");
  await clock.pass("3 h");
  await bo.say({ streamId: dev, topic: "late again" }, "no rule is about it");
  control.expireQueues();
  client.network.plug(true);
  await clock.pass("2 min");
  expect(state().session.connection.kind).toBe("live");
  expect(unreadCountOf(state().view, topicKey(dev, "late"))).toBe(1);
  expect(state().view.snoozes.has(topicKey(dev, "late"))).toBe(false);
  expect(steps()).toEqual([]);
});

test("what came while weir did not run is dealt with at the next start, once", async () => {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock });
  const rules = rulesFor(both);
  const disk = testedOn(memoryDisk(), rules);
  const archive = archiveIn();
  const isUnreadThere = (id: number) =>
    realm.control.server.state.personal.get(people.ana)?.unread.has(id);
  const run = async () => {
    const client = startClient({ clock, realm, disk, archive, rules });
    await clock.pass("10 s");
    const steps = client.store.getState().journal.undo.map(({ sentence }) => sentence);
    const stopped = client.session.stop();
    await clock.pass("1 s");
    await stopped;
    return steps;
  };
  await run();
  const green = await as(people.bo).say(inDeploy, "all green");
  expect(await run()).toEqual(["Done #dev › deploy (1), by rule Green"]);
  expect(isUnreadThere(green)).toBe(false);
  // The user wants it unread.
  await as(people.ana).post("/messages/flags", { messages: [green], op: "remove", flag: "read" });
  await run();
  expect(isUnreadThere(green)).toBe(true);
});

test("where the notice says something else, it is said below which rules wait", async () => {
  const clock = fakeClock();
  const { realm } = startRealm({ clock });
  const rules = rulesFor(both);
  const client = startClient({ clock, realm, rules, notice: "Something else." });
  await clock.pass("5 s");
  const { session, screen } = client.store.getState();
  expect(session.notice).toBe("Something else.");
  expect(screen.toast?.text).toBe(
    "2 rules wait: `weir rules test` shows what they would do, and lets them run.",
  );
});
