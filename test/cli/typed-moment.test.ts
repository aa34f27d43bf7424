/** Times that are typed mean the same in verbs and on the screen: this machine is in UTC, and the profile in Tokyo. */
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { isoMoment } from "#base/time.ts";
import { timeChoices } from "#commands/time-choices.ts";
import { inputOf } from "#editor/input.ts";
import type { TimeDialog } from "#store/dialog.ts";
import { since } from "#wire/levels.ts";
import { startClient } from "../support/client.ts";
import { fakeClock } from "../support/clock.ts";
import { type StartOptions, startRealm } from "../support/realm.ts";
import { people } from "../support/small-blueprint.ts";
import { inDeploy } from "../support/small-client.ts";
import { usedArchive } from "../support/used-archive.ts";
import { json, type ShellOptions, shellOn } from "../support/verb.ts";

async function setUp(options: ShellOptions = {}, startOptions: StartOptions = {}) {
  const clock = fakeClock();
  const realm = startRealm({ ...startOptions, clock });
  await realm.as(people.ana).patch("/settings", { timezone: "Asia/Tokyo" });
  return { clock, realm, ...shellOn(realm, { clock, ...options }) };
}

const tomorrow = "2026-11-21T00:00:00Z";

test.each([
  ["snooze #dev>deploy --until", "until"],
  ["later add 104 --at", "at"],
  ["schedule add #dev>deploy hello --at", "at"],
  ["status away --until", "until"],
])("%s reads the time in the zone of the profile, and reports the zone", async (line, field) => {
  const words = [...line.split(" "), "tomorrow 9:00"];
  const { run } = await setUp();
  const ran = await run([...words, `--json=${field}`]);
  expect(json(ran)).toEqual([{ [field]: tomorrow }]);
  expect(ran.err).toBe("weir: For Sat 21 Nov, 9:00 Asia/Tokyo.\n");
  const { run: runShown } = await setUp({ columns: 120 });
  expect((await runShown(words)).out).toContain(" Sat 21 Nov, 9:00 Asia/Tokyo");
});

test("the screen means the same by that text", async () => {
  const { clock, realm } = await setUp();
  const { store } = startClient({ clock, realm: realm.realm });
  await clock.pass("5 s");
  const dialog: TimeDialog = {
    kind: "time",
    purpose: { kind: "schedule" },
    input: inputOf("tomorrow 9:00"),
    chosen: 0,
    now: Math.floor(clock.now() / 1000),
    dateOrder: undefined,
  };
  const [choice] = timeChoices(store.getState().view, dialog);
  expect(choice?.at).toBe(isoMoment(tomorrow));
});

test("where clocks show the same time as here, no zone is reported", async () => {
  const { realm, run } = await setUp();
  await realm.as(people.ana).patch("/settings", { timezone: "Europe/Lisbon" });
  const { err } = await run(["snooze", "#dev > deploy", "--until", "tomorrow 9:00"]);
  expect(err).toBe("weir: For Sat 21 Nov, 9:00.\n");
});

test("a server without an object of settings tells of the zone, too", async () => {
  const { run } = await setUp({}, { level: since.settingsEvents - 1 });
  const { err } = await run(["snooze", "#dev > deploy", "--until", "tomorrow 9:00"]);
  expect(err).toBe("weir: For Sat 21 Nov, 9:00 Asia/Tokyo.\n");
});

test.each([
  ["digest --since today", "Since Sat 21 Nov, 0:00 Asia/Tokyo."],
  ["export #dev>deploy --since today", "Since Sat 21 Nov, 0:00 Asia/Tokyo."],
  ["read #dev>deploy --since today", "Since Sat 21 Nov, 0:00 Asia/Tokyo."],
  ["search day on:today", "Found by: on Sat 21 Nov · words day."],
])("%s begins at midnight there", async (line, said) => {
  const { clock, realm, run } = await setUp();
  await realm.as(people.bo).say(inDeploy, "this day here alone?");
  await clock.pass("4 h");
  await realm.as(people.bo).say(inDeploy, "this day there?");
  const { out, err } = await run(line.split(" "));
  expect(err).toContain(`weir: ${said}\n`);
  expect(out).toContain("there");
  expect(out).not.toContain("here alone");
});

test("without the server, the archive tells of the zone", async () => {
  const clock = fakeClock();
  const realm = startRealm({ clock });
  await realm.as(people.ana).patch("/settings", { timezone: "Asia/Tokyo" });
  const archive = await usedArchive(realm, clock);
  const { run, network } = shellOn(realm, { clock, archive });
  network.plug(false);
  const { err } = await run(["digest", "--since", "today"]);
  expect(err).toContain("before Fri 20 Nov, 20:32 Asia/Tokyo");
  expect(err).toContain("Since Fri 20 Nov, 0:00 Asia/Tokyo.");
});

test("messages are shown at the times of the screen", async () => {
  const { realm, run } = await setUp({ columns: 80 });
  await realm.as(people.ana).patch("/settings", { twenty_four_hour_time: false });
  await realm.as(people.bo).say(inDeploy, "now");
  const { out } = await run(["read", "#dev > deploy", "-n", "1"]);
  expect(stripVTControlCharacters(out)).toContain("Bo Lindt  8:42 pm");
});
