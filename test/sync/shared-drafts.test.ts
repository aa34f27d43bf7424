/** Drafts on two clients of one person, and on their server. */
import { expect, test } from "vitest";
import { editorOf, emptyEditor } from "#editor/editor.ts";
import { undo } from "#editor/history.ts";
import { editKey, isConflictKey } from "#journal/drafts.ts";
import type { Address } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import type { Realm } from "#realm/realm.ts";
import { deleteDrafts, swapConflict } from "#store/drafts.ts";
import type { MessageId } from "#wire/ids.ts";
import { type Client, startClient } from "../support/client.ts";
import { type Body, callerOf, startRealm } from "../support/realm.ts";
import { people } from "../support/small-blueprint.ts";
import { deploy, hello, withBo } from "../support/small-client.ts";
import { beside, reads, startTwo } from "../support/two-clients.ts";

const calls = ({ network }: Client) => network.sent.filter((line) => / \/drafts/.test(line));

test("what is written here stands in the composer there, and follows each change, which undo takes back", async () => {
  const { clock, here, there, kept } = await startTwo();
  here.types(hello, "first thoughts ");
  await clock.pass("10 s");
  expect(reads(there, hello)).toBe("first thoughts");
  expect(await kept()).toEqual([
    { type: "stream", to: [1], topic: "hello", content: "first thoughts" },
  ]);
  there.types(hello, "second thoughts");
  await clock.pass("10 s");
  expect(reads(here, hello)).toBe("second thoughts");
  const editor = here.store.getState().screen.editors.get(conversationKey(hello));
  expect(undo(editor ?? emptyEditor).text).toBe("first thoughts ");
  expect(await kept()).toHaveLength(1);
  expect([calls(here), calls(there)].map(({ length }) => length)).toEqual([1, 1]);
});

test("a draft for people, and what is not addressed yet, are kept as such; no ID is ever sent", async () => {
  const { clock, here, kept, realm } = await startTwo();
  here.types(withBo, "psst");
  await clock.pass("10 s");
  expect(await kept()).toEqual([{ type: "private", to: [12], topic: "", content: "psst" }]);
  const { editors } = here.store.getState().screen;
  here.store.setState(({ screen }) => ({
    screen: { ...screen, editors: new Map(editors).set("", editors.get(conversationKey(withBo))!) },
  }));
  await clock.pass("10 s");
  expect(await kept()).toContainEqual({ type: "", to: [], topic: "", content: "psst" });
  expect(realm.control.caught.count).toBe(0);
});

test("what was sent is no draft any more, here, there and on the server", async () => {
  const { clock, here, there, kept } = await startTwo();
  here.types(hello, "ready");
  await clock.pass("10 s");
  here.says(hello, "ready");
  await clock.pass("10 s");
  expect([reads(here, hello), reads(there, hello)]).toEqual(["", ""]);
  expect(await kept()).toEqual([]);
  expect(here.disk.drafts.has(conversationKey(hello))).toBe(false);
});

const told = ({ store }: Client) => store.getState().screen.toast?.text;

test.each(["a common text", ""])(
  "where both changed %j, the newest is the draft, the other one is kept beside it, and both say so",
  async (common) => {
    const { clock, here, there, kept } = await startTwo();
    here.types(hello, common);
    await clock.pass("10 s");
    here.types(hello, "mine");
    await clock.pass("2 s");
    there.types(hello, "theirs");
    await clock.pass("20 s");
    for (const client of [here, there]) {
      expect([reads(client, hello), beside(client, hello)]).toEqual(["theirs", ["mine"]]);
      expect(told(client)).toMatch(/^Another client edited this draft, too/);
    }
    const contents = async () => (await kept()).map(({ content }) => content).toSorted();
    expect(await contents()).toEqual(["mine", "theirs"]);

    const row = [...here.store.getState().journal.drafts.keys()].find(isConflictKey) ?? "";
    swapConflict(here.store, row);
    await clock.pass("10 s");
    expect([reads(here, hello), beside(here, hello)]).toEqual(["mine", ["theirs"]]);
    here.types(hello, "mine after all");
    await clock.pass("10 s");
    expect(await contents()).toEqual(["mine after all", "theirs"]);
    const { drafts } = here.store.getState().journal;
    deleteDrafts(here.store, new Map([...drafts].filter(([key]) => key === row)));
    await clock.pass("10 s");
    expect(await contents()).toEqual(["mine after all"]);
    expect([beside(here, hello), beside(there, hello)].flat()).not.toContain("theirs");
  },
);

test("what was written on the train and is older than what others wrote meanwhile is kept beside it", async () => {
  const { clock, here, there } = await startTwo();
  here.types(hello, "common");
  await clock.pass("10 s");
  here.network.plug(false);
  here.types(hello, "written on the train");
  await clock.pass("1 min");
  there.types(hello, "written at the desk");
  await clock.pass("10 s");
  here.network.plug(true);
  await clock.pass("1 min");
  for (const client of [here, there]) {
    expect(reads(client, hello)).toBe("written at the desk");
    expect(beside(client, hello)).toEqual(["written on the train"]);
  }
});

test("what was sent without a network is thrown away on the server by the next start", async () => {
  const { clock, realm, here, kept } = await startTwo();
  here.types(hello, "on the train");
  await clock.pass("10 s");
  here.network.plug(false);
  here.types(hello, "");
  await clock.pass("10 s");
  expect(await kept()).toHaveLength(1);
  here.disk.crash();
  const next = startClient({ clock, realm, disk: here.disk, name: "next" });
  await clock.pass("10 s");
  expect(reads(next, hello)).toBe("");
  expect(await kept()).toEqual([]);
});

test("a draft whose answer was lost is found again, not made twice", async () => {
  const { clock, realm, here, kept } = await startTwo();
  realm.control.fault({ kind: "drop after", method: "POST", path: "/drafts" });
  here.types(hello, "only one");
  await clock.pass("1 min");
  here.types(hello, "only one, longer");
  await clock.pass("1 min");
  expect((await kept()).map(({ content }) => content)).toEqual(["only one, longer"]);
});

test("while somebody types, echoes of their own older texts change nothing", async () => {
  const { clock, realm, here } = await startTwo();
  here.types(hello, "a");
  await clock.pass("10 s");
  realm.control.fault({ kind: "delay", path: "/events", delayMs: 20_000 });
  for (const text of ["ab", "abc", "abcd"]) {
    here.types(hello, text);
    await clock.pass("4 s");
    expect(reads(here, hello)).toBe(text);
  }
  await clock.pass("40 s");
  expect(reads(here, hello)).toBe("abcd");
});

test("a register that is older than an upload does not bring back the text of before", async () => {
  const { clock, realm, here, kept } = await startTwo();
  here.types(hello, "first");
  await clock.pass("10 s");
  realm.control.fault({ kind: "delay", method: "POST", path: "/register", delayMs: 5_000 });
  realm.control.expireQueues();
  here.types(hello, "second");
  await clock.pass("1 min");
  expect(reads(here, hello)).toBe("second");
  expect((await kept()).map(({ content }) => content)).toEqual(["second"]);
});

test("a text that the server would refuse is not sent to it", async () => {
  const { clock, here } = await startTwo();
  here.types(hello, "nothing\0ness");
  here.types(deploy, "x".repeat(10_001));
  await clock.pass("10 s");
  expect(calls(here)).toEqual([]);
  expect(reads(here, hello)).toBe("nothing\0ness");
});

test("where drafts are not shared, they stay here, and are shared from when they may be", async () => {
  const { clock, here, there, ana, kept } = await startTwo();
  here.types(hello, "shared at first");
  await clock.pass("10 s");
  await ana.patch("/settings", { enable_drafts_synchronization: false });
  await clock.pass("2 s");
  here.types(hello, "for myself");
  await clock.pass("10 s");
  expect(reads(here, hello)).toBe("for myself");
  expect(reads(there, hello)).toBe("shared at first");
  expect(here.disk.drafts.get(conversationKey(hello))).toMatchObject({ text: "for myself" });
  expect(calls(here)).toHaveLength(1);
  await ana.patch("/settings", { enable_drafts_synchronization: true });
  await clock.pass("2 s");
  here.types(hello, "for everyone");
  await clock.pass("10 s");
  expect((await kept()).map(({ content }) => content)).toContain("for everyone");
});

test("a server that keeps no drafts is not asked to", async () => {
  const { clock, here } = await startTwo(86);
  here.types(hello, "long ago");
  await clock.pass("10 s");
  expect(calls(here)).toEqual([]);
});

test("a realm that is another at the same address has none of the drafts, and loses nobody's text", async () => {
  const { clock, here } = await startTwo();
  here.types(deploy, "written for the first realm");
  here.types(hello, "sent");
  await clock.pass("10 s");
  here.types(hello, "");
  here.network.plug(false);
  await clock.pass("1 s");
  here.disk.crash();
  const { realm } = startRealm({ clock });
  const next = startClient({ clock, realm, disk: here.disk, name: "next" });
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

test("a draft follows a moved topic though its composer is not open: here, on disk, and as the same copy on the server", async () => {
  const { clock, realm, here, there, kept, ana } = await startTwo();
  here.types(hello, "half a sentence");
  await clock.pass("10 s");
  here.types(withBo, "");
  const ids = async () => (await ana.get("/drafts")).body["drafts"].map(({ id }: Body) => id);
  const before = await ids();
  await moveHello(realm, "greetings");
  await clock.pass("1 s");
  for (const client of [here, there]) {
    expect([reads(client, hello), reads(client, greetings)]).toEqual(["", "half a sentence"]);
    const { drafts } = client.disk;
    expect(drafts.has(conversationKey(hello))).toBe(false);
    expect(drafts.get(conversationKey(greetings))).toMatchObject({ text: "half a sentence" });
  }
  await clock.pass("20 s");
  expect(await kept()).toEqual([
    { type: "stream", to: [1], topic: "greetings", content: "half a sentence" },
  ]);
  expect(await ids()).toEqual(before);
  for (const client of [here, there])
    expect([reads(client, hello), reads(client, greetings)]).toEqual(["", "half a sentence"]);
});

test.each(["POST", "PATCH"])(
  "a draft whose topic moves while its %s is under way is neither lost nor doubled",
  async (method) => {
    const { clock, realm, here, kept } = await startTwo();
    here.types(hello, "first words");
    await clock.pass(method === "POST" ? "1 s" : "10 s");
    if (method === "PATCH") here.types(hello, "other words");
    here.types(withBo, "");
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
    expect([reads(here, hello), reads(here, greetings)]).toEqual(["", text]);
    expect(await kept()).toEqual([{ type: "stream", to: [1], topic: "greetings", content: text }]);
  },
);

test("a register before the server knows of the move leaves the draft where it is", async () => {
  const { clock, realm, here, kept } = await startTwo();
  here.types(hello, "half a sentence");
  here.types(withBo, "");
  await clock.pass("10 s");
  await moveHello(realm, "greetings");
  await clock.pass("1 s");
  realm.control.expireQueues();
  await clock.pass("20 s");
  expect([reads(here, hello), reads(here, greetings)]).toEqual(["", "half a sentence"]);
  expect((await kept()).map(({ topic }) => topic)).toEqual(["greetings"]);
});

test("a draft that is sent elsewhere as soon as it is seen there is no draft here", async () => {
  const { clock, here, there, kept } = await startTwo();
  here.types(hello, "ready");
  await clock.pass("4 s");
  expect(reads(there, hello)).toBe("ready");
  there.says(hello, "ready");
  await clock.pass("20 s");
  expect([reads(here, hello), reads(there, hello), await kept()]).toEqual(["", "", []]);
});

test("the text of an edit stays on this machine", async () => {
  const { clock, here, kept } = await startTwo();
  here.store.setState(({ screen }) => ({
    screen: { ...screen, editors: new Map([[editKey(1 as MessageId), editorOf("better words")]]) },
  }));
  await clock.pass("10 s");
  expect(here.store.getState().journal.drafts.get("edit:1")?.text).toBe("better words");
  expect(await kept()).toEqual([]);
});
