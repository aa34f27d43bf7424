/** A status with a time is cleared by a chat screen of the same machine, as if it had been set there. */
import { expect, test } from "vitest";
import { startClient } from "../../support/client.ts";
import { fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";
import { full } from "../../support/storage.ts";
import { json, shellOn } from "../../support/verb.ts";

function setUp() {
  const clock = fakeClock();
  const realm = startRealm({ clock });
  const shell = shellOn(realm, { clock, columns: 120 });
  const set = () => realm.realm.control.server.state.people.byId.get(people.ana)?.status?.text;
  const screen = () => startClient({ clock, realm: realm.realm, disk: shell.disk });
  return { ...shell, clock, realm, set, screen };
}

test("an open screen clears it at its time, also one that was given later", async () => {
  const { run, clock, set, screen } = setUp();
  screen();
  await clock.pass("5 s");
  const { out } = await run(["status", "at lunch", "--until", "in 1h"]);
  expect(out).toMatch(
    /^Changed the status\. The chat screen clears it Fri 20 Nov, 12:42, or when /,
  );
  expect(json(await run(["status", "--json"]))).toEqual([
    { text: "at lunch", emoji: null, until: "2026-11-20T12:42:05Z", account: null },
  ]);
  await run(["status", "--until", "in 2h"]);
  await clock.pass("90 min");
  expect(set()).toBe("at lunch");
  await clock.pass("31 min");
  expect(set()).toBe("");
});

test("a screen that is opened later clears it", async () => {
  const { run, clock, set, screen } = setUp();
  await run(["status", "at lunch", "--until", "in 1h"]);
  await clock.pass("2 h");
  expect(set()).toBe("at lunch");
  screen();
  await clock.pass("5 s");
  expect(set()).toBe("");
});

test("another status without a time stays", async () => {
  const { run, clock, set, screen } = setUp();
  screen();
  await clock.pass("5 s");
  await run(["status", "at lunch", "--until", "in 1h"]);
  await clock.pass("1 min");
  await run(["status", "at home"]);
  await clock.pass("3 h");
  expect(set()).toBe("at home");
});

test("a time that the disk does not take, or that the server refuses, is not promised", async () => {
  const { run, disk, set } = setUp();
  disk.fail(full);
  expect(await run(["status", "at lunch", "--until", "in 1h"])).toMatchObject({ code: 1, out: "" });
  expect(set()).not.toBe("at lunch");
  expect((await run(["status", "at lunch"])).code).toBe(0);
  disk.fail(undefined);
  expect((await run(["status", "--until", "yesterday"])).code).toBe(2);
  expect((await run(["status", "--clear", "--until", "in 1h"])).code).toBe(2);
});
