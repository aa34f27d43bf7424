/** Who is there, in steps: what a program that pings again and again is told. */
import { expect, test } from "vitest";
import { fakeClock } from "../../support/clock.ts";
import { type Body, startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { ana, bo, cleo } = people;
const path = "/users/me/presence";

test("whoever says which step they know is told what changed since", async () => {
  const clock = fakeClock();
  const { as } = startRealm({ clock });
  const ping = async (who: number, asks: Body = {}) =>
    (await as(who).post(path, { status: "active", ...asks })).body;
  const first = await ping(ana, { last_update_id: -1 });
  expect(Object.keys(first["presences"])).toEqual([String(ana)]);
  await ping(bo);
  const second = await ping(ana, { last_update_id: first["presence_last_update_id"] });
  expect(Object.keys(second["presences"])).toEqual([String(bo)]);
  const step = second["presence_last_update_id"];
  expect(step).toBeGreaterThan(first["presence_last_update_id"]);
  const third = await ping(ana, { last_update_id: step });
  expect(third).toMatchObject({ presences: {}, presence_last_update_id: step });
  await clock.pass("2 min");
  await ping(bo, { status: "idle" });
  const fourth = await ping(ana, { last_update_id: step });
  expect(Object.keys(fourth["presences"]).sort()).toEqual([ana, bo].map(String));
});

test("a ping within a minute of another changes nothing", async () => {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock });
  const { presences } = realm.control.server;
  await as(ana).post(path, { status: "active" });
  const before = presences.get(ana);
  await clock.pass("55 s");
  await as(ana).post(path, { status: "active" });
  expect(presences.get(ana)).toEqual(before);
  await clock.pass("1 s");
  await as(ana).post(path, { status: "idle" });
  const after = presences.get(ana);
  expect(after).toEqual({
    ...before,
    idle: (before?.idle ?? 0) + 56,
    step: (before?.step ?? 0) + 1,
  });
});

test("whoever hides that they are there, or has left, is in no answer", async () => {
  const { as } = startRealm();
  await as(ana).patch("/settings", { presence_enabled: false });
  await as(ana).post(path, { status: "active" });
  await as(bo).post(path, { status: "active" });
  await as(cleo).delete(`/users/${bo}`);
  const { presences } = (await as(cleo).post(path, { status: "active", slim_presence: true })).body;
  expect(presences[String(bo)]).toBeUndefined();
  const shown = presences[String(ana)];
  expect(
    shown === undefined || shown.active_timestamp < presences[String(cleo)].active_timestamp,
  ).toBe(true);
});
