/** Snoozes are those of the chat screen, on the same disk. */
import { expect, test } from "vitest";
import { localReminder } from "#model/local-state.ts";
import { inbox, inboxRows } from "#model/select/inbox.ts";
import type { MessageId } from "#wire/ids.ts";
import { startClient } from "../../support/client.ts";
import { fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { deploy } from "../../support/small-client.ts";
import { full } from "../../support/storage.ts";
import { json, shellOn } from "../../support/verb.ts";

function setUp() {
  const clock = fakeClock();
  const realm = startRealm({ clock });
  return { clock, realm, ...shellOn(realm, { clock, columns: 120 }) };
}

test("a conversation leaves the inbox of a screen that is open, and comes back", async () => {
  const { clock, realm, run, disk } = setUp();
  const { store } = startClient({ clock, realm: realm.realm, disk });
  await clock.pass("5 s");
  const listed = () =>
    [...inboxRows(inbox(store.getState().view))].filter(
      ({ section, conversation }) =>
        section !== "snoozed" && conversation.kind === "topic" && conversation.topic === "deploy",
    ).length;
  expect(listed()).toBe(1);
  expect((await run(["snooze", "#dev > deploy", "--until", "in 2h"])).out).toBe(
    "Snoozed until Fri 20 Nov, 13:42: #dev > deploy. To undo: weir snooze '#dev > deploy' --undo\n",
  );
  await clock.pass("1 min");
  expect(listed()).toBe(0);
  expect(json(await run(["snooze", "--json"]))).toEqual([
    { place: "#dev > deploy", until: "2026-11-20T13:42:05Z", person: null, unless_answered: false },
  ]);
  expect((await run(["snooze", "#dev > deploy", "--undo"])).out).toBe("Unsnoozed #dev > deploy.\n");
  await clock.pass("1 min");
  expect(listed()).toBe(1);
  expect((await run(["snooze"])).err).toBe("weir: Nothing is snoozed.\n");
});

test("a snooze lasts until a person answers, or ends before its time when somebody does", async () => {
  const { run, disk } = setUp();
  const [place, direct] = ["#general > Hello", "@Bo Lindt"];
  expect((await run(["snooze", place, "--until-answer", "cleo"])).out).toBe(
    "Snoozed until Cleo Vane answers: #general > Hello. To undo: weir snooze '#general > Hello' --undo\n",
  );
  expect((await run(["snooze", direct, "--until", "in 2h", "--unless-answered"])).out).toContain(
    "Snoozed until Fri 20 Nov, 13:42, unless somebody answers: ",
  );
  expect(json(await run(["snooze", "--json"]))).toEqual([
    { place: direct, until: expect.stringMatching(/T13:42:/), person: null, unless_answered: true },
    { place, until: null, person: "Cleo Vane", unless_answered: false },
  ]);
  const { out } = await run(["snooze"]);
  expect(out).toContain("Fri 20 Nov, 13:42, unless somebody answers");
  expect(out).toContain("until Cleo Vane answers");
  await run(["snooze", place, "--undo"]);
  expect(disk.snoozes.size).toBe(1);
});

test("what was answered while no screen ran is not listed any more", async () => {
  const { run, realm } = setUp();
  const [place, other] = ["#general > Hello", "#dev > deploy"];
  await run(["snooze", place, other, "--until-answer", "cleo"]);
  await realm.as(people.cleo).say({ streamId: streams.general, topic: "Hello" }, "here");
  await realm.as(people.bo).say({ streamId: streams.dev, topic: "deploy" }, "not Cleo");
  expect(json(await run(["snooze", "--json=place"]))).toEqual([{ place: other }]);
  expect(json(await run(["later", "--json=place"]))).toEqual([{ place: other }]);
});

test("a reminder of a message is no conversation that is snoozed", async () => {
  const { clock, run, disk } = setUp();
  const at = Math.floor(clock.now() / 1000) + 7_200;
  const [key, reminder] = localReminder(deploy, { messageId: 104 as MessageId, at }, 120);
  disk.snoozes.set(key, reminder);
  expect((await run(["snooze"])).err).toBe("weir: Nothing is snoozed.\n");
});

test.each<[readonly string[], RegExp]>([
  [["#dev > deploy"], /Specify a time/],
  [["--until", "in 2h"], /Name a conversation/],
  [["#dev", "--until", "in 2h"], /Only conversations can be snoozed\./],
  [["#dev > nowhere at all", "--until", "in 2h"], /There is no topic/],
  [["#dev > deploy", "--until", "yesterday"], /yesterday/],
  [["#dev > deploy", "--until", "in 2h", "--undo"], /Specify a time/],
  [["#dev > deploy", "--unless-answered"], /Specify a time/],
  [["#dev > deploy", "--until-answer", "bo", "--unless-answered"], /Specify by when/],
  [["@bo", "--until-answer", "cleo"], /Cleo Vane is not in the conversation @Bo Lindt\./],
  [["#other > elsewhere", "--until-answer", "cleo"], /does not learn of answers/],
])("%j is refused, and nothing is stored", async (line, sentence) => {
  const { run, disk } = setUp();
  const { code, err } = await run(["snooze", ...line]);
  expect(code).not.toBe(0);
  expect(err).toMatch(sentence);
  expect(disk.snoozes.size).toBe(0);
});

test("a disk that is full is not called done", async () => {
  const { run, disk } = setUp();
  disk.fail(full);
  expect(await run(["snooze", "#dev > deploy", "--until", "in 2h"])).toMatchObject({
    code: 1,
    out: "",
    err: "weir: The disk is full.\n",
  });
});

test("without the server, what is snoozed is listed, by names that were seen", async () => {
  const { run, network } = setUp();
  const lines = [
    ["#dev > deploy", "--until-answer", "cleo"],
    ["@bo", "--until", "in 2h"],
  ];
  for (const line of lines) await run(["snooze", ...line]);
  const { out } = await run(["snooze", "--json"]);
  network.plug(false);
  const away = await run(["snooze", "--json"]);
  expect(away).toMatchObject({ code: 0, out });
  expect(away.err).toBe(
    "weir: The server cannot be reached: who has answered since is not known.\n",
  );
  // The zone of the profile is not known.
  expect((await run(["snooze"])).out).toContain("Fri 20 Nov, 13:42 UTC");
});
