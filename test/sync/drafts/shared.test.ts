/** Drafts on two clients of one user, and on the server. */
import { expect, test } from "vitest";
import { editorOf, emptyEditor } from "#editor/editor.ts";
import { undo } from "#editor/history.ts";
import type { Address } from "#journal/intent.ts";
import { editKey, isConflictKey } from "#journal/journal.ts";
import { conversationKey } from "#model/conversation.ts";
import type { Realm } from "#realm/realm.ts";
import { deleteDrafts, swapConflict, takeConflict } from "#store/composer.ts";
import { changeScreen } from "#store/store.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import { type Client, startClient } from "../../support/client.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { type Body, callerOf, startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { deploy, hello, sits, withBo } from "../../support/small-client.ts";
import { beside, reads, twoClients } from "../../support/two-clients.ts";
import { shellOn } from "../../support/verb.ts";

const calls = ({ network }: Client) => network.sent.filter((line) => / \/drafts/.test(line));

test("a draft and its changes appear in the other client's composer, where undo reverts them", async () => {
  const { clock, first, second, serverDrafts } = await twoClients();
  first.types(hello, "first thoughts ");
  await clock.pass("10 s");
  expect(reads(second, hello)).toBe("first thoughts");
  expect(await serverDrafts()).toEqual([
    { type: "stream", to: [1], topic: "hello", content: "first thoughts" },
  ]);
  second.types(hello, "second thoughts");
  await clock.pass("10 s");
  expect(reads(first, hello)).toBe("second thoughts");
  const editor = first.store.getState().screen.composers.get(conversationKey(hello))?.editor;
  expect(undo(editor ?? emptyEditor).text).toBe("first thoughts ");
  expect(await serverDrafts()).toHaveLength(1);
  expect([calls(first), calls(second)].map(({ length }) => length)).toEqual([1, 1]);
});

test("a text that begins with blanks is one's own when it comes back", async () => {
  const { clock, first, second, serverDrafts } = await twoClients();
  first.types(hello, "  indented");
  await clock.pass("10 s");
  expect(await serverDrafts()).toMatchObject([{ content: "  indented" }]);
  expect([reads(first, hello), reads(second, hello)]).toEqual(["  indented", "  indented"]);
  expect(first.store.getState().screen.toast).toBeUndefined();
});

test("a draft for the empty topic is listed, and opens where it is written", async () => {
  const { clock, first, realm, serverDrafts } = await twoClients();
  const place = { type: "stream", to: [streams.general], topic: "" };
  const ana = callerOf(realm, people.ana);
  await ana.post("/drafts", { drafts: [{ ...place, content: "idle" }] });
  await clock.pass("2 s");
  const press = keyPresser(first.store);
  press("g", "d", "Enter");
  const { screen } = first.store.getState();
  const address = { kind: "topic", streamId: streams.general as StreamId, topic: "" } as const;
  expect(screen).toMatchObject({ focus: "composer", composing: { address } });
  expect(reads(first, address)).toBe("idle");
  first.types(address, "idle no more");
  await clock.pass("10 s");
  expect(await serverDrafts()).toEqual([{ ...place, content: "idle no more" }]);
  const shell = shellOn({ realm, as: (who) => callerOf(realm, who) });
  expect((await shell.run(["drafts"])).out).toContain("#general > general chat");
});

test("direct and unaddressed drafts are stored as such, without IDs", async () => {
  const { clock, first, serverDrafts, realm } = await twoClients();
  first.types(withBo, "psst");
  await clock.pass("10 s");
  expect(await serverDrafts()).toEqual([{ type: "private", to: [12], topic: "", content: "psst" }]);
  const { composers } = first.store.getState().screen;
  first.store.setState(({ screen }) => ({
    screen: {
      ...screen,
      composers: new Map(composers).set("", composers.get(conversationKey(withBo))!),
    },
  }));
  await clock.pass("10 s");
  expect(await serverDrafts()).toContainEqual({ type: "", to: [], topic: "", content: "psst" });
  expect(realm.control.caught.count).toBe(0);
});

test("sending a draft removes it on both clients and the server", async () => {
  const { clock, first, second, serverDrafts } = await twoClients();
  first.types(hello, "ready");
  await clock.pass("10 s");
  first.send(hello, "ready");
  await clock.pass("10 s");
  expect([reads(first, hello), reads(second, hello)]).toEqual(["", ""]);
  expect(await serverDrafts()).toEqual([]);
  expect(first.disk.drafts.has(conversationKey(hello))).toBe(false);
});

const toastOf = ({ store }: Client) => store.getState().screen.toast?.text;

test.each(["a common text", ""])(
  "if both clients changed %j, the newer text is the draft, the other one becomes its conflicting version, and toasts report it",
  async (common) => {
    const { clock, first, second, serverDrafts } = await twoClients();
    first.types(hello, common);
    await clock.pass("10 s");
    first.types(hello, "mine");
    await clock.pass("2 s");
    second.types(hello, "theirs");
    await clock.pass("20 s");
    for (const client of [first, second]) {
      expect([reads(client, hello), beside(client, hello)]).toEqual(["theirs", ["mine"]]);
      expect(toastOf(client)).toMatch(/^Another client (edited|changed) this draft/);
    }
    const contents = async () => (await serverDrafts()).map(({ content }) => content).toSorted();
    expect(await contents()).toEqual(["mine", "theirs"]);

    const row = [...first.store.getState().journal.drafts.keys()].find(isConflictKey) ?? "";
    swapConflict(first.store, row);
    await clock.pass("10 s");
    expect([reads(first, hello), beside(first, hello)]).toEqual(["mine", ["theirs"]]);
    first.types(hello, "mine after all");
    await clock.pass("10 s");
    expect(await contents()).toEqual(["mine after all", "theirs"]);
    const { drafts } = first.store.getState().journal;
    deleteDrafts(first.store, new Map([...drafts].filter(([key]) => key === row)));
    await clock.pass("10 s");
    expect(await contents()).toEqual(["mine after all"]);
    expect([beside(first, hello), beside(second, hello)].flat()).not.toContain("theirs");
  },
);

test("an offline edit older than the other client's edit becomes a conflicting version", async () => {
  const { clock, first, second } = await twoClients();
  first.types(hello, "common");
  await clock.pass("10 s");
  first.network.plug(false);
  first.types(hello, "written on the train");
  await clock.pass("1 min");
  second.types(hello, "written at the desk");
  await clock.pass("10 s");
  first.network.plug(true);
  await clock.pass("1 min");
  for (const client of [first, second]) {
    expect(reads(client, hello)).toBe("written at the desk");
    expect(beside(client, hello)).toEqual(["written on the train"]);
  }
});

test("a draft emptied offline is deleted on the server by the next start", async () => {
  const { clock, realm, first, serverDrafts } = await twoClients();
  first.types(hello, "on the train");
  await clock.pass("10 s");
  first.network.plug(false);
  first.types(hello, "");
  await clock.pass("10 s");
  expect(await serverDrafts()).toHaveLength(1);
  first.disk.crash();
  const next = startClient({ clock, realm, disk: first.disk, name: "next" });
  await clock.pass("10 s");
  expect(reads(next, hello)).toBe("");
  expect(await serverDrafts()).toEqual([]);
});

test("a draft whose answer was lost is found again instead of created twice", async () => {
  const { clock, realm, first, serverDrafts } = await twoClients();
  realm.control.fault({ kind: "drop after", method: "POST", path: "/drafts" });
  first.types(hello, "only one");
  await clock.pass("1 min");
  first.types(hello, "only one, longer");
  await clock.pass("1 min");
  expect((await serverDrafts()).map(({ content }) => content)).toEqual(["only one, longer"]);
});

test("a creation that was never answered, and is carried out after the next one, leaves no second copy", async () => {
  const { clock, realm, first, second, ana, serverDrafts } = await twoClients();
  realm.control.fault({ kind: "drop before", method: "POST", path: "/drafts" });
  first.types(hello, "begun");
  await clock.pass("10 s");
  first.types(hello, "begun and gone on");
  await clock.pass("1 min");
  // Only now does the server get to the first request.
  const late = { type: "stream", to: [1], topic: "hello", content: "begun" };
  await ana.post("/drafts", { drafts: [late] });
  await clock.pass("20 s");
  expect([reads(first, hello), beside(first, hello)]).toEqual(["begun and gone on", []]);
  // The other client cannot know that nobody has written the late one: it keeps both until one is deleted.
  expect(beside(second, hello)).toEqual(["begun and gone on"]);
  expect((await serverDrafts()).map(({ content }) => content)).toEqual(["begun and gone on"]);
});

test("a draft that is sent before its creation was answered does not come back", async () => {
  const { clock, realm, first, second, serverDrafts } = await twoClients();
  realm.control.fault({ kind: "drop after", method: "POST", path: "/drafts" });
  first.types(hello, "ready");
  await clock.pass("4 s");
  first.send(hello, "ready");
  await clock.pass("1 min");
  expect([reads(first, hello), reads(second, hello), await serverDrafts()]).toEqual(["", "", []]);
});

test("a draft whose creation was not answered before the program was killed stays one, also when rewritten", async () => {
  const { clock, realm, first, second, serverDrafts } = await twoClients();
  realm.control.fault({ kind: "delay", delayMs: 60_000, method: "POST", path: "/drafts" });
  first.types(hello, "begun");
  await clock.pass("4 s");
  first.types(hello, "written anew");
  await clock.pass("1 s");
  first.network.plug(false);
  first.disk.crash();
  const next = startClient({ clock, realm, disk: first.disk, name: "next" });
  await clock.pass("10 s");
  for (const client of [next, second])
    expect([reads(client, hello), beside(client, hello)]).toEqual(["written anew", []]);
  expect((await serverDrafts()).map(({ content }) => content)).toEqual(["written anew"]);
});

test("text typed while the copy's creation is answered late follows it", async () => {
  const { clock, first, second, realm, serverDrafts } = await twoClients();
  first.types(hello, "begun");
  // The event of the creation comes at once.
  realm.control.fault({ kind: "delay", delayMs: 5000, method: "POST", path: "/drafts" });
  await clock.pass("3 s");
  first.types(hello, "begun and gone on");
  await clock.pass("20 s");
  expect([reads(first, hello), reads(second, hello)]).toEqual([
    "begun and gone on",
    "begun and gone on",
  ]);
  expect(beside(second, hello)).toEqual([]);
  expect((await serverDrafts()).map(({ content }) => content)).toEqual(["begun and gone on"]);
});

test("events of the client's own older texts do not change the composer", async () => {
  const { clock, realm, first } = await twoClients();
  first.types(hello, "a");
  await clock.pass("10 s");
  realm.control.fault({ kind: "delay", path: "/events", delayMs: 20_000 });
  for (const text of ["ab", "abc", "abcd"]) {
    first.types(hello, text);
    await clock.pass("4 s");
    expect(reads(first, hello)).toBe(text);
  }
  await clock.pass("40 s");
  expect(reads(first, hello)).toBe("abcd");
});

test("a register answer older than an upload does not restore the previous text", async () => {
  const { clock, realm, first, serverDrafts } = await twoClients();
  first.types(hello, "first");
  await clock.pass("10 s");
  realm.control.fault({ kind: "delay", method: "POST", path: "/register", delayMs: 5_000 });
  realm.control.expireQueues();
  first.types(hello, "second");
  await clock.pass("1 min");
  expect(reads(first, hello)).toBe("second");
  expect((await serverDrafts()).map(({ content }) => content)).toEqual(["second"]);
});

test("a text that the server would refuse is not sent to it", async () => {
  const { clock, first } = await twoClients();
  first.types(hello, "nothing\0ness");
  first.types(deploy, "x".repeat(10_001));
  await clock.pass("10 s");
  expect(calls(first)).toEqual([]);
  expect(reads(first, hello)).toBe("nothing\0ness");
});

test("with sharing off drafts stay local, and are shared once it is on", async () => {
  const { clock, first, second, ana, serverDrafts } = await twoClients();
  first.types(hello, "shared at first");
  await clock.pass("10 s");
  await ana.patch("/settings", { enable_drafts_synchronization: false });
  await clock.pass("2 s");
  first.types(hello, "for myself");
  await clock.pass("10 s");
  expect(reads(first, hello)).toBe("for myself");
  expect(reads(second, hello)).toBe("shared at first");
  expect(first.disk.drafts.get(conversationKey(hello))).toMatchObject({ text: "for myself" });
  expect(calls(first)).toHaveLength(1);
  await ana.patch("/settings", { enable_drafts_synchronization: true });
  await clock.pass("2 s");
  first.types(hello, "for everyone");
  await clock.pass("10 s");
  expect((await serverDrafts()).map(({ content }) => content)).toContain("for everyone");
});

test("drafts are not sent to a server that does not store them", async () => {
  const { clock, first } = await twoClients({ level: 86 });
  first.types(hello, "long ago");
  await clock.pass("10 s");
  expect(calls(first)).toEqual([]);
});

test("another realm at the same address gets no changes for old drafts, and no text is lost", async () => {
  const { clock, first } = await twoClients();
  first.types(deploy, "written for the first realm");
  first.types(hello, "sent");
  await clock.pass("10 s");
  first.types(hello, "");
  first.network.plug(false);
  await clock.pass("1 s");
  first.disk.crash();
  const { realm } = startRealm({ clock });
  const next = startClient({ clock, realm, disk: first.disk, name: "next" });
  await clock.pass("10 s");
  expect(reads(next, deploy)).toBe("written for the first realm");
  expect(reads(next, hello)).toBe("");
  expect(calls(next)).not.toContain("DELETE /drafts/2");
});

const moveHello = (realm: Realm, to: string) => {
  const first = [...realm.control.server.state.messages.byId.values()].find(
    ({ streamId, topic }) => streamId === 1 && topic === "hello",
  );
  return callerOf(realm, people.cleo).patch(`/messages/${first?.id}`, {
    topic: to,
    propagate_mode: "change_all",
  });
};
const greetings: Address = { ...hello, topic: "greetings" } as Address;

test("a draft follows a moved topic in both clients, on disk, and as the same copy on the server", async () => {
  const { clock, realm, first, second, serverDrafts, ana } = await twoClients();
  first.types(hello, "half a sentence");
  await clock.pass("10 s");
  first.types(withBo, "");
  const ids = async () => (await ana.get("/drafts")).body["drafts"].map(({ id }: Body) => id);
  const before = await ids();
  await moveHello(realm, "greetings");
  await clock.pass("1 s");
  for (const client of [first, second]) {
    expect([reads(client, hello), reads(client, greetings)]).toEqual(["", "half a sentence"]);
    const { drafts } = client.disk;
    expect(drafts.has(conversationKey(hello))).toBe(false);
    expect(drafts.get(conversationKey(greetings))).toMatchObject({ text: "half a sentence" });
  }
  await clock.pass("20 s");
  expect(await serverDrafts()).toEqual([
    { type: "stream", to: [1], topic: "greetings", content: "half a sentence" },
  ]);
  expect(await ids()).toEqual(before);
  for (const client of [first, second])
    expect([reads(client, hello), reads(client, greetings)]).toEqual(["", "half a sentence"]);
  second.types(greetings, "another one");
  await clock.pass("10 s");
  expect([reads(first, greetings), beside(first, greetings)]).toEqual(["another one", []]);
});

test.each(["POST", "PATCH"])(
  "a draft whose topic moves during its %s is neither lost nor duplicated",
  async (method) => {
    const { clock, realm, first, serverDrafts } = await twoClients();
    first.types(hello, "first words");
    await clock.pass(method === "POST" ? "1 s" : "10 s");
    if (method === "PATCH") first.types(hello, "other words");
    first.types(withBo, "");
    realm.control.fault({
      kind: "delay",
      method,
      path: method === "POST" ? "/drafts" : "/drafts/2",
      delayMs: 8_000,
    });
    await clock.pass("5 s");
    await moveHello(realm, "greetings");
    await clock.pass("1 min");
    const text = method === "POST" ? "first words" : "other words";
    expect([reads(first, hello), reads(first, greetings)]).toEqual(["", text]);
    expect(await serverDrafts()).toEqual([
      { type: "stream", to: [1], topic: "greetings", content: text },
    ]);
  },
);

test("a register after the move but before the upload does not move the draft back", async () => {
  const { clock, realm, first, serverDrafts } = await twoClients();
  first.types(hello, "half a sentence");
  first.types(withBo, "");
  await clock.pass("10 s");
  await moveHello(realm, "greetings");
  await clock.pass("1 s");
  realm.control.expireQueues();
  await clock.pass("20 s");
  expect([reads(first, hello), reads(first, greetings)]).toEqual(["", "half a sentence"]);
  expect((await serverDrafts()).map(({ topic }) => topic)).toEqual(["greetings"]);
});

test("a draft that the other client sends as soon as it sees it is removed", async () => {
  const { clock, first, second, serverDrafts } = await twoClients();
  first.types(hello, "ready");
  await clock.pass("4 s");
  expect(reads(second, hello)).toBe("ready");
  second.send(hello, "ready");
  await clock.pass("20 s");
  expect([reads(first, hello), reads(second, hello), await serverDrafts()]).toEqual(["", "", []]);
});

test("a draft in a private stream stays after its author was removed from there", async () => {
  const { clock, first, realm } = await twoClients();
  const secret = { kind: "topic", streamId: streams.secret as StreamId, topic: "plans" } as const;
  first.types(secret, "not for everybody");
  await clock.pass("10 s");
  const cleo = callerOf(realm, people.cleo);
  const removal = { subscriptions: ["secret"], principals: [people.ana] };
  expect((await cleo.delete("/users/me/subscriptions", removal)).status).toBe(200);
  await clock.pass("10 s");
  realm.control.expireQueues(people.ana);
  await clock.pass("1 min");
  expect(reads(first, secret)).toBe("not for everybody");
  expect(first.disk.drafts.get(conversationKey(secret))?.text).toBe("not for everybody");
});

test("a draft that the server refuses is tried once", async () => {
  const { clock, first, realm } = await twoClients();
  const secret = { kind: "topic", streamId: streams.secret as StreamId, topic: "plans" } as const;
  const cleo = callerOf(realm, people.cleo);
  await cleo.delete("/users/me/subscriptions", {
    subscriptions: ["secret"],
    principals: [people.ana],
  });
  await clock.pass("10 s");
  first.types(secret, "not for everybody");
  await clock.pass("2 min");
  expect(calls(first)).toHaveLength(1);
  first.types(secret, "not for anybody");
  await clock.pass("2 min");
  expect(calls(first)).toHaveLength(2);
  expect(first.disk.drafts.get(conversationKey(secret))).not.toHaveProperty("shared");
});

test("a draft that was stored twice does not come back after it is sent", async () => {
  const { clock, first, second, ana, serverDrafts } = await twoClients();
  first.types(hello, "ready");
  await clock.pass("10 s");
  const twin = { type: "stream", to: [1], topic: "hello", content: "ready" };
  await ana.post("/drafts", { drafts: [twin] });
  await clock.pass("10 s");
  expect([beside(first, hello), beside(second, hello)]).toEqual([[], []]);
  first.send(hello, "ready");
  await clock.pass("20 s");
  expect([reads(first, hello), reads(second, hello), await serverDrafts()]).toEqual(["", "", []]);
});

test("the text of an unfinished edit is not sent to the server", async () => {
  const { clock, first, serverDrafts } = await twoClients();
  first.store.setState(({ screen }) => ({
    screen: {
      ...screen,
      composers: new Map([[editKey(1 as MessageId), { editor: editorOf("better words") }]]),
    },
  }));
  await clock.pass("10 s");
  expect(first.store.getState().journal.drafts.get("edit:1")?.text).toBe("better words");
  expect(await serverDrafts()).toEqual([]);
});

// While keys go into a composer, they alone change its text.

async function startBoth(common = "common") {
  const world = await twoClients({ atBoth: true });
  const { clock, first, second } = world;
  sits(second, false);
  first.types(hello, common);
  sits(second, false);
  await clock.pass("10 s");
  const types = (client: Client, text: string) => {
    for (const one of [first, second]) sits(one, true);
    client.types(hello, text);
  };
  const contents = async () =>
    (await world.serverDrafts()).map(({ content }) => content).toSorted();
  /** Moves the focus out of the composer. */
  const leave = ({ store }: Client) =>
    changeScreen(store, (screen) => ({ ...screen, focus: "pane" }));
  return { ...world, types, contents, leave };
}

test("a focused text stays while another client goes on, which is in the composer once it is left", async () => {
  const { clock, first, second, types, contents, leave } = await startBoth();
  types(second, "common, and more");
  await clock.pass("10 s");
  types(second, "common, and even more");
  await clock.pass("1 min");
  expect([reads(first, hello), beside(first, hello)]).toEqual([
    "common",
    ["common, and even more"],
  ]);
  expect(toastOf(first)).toMatch(/^Another client changed this draft: your text stays/);
  expect(await contents()).toEqual(["common, and even more"]);
  leave(first);
  expect([reads(first, hello), beside(first, hello)]).toEqual(["common, and even more", []]);
  const editor = first.store.getState().screen.composers.get(conversationKey(hello))?.editor;
  expect(undo(editor ?? emptyEditor).text).toBe("common");
  await clock.pass("1 min");
  expect(await contents()).toEqual(["common, and even more"]);
});

test("a focused text that is sent although another version waits leaves that one as a draft", async () => {
  const { clock, first, second, types, contents } = await startBoth();
  types(second, "common, and more");
  first.open(hello);
  await clock.pass("10 s");
  first.send(hello, reads(first, hello));
  await clock.pass("1 min");
  expect(first.rows(hello).at(-1)).toBe("common");
  expect(beside(first, hello)).toEqual(["common, and more"]);
  expect(await contents()).toEqual(["common, and more"]);
});

test("two focused clients that both go on keep both texts, one copy each, and come to rest", async () => {
  const { clock, first, second, types, contents } = await startBoth();
  types(first, "common of the first");
  types(second, "common of the second");
  await clock.pass("1 min");
  types(first, "still the first");
  types(second, "still the second");
  await clock.pass("1 min");
  const writes = () => [first, second].flatMap(calls).length;
  const before = writes();
  await clock.pass("5 min");
  expect(writes()).toBe(before);
  expect([reads(first, hello), reads(second, hello)]).toEqual([
    "still the first",
    "still the second",
  ]);
  expect([beside(first, hello), beside(second, hello)]).toEqual([
    ["still the second"],
    ["still the first"],
  ]);
  expect(await contents()).toEqual(["still the first", "still the second"]);
});

test("a draft that is begun elsewhere waits beside a focused empty composer until that is left", async () => {
  const { clock, first, second, types, leave } = await startBoth("");
  types(second, "begun there");
  await clock.pass("10 s");
  expect([reads(first, hello), beside(first, hello)]).toEqual(["", ["begun there"]]);
  leave(first);
  expect([reads(first, hello), beside(first, hello)]).toEqual(["begun there", []]);
});

test("the other version is taken by a key, which keeps what was written since", async () => {
  const { clock, first, second, types } = await startBoth();
  types(second, "theirs");
  await clock.pass("10 s");
  const key = conversationKey(hello);
  takeConflict(first.store, key);
  expect([reads(first, hello), beside(first, hello)]).toEqual(["theirs", []]);
  types(first, "mine");
  types(second, "theirs again");
  await clock.pass("10 s");
  takeConflict(first.store, key);
  await clock.pass("1 min");
  expect([reads(first, hello), beside(first, hello)]).toEqual(["theirs again", ["mine"]]);
  takeConflict(first.store, key);
  expect(reads(first, hello)).toBe("mine");
});

test("however many copies the server has, they come as one change at a start", async () => {
  const { clock, realm } = await twoClients();
  const place = { type: "stream", to: [streams.general] };
  const drafts = Array.from({ length: 50 }, (_, at) => ({
    ...place,
    topic: `topic ${at}`,
    content: "idle",
  }));
  await callerOf(realm, people.ana).post("/drafts", { drafts });
  const { store } = startClient({ clock, realm });
  let changes = 0;
  store.subscribe(({ journal }, last) => {
    if (journal.drafts !== last.journal.drafts) changes += 1;
  });
  await clock.pass("5 s");
  const idle = [...store.getState().journal.drafts.values()].filter(({ text }) => text === "idle");
  expect(idle).toHaveLength(50);
  expect(changes).toBe(1);
});
