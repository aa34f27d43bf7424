/** Without a running weir, the inbox is the one of its screen: with what is snoozed on this machine, and by what was seen. */
import { expect, test } from "vitest";
import { inboxListing } from "#cli/inbox-listing.ts";
import { StorageError, type StorageFailure } from "#journal/storage.ts";
import { startClient } from "../../support/client.ts";
import { fakeClock } from "../../support/clock.ts";
import { startRealm, whileClockRuns } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";
import { inDeploy } from "../../support/small-client.ts";
import { type Disk, memoryDisk } from "../../support/storage.ts";
import { usedArchive } from "../../support/used-archive.ts";
import { json, type ShellOptions, shellOn } from "../../support/verb.ts";

async function setUp(options: ShellOptions = {}) {
  const clock = fakeClock();
  const realm = startRealm({ clock });
  const shell = shellOn(realm, { clock, ...options });
  const listed = async (...words: readonly string[]) =>
    json(await shell.run(["inbox", ...words, "--json=place,section,unread"])).map(
      ({ place }) => place,
    );
  return { clock, realm, ...shell, listed };
}

const broken: StorageFailure = { kind: "broken", sentence: "The file is broken." };
const place = "#dev > deploy";

test("what is snoozed is left out, until its time has come", async () => {
  const { clock, run, listed } = await setUp();
  expect(await listed()).toContain(place);
  await run(["snooze", place, "--until", "in 2h"]);
  expect(await listed()).not.toContain(place);
  expect(await listed("--needs-me")).not.toContain(place);
  await clock.pass("3 h");
  expect((await listed())[0]).toBe(place);
});

test("a mention since then ends a snooze, for its list as well", async () => {
  const { run, realm, listed } = await setUp();
  await run(["snooze", place, "--until", "in 2h"]);
  await realm.as(people.bo).say(inDeploy, "go on");
  expect(await listed()).not.toContain(place);
  await realm.as(people.bo).say(inDeploy, "@**Ana Ruiz** now!");
  expect(await listed()).toContain(place);
  expect((await run(["snooze", "--json"])).out).toBe("");
});

test("an answer brings back what waits for one, even if it was read", async () => {
  const { run, realm, listed } = await setUp();
  await run(["done", place]);
  await run(["snooze", place, "--until-answer", "cleo"]);
  await realm.as(people.bo).say(inDeploy, "not Cleo");
  expect(await listed()).not.toContain(place);
  await realm.as(people.cleo).say(inDeploy, "here");
  await run(["done", place]);
  expect(await listed("--needs-me")).toContain(place);
});

test("a send that nobody has answered needs the user, until a chat screen has decided it", async () => {
  const { clock, run, listed } = await setUp({
    onRequest: (call, { line }) => line(call === "POST /messages" ? "deaf" : "well"),
  });
  expect(await whileClockRuns(clock, run(["send", "@don", "lunch?"]))).toMatchObject({ code: 5 });
  const rows = json(await run(["inbox", "--needs-me", "--json"]));
  expect(rows).toContainEqual(
    expect.objectContaining({
      place: "@Don Marsh",
      section: "needs-you",
      reason: "undecided",
      unread: 0,
      first_unread: null,
    }),
  );
  expect((await listed())[0]).toBe("@Don Marsh");
  expect((await run(["inbox"])).out).toMatch(/^0\tundecided\t@Don Marsh\n/);
});

test("it lists what the screen lists that reads the same disk", async () => {
  const { clock, realm, run, disk } = await setUp();
  await run(["snooze", place, "@bo", "--until", "in 2h"]);
  await run(["snooze", "#general > hello", "--until", "in 1h", "--unless-answered"]);
  await clock.pass("90 min");
  const { out } = await run(["inbox", "--json"]);
  const { store } = startClient({ clock, realm: realm.realm, disk });
  await clock.pass("10 s");
  const shown = inboxListing(store.getState().view, { options: {} });
  expect(json({ code: 0, out, err: "" })).toMatchObject(
    shown.rows.map(({ json: { about: _, ...fields } }) => fields),
  );
});

test("without the server, it is what weir has seen, without what is snoozed", async () => {
  const clock = fakeClock();
  const realm = startRealm({ clock });
  const archive = await usedArchive(realm, clock);
  const { run, network } = shellOn(realm, { clock, archive });
  await run(["snooze", "@bo", "--until", "in 2h"]);
  const places = json(await run(["inbox", "--json=place"]));
  network.plug(false);
  const { code, out, err } = await run(["inbox", "--json=place"]);
  expect(json({ code, out, err })).toEqual(places);
  expect(places).not.toContainEqual({ place: "@Bo Lindt" });
  expect(err).toMatch(
    /^weir: The server cannot be reached\. This is as weir has seen it until .*: who has answered since is not known\.\n$/,
  );
});

test("a disk that cannot be read is not taken for one without snoozes", async () => {
  const disk = memoryDisk();
  const snoozes = () => Promise.reject(new StorageError(broken));
  const unreadable: Disk = { ...disk, open: () => ({ ...disk.open(), snoozes }) };
  const { run } = await setUp({ disk: unreadable });
  const { code, out, err } = await run(["inbox"]);
  expect({ code, isListed: out.includes(place) }).toEqual({ code: 0, isListed: true });
  expect(err).toBe(
    "weir: The file is broken. What is snoozed on this machine is listed as if it was not, and what was not sent is missing.\n",
  );
});
