import { expect, test } from "vitest";
import { type Archive, noArchive } from "#archive/archive.ts";
import { restoredReplica } from "#archive/saved-replica.ts";
import { sorted } from "#base/sorted.ts";
import type { Narrow } from "#model/narrow.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { archiveIn } from "../../support/archive-in.ts";
import { startClient } from "../../support/client.ts";
import { fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";
import { registered } from "../../support/replica.ts";
import { people, smallBlueprint, streams } from "../../support/small-blueprint.ts";
import { json, type ShellOptions, shellOn } from "../../support/verb.ts";

const dev: Narrow = { kind: "stream", streamId: streams.dev as StreamId };
const deploy: Narrow = { ...dev, kind: "topic", topic: "deploy" } as Narrow;
const day = 86_400;

/** A realm with 2,500 messages in a topic, one each half an hour, and a shell with an archive. */
function startLong(options: ShellOptions = {}) {
  const clock = fakeClock();
  const now = clock.now() / 1000;
  const count = 2500;
  const realm = startRealm({
    clock,
    blueprint: {
      ...smallBlueprint(now),
      messages: Array.from({ length: count }, (_, at) => ({
        id: 1000 + at,
        senderId: people.bo,
        streamId: streams.dev,
        topic: "deploy",
        content: `line ${at}`,
        sentAt: now - (count - at) * 1800,
      })),
    },
  });
  const archive = archiveIn();
  return { realm, archive, now, shell: shellOn(realm, { clock, archive, ...options }) };
}

const pageOf = async (archive: Archive, narrow: Narrow) => {
  const page = await archive.page({ narrow, anchor: "newest", before: 5000, after: 0 });
  const ids = page.messages.map(({ id }) => Number(id));
  return { ...page, messages: ids.length, first: ids[0], last: ids.at(-1) };
};

test("messages of the requested days are fetched into the archive, and the report says what is there", async () => {
  const { archive, now, shell } = startLong();
  const { out, err, code } = await shell.run(["sync", "#dev", "--days", "30", "--json"]);
  expect({ err, code }).toEqual({ err: "", code: 0 });
  const [row] = json({ out, err, code });
  expect(row).toMatchObject({ place: "#dev", messages: 2000, known: 0, complete: true });
  expect(Number(row?.["oldest"])).toBeLessThan(now - 30 * day);
  for (const narrow of [dev, deploy])
    expect(await pageOf(archive, narrow)).toMatchObject({
      messages: 2000,
      last: 3499,
      holes: [],
      oldestKnown: false,
      newestKnown: true,
    });
  const all = await shell.run(["sync", "#dev", "--days", "3650", "--json"]);
  expect(json(all)).toMatchObject([{ messages: 1500, known: 1000, complete: true }]);
  expect(await pageOf(archive, dev)).toMatchObject({
    messages: 2500,
    oldestKnown: true,
    holes: [],
  });
});

test("a second run fetches only the newest page, and a stopped one is continued", async () => {
  let pages = 0;
  let stop = () => {};
  const onRequest = (call: string) => {
    if (call !== "GET /messages") return;
    pages += 1;
    if (pages === 3) stop();
  };
  const { archive, shell } = startLong({ onRequest });
  const line = ["sync", "#dev", "--days", "3650"];
  const running = shell.start(line);
  stop = () => void running.stop();
  const { err, out } = await running.ended;
  expect(err).toContain("Stopped. What was fetched is there; the same command continues.");
  expect(out).toContain("not all");
  expect(await pageOf(archive, dev)).toMatchObject({ holes: [], newestKnown: true });
  const kept = (await pageOf(archive, dev)).messages;
  expect(kept).toBeGreaterThanOrEqual(2000);
  pages = 3;
  const [row] = json(await shell.run([...line, "--json"]));
  expect(row).toMatchObject({ messages: 1000 + 2500 - kept, known: kept - 1000, complete: true });
  expect(pages).toBe(5);
  expect(json(await shell.run([...line, "--json"]))).toMatchObject([
    { messages: 1000, known: 1500, complete: true },
  ]);
  expect(pages).toBe(6);
});

test("by default the streams of the user and all direct messages are fetched, each conversation whole", async () => {
  const archive = archiveIn();
  const { run } = shellOn(startRealm(), { archive });
  const rows = json(await run(["sync", "--json"]));
  expect(rows.map(({ place }) => place)).toEqual([
    "directs",
    "#general",
    "#dev",
    "#secret",
    "#news",
  ]);
  const userIds = sorted([people.ana, people.bo] as UserId[]);
  for (const narrow of [{ kind: "direct", userIds }, { kind: "directs" }, deploy] as Narrow[])
    expect(await pageOf(archive, narrow)).toMatchObject({
      holes: [],
      oldestKnown: true,
      newestKnown: true,
    });
});

test("on a terminal, progress is told, and the summary says how far back it is", async () => {
  const { shell } = startLong({ columns: 100 });
  const { out, err } = await shell.run(["sync", "#dev", "--days", "30"]);
  expect(err.split("\n").filter((line) => line.includes("#dev: 1000 ")).length).toBe(1);
  expect(out).toMatch(/^#dev +2000 messages, back to .*\d\n$/);
});

test("the realm is in the archive too, for a start without the server, and another one replaces it", async () => {
  const clock = fakeClock();
  const archive = archiveIn();
  const realm = startRealm({ clock });
  const client = startClient({ clock, realm: realm.realm, archive });
  await clock.pass("10 s");
  const { replica } = client.store.getState();
  await client.session.stop();
  const restored = async () => {
    const saved = await archive.load();
    return saved && restoredReplica(saved.sections);
  };
  await archive.forget();
  await shellOn(realm, { clock, archive }).run(["sync", "#dev"]);
  const first = await restored();
  expect(first && registered(first)).toEqual(registered(replica));
  await archive.write([{ kind: "section", name: "topics/1", json: knownTopic }], true);
  await shellOn(realm, { clock, archive }).run(["sync", "#dev"]);
  expect((await restored())?.topics.get(streams.general as StreamId)?.size).toBe(1);

  const young = smallBlueprint(clock.now() / 1000);
  const blueprint = { ...young, messages: young.messages.slice(0, 3) };
  const another = startRealm({ clock, blueprint });
  await shellOn(another, { clock, archive }).run(["sync", "#dev"]);
  expect((await restored())?.newestMessage).toBe(103);
  expect((await pageOf(archive, deploy)).messages).toBe(0);
});

test("a server that was restored from a backup replaces it, also if it has as many messages again", async () => {
  const clock = fakeClock();
  const archive = archiveIn();
  const blueprint = smallBlueprint(Math.floor(clock.now() / 1000));
  const sync = async (streamId: number, name: string, count: number) => {
    const realm = startRealm({ clock, blueprint });
    for (let at = 0; at < count; at += 1)
      await realm.as(people.bo).say({ streamId, topic: "deploy" }, `in ${name}`);
    await shellOn(realm, { clock, archive }).run(["sync", name]);
    await clock.pass("1 min");
  };
  await sync(streams.dev, "#dev", 2);
  expect((await pageOf(archive, deploy)).last).toBe(115);
  await sync(streams.general, "#general", 3);
  expect((await pageOf(archive, deploy)).messages).toBe(0);
});

const knownTopic = '[["t:1:of old",{"name":"of old","newest":101}]]';

test("what is beyond the archive's size is removed again, the oldest first", async () => {
  const { archive, shell } = startLong({ archiveSize: 300_000 });
  const { err, code } = await shell.run(["sync", "#dev", "--days", "3650"]);
  expect({ err, code }).toEqual({ err: expect.stringContaining("archive_size"), code: 0 });
  const { messages: left, ...known } = await pageOf(archive, dev);
  expect(left).toBeGreaterThan(100);
  expect(left).toBeLessThan(2000);
  expect(known).toMatchObject({ last: 3499, holes: [], oldestKnown: false });
});

test("a full disk is told", async () => {
  const archive = { ...noArchive, extent: archiveIn().extent };
  const { run } = shellOn(startRealm(), { archive });
  const { code, err } = await run(["sync", "#dev"]);
  expect(code).not.toBe(0);
  expect(err).toContain("The archive cannot be written.");
});

test("without an archive, nothing is fetched", async () => {
  const { run, network } = shellOn(startRealm(), { archive: noArchive });
  const { code, err } = await run(["sync"]);
  expect(code).not.toBe(0);
  expect(err).toContain("archive = false");
  expect(network.sent).toEqual([]);
});
