/** What waits, as a server without an archive tells it. */
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { usedArchive } from "../../support/used-archive.ts";
import { json, shellOn } from "../../support/verb.ts";

function setUp() {
  const clock = fakeClock();
  const realm = startRealm({ clock });
  const { run, disk } = shellOn(realm, { clock, columns: 120 });
  const waiting = async (...options: readonly string[]) =>
    json(await run(["waiting", "--json", "--hours", "0", ...options])).map(
      ({ kind, place, message_id: id, rule }) => [kind, place, id, rule].join(" "),
    );
  const say = async (who: string, to: string, content: string) => {
    const sender = shellOn(realm, { clock, email: `${who}@small.example` });
    await clock.pass("1 min");
    const [row] = json(await sender.run(["send", "--json", to, content]));
    return Number(row?.["id"]);
  };
  return { clock, realm, run, disk, waiting, say };
}

test("mentions and direct messages wait, until they are answered", async () => {
  const { waiting, say } = setUp();
  expect(await waiting()).toEqual(["me #dev > deploy 108 mention", "me @Bo Lindt 110 direct"]);
  await say("ana", "#dev > deploy", "I have looked");
  await say("ana", "@bo", "yes?");
  expect(await waiting("--me")).toEqual([]);
  expect(await waiting("--them")).toEqual([expect.stringMatching(/^them @Bo Lindt \d+ question$/)]);
});

test("a topic's later messages decide, also where nobody mentions anybody", async () => {
  const { waiting, say, run } = setUp();
  const asked = await say("ana", "#dev > oars", "who has the oars?");
  const named = await say("bo", "#general > boats", "Ana, where is the boat?");
  expect(await waiting()).toEqual(
    expect.arrayContaining([
      `them #dev > oars ${asked} question`,
      `me #general > boats ${named} name`,
    ]),
  );
  await say("cleo", "#dev > oars", "I do");
  await run(["react", `${named}`, "tada"]);
  const left = await waiting();
  expect(left.filter((row) => /oars|boats/.test(row))).toEqual([]);
});

test("one waits for others only after some hours", async () => {
  const { clock, run, say } = setUp();
  const id = await say("ana", "#dev > oars", "who has the oars?");
  const asked = async (...options: readonly string[]) =>
    json(await run(["waiting", "--them", "--json", ...options])).map((row) => row["message_id"]);
  expect(await asked()).toEqual([]);
  expect(await asked("--hours", "0")).toEqual([id]);
  await clock.pass("23 h");
  expect(await asked()).toEqual([]);
  await clock.pass("61 min");
  expect(await asked()).toEqual([id]);
});

test("what is said not to wait is not listed", async () => {
  const { waiting, disk } = setUp();
  disk.places.set("not waiting 108", true);
  expect(await waiting()).not.toContainEqual(expect.stringContaining("108"));
});

test("a terminal gets a line for each, whose texts are safe", async () => {
  const { run, say } = setUp();
  await say("bo", "#dev > red", "@**Ana Ruiz** \u001b[35mcan you\u0007 look?");
  const { out, err } = await run(["waiting"]);
  expect(err).toBe("");
  expect(out).not.toContain("\u001b[35m");
  expect(out).not.toContain("\u0007");
  expect(stripVTControlCharacters(out).split("\n")).toEqual([
    "waits for you  Fri 20 Nov, 11:32  #dev > deploy  @Ana Ruiz look",
    "waits for you  Fri 20 Nov, 11:35  @Bo Lindt      psst",
    expect.stringMatching(
      /^waits for you {2}Fri 20 Nov, 11:43 {2}#dev > red {5}@Ana Ruiz .*look\?$/,
    ),
    "",
  ]);
});

test("what nobody wrote to wait for is nothing", async () => {
  const clock = fakeClock();
  const realm = startRealm({ clock });
  const { run } = shellOn(realm, { clock, columns: 80, email: "don@small.example" });
  expect((await run(["waiting"])).err).toBe("weir: Nothing waits.\n");
});

test("without the server, it is told by what was seen, and that answers since are not known", async () => {
  const clock = fakeClock();
  const realm = startRealm({ clock });
  const archive = await usedArchive(realm, clock);
  const { run, network } = shellOn(realm, { clock, archive });
  const known = await run(["waiting", "--me", "--json=kind,message_id,place,rule"]);
  network.plug(false);
  const { code, out, err } = await run(["waiting", "--me", "--json=kind,message_id,place,rule"]);
  expect(code).toBe(0);
  expect(out).toContain('"message_id":108');
  expect(known.out).toContain(out.trim());
  expect(err).toMatch(
    /The server cannot be reached\. This is by messages that weir has seen until /,
  );
});

test("without the server, nothing is told where nothing was ever seen", async () => {
  const { run, network } = shellOn(startRealm());
  network.plug(false);
  expect(await run(["waiting"])).toMatchObject({ code: 3, out: "" });
});

test("several people who are asked are waited for each, and the row names who is left", async () => {
  const { run, say } = setUp();
  const fields = "--json=message_id,waits_for,waits_for_ids,answered,owed_by";
  const rows = async () => json(await run(["waiting", "--them", "--hours", "0", fields]));
  const id = await say("ana", "#dev > oars", "@**Bo Lindt** @**Cleo Vane** please count the oars");
  await say("bo", "#dev > oars", "seven");
  expect(await rows()).toEqual([
    {
      message_id: id,
      waits_for: ["Cleo Vane"],
      waits_for_ids: [13],
      answered: ["Bo Lindt"],
      owed_by: "each",
    },
  ]);
  const { out } = await run(["waiting", "--them", "--hours", "0"]);
  expect(stripVTControlCharacters(out)).toContain(
    "for Cleo Vane: @Bo Lindt @Cleo Vane please count",
  );
  await say("cleo", "#dev > oars", "eight");
  expect(await rows()).toEqual([]);
});

test("a group owes an answer each, also to whom is in it", async () => {
  const { run, say, waiting } = setUp();
  const names = async () => json(await run(["waiting", "--them", "--hours", "0", "--json"]));
  const id = await say("ana", "#dev > boats", "@*crew* please count the boats");
  expect(await names()).toMatchObject([{ message_id: id, rule: "group", waits_for: ["Bo Lindt"] }]);
  await say("cleo", "#dev > boats", "who is the crew?");
  expect(await names()).toMatchObject([{ message_id: id, waits_for: ["Bo Lindt"] }]);
  const asked = await say("cleo", "#general > sails", "@*crew* can somebody count the sails?");
  const mine = async () => (await waiting("--me")).filter((row) => row.includes("sails"));
  expect(await mine()).toEqual([`me #general > sails ${asked} group`]);
  await say("bo", "#general > sails", "four");
  expect(await mine()).toEqual([]);
});

test("the end of a topic is judged, however much was said since the first question there", async () => {
  const { realm, waiting } = setUp();
  const oars = { streamId: streams.dev, topic: "oars" };
  await realm.as(people.ana).say(oars, "who has the oars?");
  for (let at = 0; at < 520; at += 1) await realm.as(people.bo).say(oars, `oar ${at}`);
  const id = await realm.as(people.ana).say(oars, "@**Cleo Vane** where is the boat?");
  expect(await waiting("--them")).toEqual([`them #dev > oars ${id} mention`]);
});
