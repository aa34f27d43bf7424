import { expect, test } from "vitest";
import { since } from "#wire/levels.ts";
import { type StartedRealm, startRealm } from "../../support/realm.ts";
import { full } from "../../support/storage.ts";
import { json, shellOn } from "../../support/verb.ts";

const setUp = (realm: StartedRealm = startRealm()) => {
  const shell = shellOn(realm, { columns: 120 });
  const unread = async () => json(await shell.run(["inbox", "--json=place,unread"]));
  return { ...shell, unread };
};

const hint = "To undo: weir done --undo";

test("done --all says how much it marked, and done --undo marks exactly that as unread", async () => {
  const { run, unread } = setUp();
  const before = await unread();
  const { out } = await run(["done", "--all"]);
  // One of them is muted, and not in the inbox.
  expect(before).toHaveLength(3);
  expect(out).toBe(`Marked 4 messages in 4 conversations as read. ${hint}\n`);
  expect(await unread()).toEqual([]);
  expect((await run(["done", "--undo"])).out).toBe("Marked 4 messages as unread: all.\n");
  expect(await unread()).toEqual(before);
  expect(await run(["done", "--undo"])).toMatchObject({
    code: 0,
    out: "Nothing is left to undo.\n",
  });
});

test("done of a place can be undone, too, but does not touch what was read before", async () => {
  const { run, unread } = setUp();
  const before = await unread();
  const [message] = json(await run(["read", "#dev > deploy", "-n", "1", "--json=id"]));
  await run(["done", "#dev"]);
  const after = await unread();
  expect(after).not.toEqual(before);
  // It has been read: there is nothing new to undo.
  expect((await run(["done", String(message?.["id"])])).out).not.toContain("To undo");
  expect(json(await run(["done", "--undo", "--json"]))).toEqual([
    { place: "#dev", read: 0, unread: 2, account: null },
  ]);
  expect(await unread()).toEqual(before);
});

test("without anything unread nothing is requested", async () => {
  const { run, network } = setUp();
  await run(["done", "--all"]);
  network.sent.length = 0;
  expect((await run(["done", "--all"])).out).toBe("Nothing is unread.\n");
  expect(network.sent).not.toContain("POST /mark_all_as_read");
});

test("a disk that is full offers no way back, but does not prevent it", async () => {
  const { run, disk, unread } = setUp();
  disk.fail(full);
  const { code, out } = await run(["done", "--all"]);
  expect({ code, out }).toMatchObject({ code: 0, out: expect.not.stringContaining("undo") });
  expect(await unread()).toEqual([]);
});

test("what an older server cannot mark as unread is not promised to be undone", async () => {
  const { run, unread } = setUp(startRealm({ level: since.markUnread - 1 }));
  expect((await run(["done", "#dev"])).out).toBe("Marked 2 messages as read: #dev.\n");
  const after = await unread();
  expect(await run(["done", "--undo"])).toMatchObject({
    code: 1,
    out: "",
    err: "weir: This server cannot mark messages unread: it has level 120 and needs 121.\n",
  });
  expect(await unread()).toEqual(after);
});

test.each(["#narrow/sender/13-x", "#narrow/channel/2-dev/sender/13-x", "#narrow/has/link"])(
  "done of %s, a link to a search, marks nothing",
  async (link) => {
    const { run, unread } = setUp();
    const before = await unread();
    expect(await run(["done", link])).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringMatching(/Name a stream, .* a search is not marked\./),
    });
    expect(await unread()).toEqual(before);
  },
);
