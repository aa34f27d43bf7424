/** What comes later is what the chat screen lists with `g l`. */
import { expect, test } from "vitest";
import { since } from "#wire/levels.ts";
import { fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { full } from "../../support/storage.ts";
import { usedArchive } from "../../support/used-archive.ts";
import { json, shellOn } from "../../support/verb.ts";

function setUp(level?: number) {
  const clock = fakeClock();
  const realm = startRealm({ clock, ...(level !== undefined && { level }) });
  const reminders = () =>
    realm.realm.control.server.state.personal.get(people.ana)?.reminders?.length ?? 0;
  return { clock, realm, reminders, ...shellOn(realm, { clock, columns: 160 }) };
}

test("a reminder is set, listed and deleted, each with its way back", async () => {
  const { run, reminders } = setUp();
  const added = await run(["later", "add", "104", "--at", "tomorrow 9:00", "--note", "is it up?"]);
  expect(added.out).toBe(
    "You will be reminded Sat 21 Nov, 9:00 of message 104 in #dev > deploy. " +
      "To undo: weir later delete 104 --at 2026-11-21T09:00:00Z\n",
  );
  expect((await run(["later"])).out).toMatch(
    /Sat 21 Nov, 9:00.*reminder.* 104 .*#dev > deploy.* is it up\?/,
  );
  expect(json(await run(["later", "--json"]))).toMatchObject([
    {
      kind: "reminder",
      at: "2026-11-21T09:00:00Z",
      place: "#dev > deploy",
      message_id: 104,
      content: "rolling",
      note: "is it up?",
      person: null,
      unless_answered: false,
      local: false,
      reason: null,
    },
  ]);
  expect((await run(["later", "delete", "104"])).out).toBe(
    "Deleted 1 reminder of message 104 in #dev > deploy. " +
      "To undo: weir later add 104 --at 2026-11-21T09:00:00Z --note 'is it up?'\n",
  );
  expect(reminders()).toBe(0);
  expect((await run(["later"])).err).toBe("weir: Nothing comes later.\n");
});

test("snoozes and scheduled messages are listed with them, by time, what only an answer ends last", async () => {
  const { run } = setUp();
  await run(["snooze", "#dev > deploy", "--until-answer", "cleo"]);
  await run(["schedule", "add", "--at", "in 3h", "#dev > deploy", "Now?"]);
  await run(["later", "add", "104", "--at", "in 2h"]);
  await run(["snooze", "@bo", "--until", "in 1h", "--unless-answered"]);
  expect(json(await run(["later", "--json=kind,place,person,unless_answered,content"]))).toEqual([
    { kind: "snooze", place: "@Bo Lindt", person: null, unless_answered: true, content: null },
    {
      kind: "reminder",
      place: "#dev > deploy",
      person: null,
      unless_answered: false,
      content: "rolling",
    },
    {
      kind: "scheduled",
      place: "#dev > deploy",
      person: null,
      unless_answered: false,
      content: "Now?",
    },
    {
      kind: "snooze",
      place: "#dev > deploy",
      person: "Cleo Vane",
      unless_answered: false,
      content: null,
    },
  ]);
});

test("a server that does not remind is no obstacle: this machine does, and the screen knows", async () => {
  const { run, disk, reminders } = setUp(since.reminding - 1);
  const { out } = await run(["later", "add", "104", "--at", "in 2h", "--note", "again"]);
  expect(out).toMatch(
    /^This machine reminds you Fri 20 Nov, 13:42 of message 104 in #dev > deploy\./,
  );
  expect([reminders(), disk.snoozes.size]).toEqual([0, 1]);
  expect(json(await run(["later", "--json=kind,note,local"]))).toEqual([
    { kind: "reminder", note: "again", local: true },
  ]);
  expect((await run(["later", "add", "104", "--at", "in 3h"])).code).toBe(0);
  await run(["later", "delete", "104"]);
  expect(disk.snoozes.size).toBe(0);
});

test("a server that lists no reminders sets one, takes none back, and says so", async () => {
  const { run, reminders } = setUp(since.reminders - 1);
  const { out } = await run(["later", "add", "104", "--at", "in 2h"]);
  expect(out).toContain("This server takes no reminder back.");
  expect(reminders()).toBe(1);
  expect((await run(["later"])).err).toContain("lists");
  expect((await run(["later", "delete", "104"])).code).not.toBe(0);
});

test("the same reminder is not set twice, and a link names a message as well", async () => {
  const { run, reminders } = setUp();
  const at = ["--at", "2026-11-22 09:00"];
  const link = `http://realm.test/#narrow/stream/${streams.dev}-dev/topic/deploy/near/104`;
  expect((await run(["later", "add", link, ...at])).code).toBe(0);
  expect(await run(["later", "add", "104", ...at])).toMatchObject({
    code: 0,
    out: "You have that reminder already.\n",
  });
  expect(reminders()).toBe(1);
});

test.each<[readonly string[], RegExp]>([
  [["add", "104"], /Specify a time/],
  [["add", "104", "--at", "yesterday"], /in the past/],
  [["add", "9999", "--at", "in 2h"], /There is no message 9999/],
  [["add", "lunch", "--at", "in 2h"], /neither a message's ID nor a link/],
  [["add", "104", "--at", "in 2h", "--note", "x".repeat(2_000)], /The note/],
])("later %j is refused, and nothing is set", async (line, sentence) => {
  const { run, reminders, disk } = setUp();
  const { code, err } = await run(["later", ...line]);
  expect(code).not.toBe(0);
  expect(err).toMatch(sentence);
  expect([reminders(), disk.snoozes.size]).toEqual([0, 0]);
});

test("of messages without a reminder, and of other times, nothing is deleted, which is said", async () => {
  const { run, reminders } = setUp();
  await run(["later", "add", "104", "--at", "2026-11-22 09:00"]);
  const none = "There is no reminder Sun 22 Nov, 10:00 of message 104 in #dev > deploy.\n";
  const other = await run(["later", "delete", "104", "--at", "2026-11-22 10:00"]);
  expect(other).toMatchObject({ code: 0, out: none });
  expect(reminders()).toBe(1);
  expect((await run(["later", "delete", "104", "103"])).out).toMatch(
    /^Deleted 1 reminder of message 104 in #dev > deploy\. There is no reminder of message 103 in .*\. To undo: weir later add 104 /,
  );
  expect(reminders()).toBe(0);
});

test("a disk that is full is not called done", async () => {
  const { run, disk } = setUp(since.reminding - 1);
  disk.fail(full);
  expect(await run(["later", "add", "104", "--at", "in 2h"])).toMatchObject({
    code: 1,
    out: "",
    err: "weir: The disk is full.\n",
  });
});

test("without the server, reminders and scheduled messages are listed as they were seen", async () => {
  const clock = fakeClock();
  const realm = startRealm({ clock });
  const lines = [
    ["later", "add", "104", "--at", "tomorrow 9:00", "--note", "is it up?"],
    ["schedule", "add", "#dev > deploy", "Now?", "--at", "in 3h"],
    ["snooze", "@bo", "--until", "in 2h"],
  ];
  const { run: add, disk } = shellOn(realm, { clock });
  for (const line of lines) await add(line);
  const archive = await usedArchive(realm, clock);
  const { run, network } = shellOn(realm, { clock, archive, disk });
  const { out } = await run(["later", "--json"]);
  network.plug(false);
  const away = await run(["later", "--json"]);
  expect(away).toMatchObject({ code: 0, out });
  expect(json(away)).toHaveLength(3);
  expect(away.err).toContain("This is as weir has seen it until ");
});
