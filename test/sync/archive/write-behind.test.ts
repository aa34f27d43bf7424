import { expect, test } from "vitest";
import type { Send } from "#api/transport.ts";
import type { Archive, ArchiveChange } from "#archive/archive.ts";
import { restoredReplica } from "#archive/saved-replica.ts";
import { get, values } from "#base/table.ts";
import type { Action } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { addIntents, changeScreen } from "#store/store.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import { startClient } from "../../support/client.ts";
import { fakeClock } from "../../support/clock.ts";
import { type Caller, startRealm } from "../../support/realm.ts";
import { registered } from "../../support/replica.ts";
import { savingArchive } from "../../support/saving-archive.ts";
import { people, smallBlueprint, streams } from "../../support/small-blueprint.ts";
import { deploy, hello, inDeploy } from "../../support/small-client.ts";

const everything = { kind: "all" } as const;

/** Ana's client with an archive, and the topic `deploy` open. */
async function started(limit?: { readonly archiveSize: number; readonly size: () => number }) {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock });
  const archive = savingArchive({ clock, ...limit });
  const refusal = { code: "UNAUTHORIZED" };
  const client = startClient({ clock, realm, archive, ...limit, over: refusingBy(refusal) });
  client.open(deploy);
  await clock.pass("10 s");
  return { clock, realm, as, archive, client, refusal, ...peopleOf(as) };
}

/** Refused credentials have that code. */
function refusingBy(refusal: { readonly code: string }) {
  return (send: Send): Send =>
    async (request, signal) => {
      const answer = await send(request, signal);
      if (answer.status !== 401) return answer;
      return { ...answer, text: answer.text.replace("UNAUTHORIZED", refusal.code) };
    };
}

function peopleOf(as: (who: number) => Caller) {
  return { ana: as(people.ana), bo: as(people.bo), cleo: as(people.cleo) };
}

type World = Awaited<ReturnType<typeof started>>;

function saved({ archive }: World) {
  const { sections } = archive.content();
  return restoredReplica(Array.from(sections, ([name, json]) => ({ name, json })));
}

const contents = ({ archive }: World) =>
  [...archive.content().messages.values()].map(({ content }) => content);

const ofKind = <K extends ArchiveChange["kind"]>({ archive }: World, kind: K) =>
  archive.rounds
    .flat()
    .filter((change): change is ArchiveChange & { kind: K } => change.kind === kind);

test("what a client knows is in the archive a second later, with the messages it has seen", async () => {
  const world = await started();
  const { client, clock, bo } = world;
  const replica = () => client.store.getState().replica;
  const now = saved(world);
  expect(now && registered(now)).toEqual(registered(replica()));
  expect(contents(world)).toEqual([...values(replica().messages)].map(({ content }) => content));
  await bo.say(inDeploy, "one more");
  await clock.pass("100 ms");
  expect(contents(world)).not.toContain("one more");
  await clock.pass("1 s");
  expect(contents(world)).toContain("one more");
  expect(saved(world)?.newestMessage).toBe(replica().newestMessage);
});

test("a round has what changed, and the end of a history joins what was known", async () => {
  const world = await started();
  const { clock, bo, archive } = world;
  const count = archive.rounds.length;
  const id = await bo.say(inDeploy, "one more");
  await clock.pass("2 s");
  const round = archive.rounds.slice(count).flat();
  expect(round.filter(({ kind }) => kind === "known")).toEqual([
    {
      kind: "known",
      narrow: conversationKey(deploy),
      ids: [108, id],
      oldestKnown: false,
      newestKnown: true,
    },
  ]);
  const names = round.flatMap((change) => (change.kind === "section" ? [change.name] : []));
  expect(names.filter((name) => /people|groups|streams|realm|settings/.test(name))).toEqual([]);
  const [messages] = round.filter(({ kind }) => kind === "messages");
  expect(JSON.parse(messages?.kind === "messages" ? messages.json : "")).toMatchObject([{ id }]);
});

test("a page that is fetched for the archive alone is there soon, and the replica stays the same", async () => {
  const clock = fakeClock();
  const { realm } = startRealm({ clock });
  const archive = savingArchive({ clock });
  // More than what is fetched ahead into memory; of all, only the last one exists.
  const unknown = Array.from({ length: 40 }, (_, at) => ({ ...deploy, topic: `topic ${at}` }));
  const targets = [...unknown, hello];
  const client = startClient({
    clock,
    realm,
    archive,
    attention: { lastKeyAt: () => 0, reportsFocus: () => true },
    prefetchTarget: (_, wasFetched) => {
      const narrow = targets.find((one) => !wasFetched(one));
      return narrow && { narrow, isNext: false };
    },
  });
  await clock.pass("4 s");
  const { replica } = client.store.getState();
  const { length } = archive.rounds;
  await clock.pass("30 s");
  expect(client.store.getState().replica).toBe(replica);
  expect(archive.rounds.length).toBeGreaterThan(length);
  expect(archive.rounds.flat()).toContainEqual({
    kind: "known",
    narrow: conversationKey(hello),
    ids: [101, 102, 103],
    oldestKnown: true,
    newestKnown: true,
  });
  expect(archive.content().messages.has(101 as MessageId)).toBe(true);
});

test("under a flood the archive is written every five seconds", async () => {
  const world = await started();
  const { clock, bo, archive } = world;
  const count = archive.rounds.length;
  for (let at = 0; at < 40; at += 1) {
    await bo.say(inDeploy, `${at}`);
    await clock.pass("500 ms");
  }
  expect(archive.rounds.length - count).toBe(4);
});

test("while the user does something, the archive is written every thirty seconds", async () => {
  const world = await started();
  const { client, clock, bo, archive } = world;
  const count = archive.rounds.length;
  const isBusyFor = async (seconds: number) => {
    for (let at = 0; at < 2 * seconds; at += 1) {
      changeScreen(client.store, (screen) => ({ ...screen }));
      await clock.pass("500 ms");
    }
  };
  await bo.say(inDeploy, "one more");
  await isBusyFor(20);
  expect(archive.rounds.length).toBe(count);
  await isBusyFor(15);
  expect(archive.rounds.length).toBe(count + 1);
  await bo.say(inDeploy, "and another");
  await isBusyFor(5);
  await clock.pass("1500 ms");
  expect(archive.rounds.length).toBe(count + 2);
});

test("what was deleted, and streams out of reach, are erased", async () => {
  const world = await started();
  const { clock, client, cleo } = world;
  client.open(everything);
  await clock.pass("5 s");
  expect(contents(world)).toEqual(expect.arrayContaining(["rolling", "hidden"]));
  await cleo.delete("/messages/104");
  await cleo.delete("/users/me/subscriptions", {
    subscriptions: ["secret"],
    principals: [people.ana],
  });
  await clock.pass("5 s");
  expect(ofKind(world, "deleted")).toEqual([{ kind: "deleted", ids: [104] }]);
  expect(ofKind(world, "hidden")).toEqual([{ kind: "hidden", streams: [streams.secret] }]);
  expect(contents(world)).not.toEqual(expect.arrayContaining(["rolling"]));
  expect(contents(world)).not.toEqual(expect.arrayContaining(["hidden"]));
});

test("messages that only the archive has follow edits, moves and stars", async () => {
  const world = await started();
  const { clock, archive, realm, bo, ana } = world;
  const only = get(world.client.store.getState().replica.messages, 104 as MessageId);
  if (only === undefined) throw new Error("There is no message.");
  const old = { ...only, id: 101 as MessageId, streamId: streams.general as StreamId };
  const json = JSON.stringify([{ ...old, topic: "hello", conversation: conversationKey(hello) }]);
  await archive.write([{ kind: "messages", json }], true);
  realm.control.setRealm("message_content_edit_limit_seconds", null);
  await bo.patch("/messages/101", { content: "first of all" });
  await bo.patch("/messages/101", { topic: "welcome" });
  await ana.post("/messages/flags", { messages: [101], op: "remove", flag: "starred" });
  await clock.pass("5 s");
  const { content, topic, starred, conversation } = archive.content().messages.get(old.id) ?? {};
  expect({ content, topic, starred, conversation }).toEqual({
    content: "first of all",
    topic: "welcome",
    starred: false,
    conversation: `t:${streams.general}:welcome`,
  });
});

test("what moves somewhere, or is starred, without having been seen leaves a hole there", async () => {
  const world = await started();
  const { clock, bo, ana } = world;
  await bo.patch("/messages/101", { topic: "deploy", propagate_mode: "change_all" });
  await ana.post("/messages/flags", { messages: [106], op: "add", flag: "starred" });
  await clock.pass("5 s");
  expect(ofKind(world, "gained")).toEqual([
    { kind: "gained", narrows: [`t:${streams.general}:deploy`], ids: [101, 102, 103] },
    { kind: "gained", narrows: ["starred"], ids: [106] },
  ]);
});

test("when the session stops, what is left is written at once", async () => {
  const world = await started();
  const { clock, client, bo } = world;
  await bo.say(inDeploy, "last words");
  await clock.pass("100 ms");
  const stopped = client.session.stop();
  await clock.pass("100 ms");
  await stopped;
  expect(contents(world)).toContain("last words");
});

test("what was deleted is erased even if the rest takes too long at the end", async () => {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock });
  const saving = savingArchive({ clock });
  const messages: Archive["messages"] = async (ids) => {
    await clock.sleep(2_000);
    return saving.messages(ids);
  };
  const client = startClient({ clock, realm, archive: { ...saving, messages } });
  client.open(deploy);
  await clock.pass("10 s");
  const count = saving.rounds.length;
  // The client has not loaded this one: the archive is asked for it.
  await as(people.ana).post("/messages/flags", { messages: [101], op: "remove", flag: "starred" });
  await as(people.cleo).delete("/messages/108");
  await clock.pass("100 ms");
  expect(saving.rounds).toHaveLength(count);
  const stopped = client.session.stop();
  await clock.pass("5 s");
  await stopped;
  expect(saving.rounds.slice(count)).toEqual([[{ kind: "deleted", ids: [108] }]]);
});

test("a file beyond its limit is shrunk, and what is unread goes last", async () => {
  const rules: unknown[] = [];
  const clock = fakeClock();
  const { realm } = startRealm({ clock });
  const saving = savingArchive({ clock, size: () => 501 });
  const archive = { ...saving, shrink: async (rule: unknown) => void rules.push(rule) };
  startClient({ clock, realm, archive, archiveSize: 500 });
  await clock.pass("30 s");
  expect(rules).toEqual([{ bytes: 500, unread: [108, 109, 110, 113], followed: [], ownId: 11 }]);
});

test("after a lost round everything is written again, a minute later", async () => {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock });
  let isFull = true;
  const archive = savingArchive({ clock, size: () => (isFull ? 0 : 1) });
  startClient({ clock, realm, archive });
  await clock.pass("10 s");
  const before = archive.rounds.length;
  isFull = false;
  await peopleOf(as).bo.say(inDeploy, "one more");
  await clock.pass("30 s");
  expect(archive.rounds).toHaveLength(before);
  await peopleOf(as).bo.say(inDeploy, "the last one");
  await clock.pass("1 min");
  const names = (at: number) =>
    (archive.rounds.at(at) ?? []).flatMap((one) => (one.kind === "section" ? [one.name] : []));
  expect(before).toBe(1);
  expect(names(1)).toEqual(expect.arrayContaining(names(0)));
});

test("what the user deletes is erased when the server has confirmed it, however late its event is", async () => {
  const world = await started();
  const { clock, ana, bo, client, realm } = world;
  const first = await ana.say(inDeploy, "not for you");
  await clock.pass("5 s");
  expect(contents(world)).toContain("not for you");
  // The archive does not have this one yet.
  const second = await ana.say(inDeploy, "nor this");
  await clock.pass("100 ms");
  realm.control.fault({ kind: "hang", path: "/events", delayMs: 60_000 });
  await bo.say(inDeploy, "one more");
  await clock.pass("100 ms");
  const { newId, store } = client;
  for (const messageId of [first, second] as MessageId[])
    addIntents(store, { clock, newId }, [{ kind: "delete-message", messageId }]);
  await clock.pass("4 s");
  const { messages } = store.getState().replica;
  expect([first, second].map((id) => get(messages, id as MessageId)?.content)).toEqual([
    "not for you",
    "nor this",
  ]);
  expect(contents(world)).toContain("one more");
  expect(contents(world).filter((text) => text === "not for you" || text === "nor this")).toEqual(
    [],
  );
});

const deletions = {
  message: (messageId: MessageId): Action => ({ kind: "delete-message", messageId }),
  topic: (newest: MessageId): Action => ({
    kind: "delete-topic",
    streamId: streams.dev as StreamId,
    topic: "deploy",
    newest,
  }),
};

test.each(["message", "topic"] as const)(
  "a %s that was deleted right before the program was killed is erased at the next start",
  async (what) => {
    const clock = fakeClock();
    const { realm, as } = startRealm({ clock });
    const { ana, bo, cleo } = peopleOf(as);
    await cleo.patch(`/users/${people.ana}`, { role: 200 });
    const archive = savingArchive({ clock });
    let isKilled = false;
    const write: Archive["write"] = async (...round) => (isKilled ? 0 : archive.write(...round));
    const client = startClient({ clock, realm, archive: { ...archive, write } });
    client.open(deploy);
    const id = (await ana.say(inDeploy, "not for you")) as MessageId;
    await clock.pass("10 s");
    realm.control.fault({ kind: "hang", path: "/events", delayMs: 60_000 });
    await bo.say(inDeploy, "one more");
    await clock.pass("5 s");
    const { newId, store } = client;
    addIntents(store, { clock, newId }, [deletions[what](id)]);
    await clock.pass("500 ms");
    isKilled = true;
    client.disk.crash();
    client.network.plug(false);
    expect(archive.content().messages.has(id)).toBe(true);
    startClient({ clock, realm, archive, disk: client.disk, name: "next" });
    await clock.pass("10 s");
    expect(archive.content().messages.has(id)).toBe(false);
  },
);

/** What is done, and how long before the end; the server's answer comes after 200 ms, its events after 1.5 s. */
const endings = (["message", "topic"] as const).flatMap((what) =>
  [50, 250, 1_000, 1_600].map((leftMs) => [what, leftMs] as const),
);

test.each(endings)(
  "a %s that was deleted %d ms before the end is erased by then, or by the next start",
  async (what, leftMs) => {
    const clock = fakeClock();
    const { realm, as } = startRealm({ clock });
    const { ana, bo, cleo } = peopleOf(as);
    await cleo.patch(`/users/${people.ana}`, { role: 200 });
    const archive = savingArchive({ clock });
    const client = startClient({ clock, realm, archive });
    client.open(deploy);
    const older = (await ana.say(inDeploy, "not for you, either")) as MessageId;
    const id = (await ana.say(inDeploy, "not for you")) as MessageId;
    const gone = what === "topic" ? [older, id] : [id];
    await clock.pass("10 s");
    const late = { kind: "delay", times: 10 } as const;
    realm.control.fault({ ...late, path: "/events", delayMs: 1_500 });
    await bo.say(inDeploy, "so that the next poll is late");
    for (const path of ["/messages", "/streams"])
      realm.control.fault({ ...late, path, delayMs: 200 });
    await clock.pass("100 ms");
    addIntents(client.store, { clock, newId: client.newId }, [deletions[what](id)]);
    await clock.pass(leftMs);
    const stopped = client.session.stop();
    await clock.pass("3 s");
    await stopped;
    const left = () => gone.filter((each) => archive.content().messages.has(each));
    if (leftMs > 200) expect(left()).toEqual([]);
    startClient({ clock, realm, archive, disk: client.disk, name: "next" });
    await clock.pass("10 s");
    expect(left()).toEqual([]);
  },
);

test("what a lost round had to tell about messages that only the archive has is in the next one", async () => {
  const { clock, archive, realm, bo, cleo, client } = await started();
  client.open(everything);
  await clock.pass("10 s");
  await Promise.all([client.session.stop(), clock.pass("1 s")]);
  let isFull = true;
  const full = { ...archive, write: async () => 0 };
  const write: Archive["write"] = (...round) => (isFull ? full : archive).write(...round);
  startClient({ clock, realm, archive: { ...archive, write } });
  await clock.pass("10 s");
  realm.control.setRealm("message_content_edit_limit_seconds", null);
  await bo.patch("/messages/101", { content: "once more" });
  await cleo.delete("/messages/104");
  await clock.pass("90 s");
  await cleo.delete("/users/me/subscriptions", {
    subscriptions: ["secret"],
    principals: [people.ana],
  });
  await clock.pass("10 s");
  const now = () => [...archive.content().messages.values()].map(({ content }) => content);
  expect(now()).toEqual(expect.arrayContaining(["rolling", "hidden"]));
  expect(now()).not.toContain("once more");
  isFull = false;
  await clock.pass("2 min");
  expect(now()).toContain("once more");
  expect(now().filter((text) => text === "rolling" || text === "hidden")).toEqual([]);
});

test("at the end, a round is tried even right after one that was lost", async () => {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock });
  let isFull = true;
  const archive = savingArchive({ clock });
  const write: Archive["write"] = async (...round) => (isFull ? 0 : archive.write(...round));
  const client = startClient({ clock, realm, archive: { ...archive, write } });
  client.open(deploy);
  await clock.pass("10 s");
  isFull = false;
  await peopleOf(as).bo.say(inDeploy, "last words");
  await clock.pass("5 s");
  expect(archive.rounds).toEqual([]);
  client.network.plug(false);
  await clock.pass("1 s");
  await Promise.all([client.session.stop(), clock.pass("1 s")]);
  const texts = [...archive.content().messages.values()].map(({ content }) => content);
  expect(texts).toContain("last words");
});

test("another realm at the address, and a deactivated account by its code, leave nothing behind", async () => {
  const world = await started();
  const { clock, client, archive } = world;
  const young = smallBlueprint(Math.floor(clock.now() / 1000));
  const blueprint = { ...young, messages: young.messages.slice(0, 3) };
  const { realm, as } = startRealm({ clock, blueprint });
  client.network.replace(realm);
  client.network.plug(true);
  await clock.pass("2 min");
  expect(archive.forgotten()).toBe(1);
  expect(saved(world)?.newestMessage).toBe(103);
  world.refusal.code = "USER_DEACTIVATED";
  await as(people.cleo).delete(`/users/${people.ana}`);
  await clock.pass("2 min");
  expect(archive.forgotten()).toBe(2);
  expect(archive.content().sections.size).toBe(0);
});

test("a sentence that says that something is deactivated erases nothing", async () => {
  const { clock, client, archive, cleo } = await started();
  await cleo.delete(`/users/${people.ana}`);
  await clock.pass("2 min");
  const { connection } = client.store.getState().session;
  expect(connection).toMatchObject({ kind: "signed-out", sentence: "Account is deactivated" });
  expect(archive.forgotten()).toBe(0);
  expect(archive.content().messages.size).toBeGreaterThan(0);
});
