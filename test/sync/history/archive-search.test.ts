/** Searching the archive beside the server. */
import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { narrowKey, type SearchTerm } from "#model/narrow.ts";
import { archivedSearch } from "#model/search.ts";
import { changeScreen } from "#store/store.ts";
import { archiveTerms } from "#sync/history/archive-search.ts";
import { since } from "#wire/levels.ts";
import { messages } from "../../support/archived.ts";
import * as make from "../../support/make.ts";
import { startWithArchive, startWithArchiveAt, words } from "../../support/small-archive.ts";

test("an open search has what the archive found beside the server's pages, with the words that matched", async () => {
  const { store, client, clock } = await startWithArchive("one pool", "a pump", "Pools, pools");
  client.network.plug(false);
  await clock.pass("1 min");
  const search = { kind: "search", text: "pool", terms: [words("pool")] } as const;
  client.open(search);
  await clock.pass("1 s");
  const { replica, session } = store.getState();
  const found = replica.histories.get(narrowKey(archivedSearch(search)));
  expect(found).toMatchObject({ ids: [1, 3], oldestKnown: true });
  expect(found?.epoch).toBeLessThan(replica.epoch);
  expect(session.matches.get(narrowKey(search))?.get(make.id(3))?.content).toEqual([
    "Pools",
    "pools",
  ]);
});

test("the best ones are found among all, and listed first", async () => {
  const texts = Array.from({ length: 250 }, () => "the pool is cold");
  const { client, clock, press, rowKeys } = await startWithArchive("pool, pool, pool", ...texts);
  press("j");
  client.network.plug(false);
  await clock.pass("1 min");
  client.open({ kind: "search", text: "pool", terms: [words("pool")] });
  await clock.pass("1 s");
  expect([rowKeys().length, rowKeys()[0]]).toEqual([200, "251"]);
  press("]");
  await clock.pass("1 s");
  expect([rowKeys().length, rowKeys()[0]]).toEqual([201, "1"]);
  press("[");
  expect([rowKeys().length, rowKeys()[0]]).toEqual([200, "251"]);
});

test("only the archive is asked for patterns", async () => {
  const { store, client, clock } = await startWithArchive();
  const terms = [{ operator: "pattern", operand: "^rol+ing$" }];
  client.open({ kind: "search", text: "/^rol+ing$/", terms });
  await clock.pass("1 s");
  const { session, replica } = store.getState();
  expect(session.loadFailures.size).toBe(0);
  const key = narrowKey(archivedSearch({ kind: "search", text: "", terms }));
  expect(replica.histories.get(key)?.ids).toEqual([104]);
});

test("what is found here is compared with the server: what is gone there leaves the archive, what differs there leaves the list", async () => {
  const { store, client, clock, archive } = await startWithArchive("one pool", "a pump");
  const [old] = await archive.messages(make.ids(1));
  if (old === undefined) throw new Error("There is no message.");
  const edited = { ...old, id: make.id(101), content: "the pool of yesterday" };
  await archive.write([messages(edited)], true);
  client.network.plug(false);
  await clock.pass("1 min");
  const search = { kind: "search", text: "pool", terms: [words("pool")] } as const;
  client.open(search);
  await clock.pass("1 s");
  const found = () => {
    const { replica } = store.getState();
    const hits = replica.histories.get(narrowKey(archivedSearch(search)))?.ids ?? [];
    return hits.map((id) => get(replica.messages, id)?.content);
  };
  expect(found()).toEqual(["one pool", "the pool of yesterday"]);
  client.network.plug(true);
  await clock.pass("2 min");
  expect(found()).toEqual([]);
  await clock.pass("10 s");
  const kept = await archive.messages(make.ids(1, 101));
  expect(kept.map(({ id, content }) => [id, content])).toEqual([[101, "first"]]);
});

test.each([
  [since.messagesById - 1, ["GET /messages/102", "GET /messages/101", "GET /messages/1"]],
  [since.messagesById, ["GET /messages/1"]],
])(
  "at level %d, what is found is compared by these requests for single messages",
  async (level, single) => {
    const { client, clock, archive } = await startWithArchiveAt(level, "one pool");
    const [old] = await archive.messages(make.ids(1));
    if (old === undefined) throw new Error("There is no message.");
    const edited = [101, 102].map((id) => ({ ...old, id: make.id(id), content: "a pool" }));
    await archive.write([messages(...edited)], true);
    client.open({ kind: "search", text: "pool", terms: [words("pool")] });
    await clock.pass("10 s");
    const asked = client.network.sent.filter((line) => /messages\/\d+$/.test(line));
    expect(asked).toEqual(single);
    // The server has other texts, or no such message.
    await clock.pass("10 s");
    const kept = await archive.messages(make.ids(1, 101, 102));
    expect(kept.map(({ content }) => content)).toEqual([
      "first",
      "second, with a [link](https://a.example)",
    ]);
  },
);

test("a hit that is edited leaves what was found, also where servers cannot search", async () => {
  const { store, client, clock, control, bo, press, rowKeys } = await startWithArchive();
  control.setRealm("message_content_edit_limit_seconds", null);
  press("j");
  const terms = [{ operator: "pattern", operand: "rolling|look" }];
  client.open({ kind: "search", text: "/rolling|look/", terms });
  await clock.pass("1 s");
  const key = narrowKey(archivedSearch({ kind: "search", text: "", terms }));
  const found = () => store.getState().replica.histories.get(key)?.ids;
  expect(found()).toEqual([104, 108]);
  await bo.patch("/messages/104", { content: "rolling, rolling" });
  await clock.pass("2 s");
  expect(found()).toEqual([104, 108]);
  await bo.patch("/messages/104", { content: "something else" });
  await clock.pass("2 s");
  expect([found(), rowKeys()]).toEqual([[108], ["108", "104"]]);
});

test("a refusal that is not about the message leaves what was found in the archive", async () => {
  const { realm, client, clock, archive } = await startWithArchive("one pool");
  const closed = {
    result: "error",
    msg: "This organization has been deactivated",
    code: "REALM_DEACTIVATED",
  };
  const fetch: typeof realm.fetch = async (request) =>
    new URL(request.url).pathname.endsWith("/messages/1")
      ? Response.json(closed, { status: 403 })
      : realm.fetch(request);
  client.network.replace({ ...realm, fetch });
  client.open({ kind: "search", text: "pool", terms: [words("pool")] });
  await clock.pass("10 s");
  expect(client.network.sent.filter((line) => line === "GET /messages/1")).not.toEqual([]);
  expect(await archive.messages(make.ids(1))).toMatchObject([{ content: "one pool" }]);
});

test("where the line is slow, nothing is compared", async () => {
  const { store, client, clock } = await startWithArchive("one pool");
  changeScreen(store, (screen) => ({
    ...screen,
    preferences: { ...screen.preferences, lean: true },
  }));
  client.open({ kind: "search", text: "pool", terms: [words("pool")] });
  await clock.pass("10 s");
  expect(client.network.sent.filter((request) => request === "GET /messages/1")).toEqual([]);
});

test("terms about the user's own state are asked as lists of what the archive knows", () => {
  const replica = make.replica({
    unread_msgs: {
      count: 2,
      streams: [{ stream_id: make.general, topic: "a", unread_message_ids: [7, 9] }],
      pms: [],
      huddles: [],
      mentions: [],
    },
  });
  const asked = (operator: string, operand: SearchTerm["operand"]) =>
    archiveTerms(replica, [{ operator, operand, negated: true }]);
  expect(asked("is", "unread")).toEqual([{ operator: "id", operand: [7, 9], negated: true }]);
  expect(asked("dm", [make.ada])).toMatchObject([{ operand: [make.me, make.ada] }]);
  expect(asked("mentions", make.ada)).toMatchObject([{ operand: expect.stringMatching(/\|11$/) }]);
  expect(asked("is", "starred")).toMatchObject([{ operator: "is", operand: "starred" }]);
});

test("an emoji is found by its names, and by its name the emoji", () => {
  const replica = { ...make.replica(), emojiNames: new Map([["1f525", ["fire", "flame"]]]) };
  const emoji = { operator: "emoji", operand: "🔥 :fire: :flame:" };
  for (const typed of ["🔥", ":flame:"])
    expect(archiveTerms(replica, [words(typed)])).toEqual([emoji]);
  expect(archiveTerms(replica, [words("pool :fire:")])).toEqual([emoji, words("pool  ")]);
  const rights = { ...replica, emojiNames: new Map([["00a9", ["copyright"]]]) };
  for (const typed of ["©", "©\ufe0f", ":copyright:"])
    expect(archiveTerms(rights, [words(typed)])).toEqual([
      { operator: "emoji", operand: "©\ufe0f :copyright:" },
    ]);
  expect(archiveTerms(replica, [words("a:b: 10:30:20")])).toEqual([words("a:b: 10:30:20")]);
});
