/** A person's own settings and key. */
import { expect, test } from "vitest";
import { type Body, capabilities, startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { ana, bo, robot } = people;

const strip = (events: readonly Body[]) => events.map(({ id: _, ...event }) => event);

test("each setting that changed is told, and what holds already is not", async () => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(ana).register();
  await as(ana).patch("/settings", {
    twenty_four_hour_time: false,
    enter_sends: true,
    send_read_receipts: false,
  });
  const told = { type: "user_settings", op: "update" };
  const events = strip(await as(ana).events(queue));
  expect(events).toHaveLength(2);
  expect(events).toContainEqual({ ...told, property: "twenty_four_hour_time", value: false });
  expect(events).toContainEqual({ ...told, property: "send_read_receipts", value: false });
  const { user_settings: settings } = await as(ana).register();
  expect(settings).toMatchObject({ twenty_four_hour_time: false, send_read_receipts: false });
});

test("programs that do not know the newer event hear of the older ones, too", async () => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(ana).register({
    client_capabilities: { ...capabilities, user_settings_object: false },
  });
  await as(ana).patch("/settings", { twenty_four_hour_time: false });
  await as(ana).patch("/settings", { enable_sounds: false });
  const user = "ana@small.example";
  expect(strip(await as(ana).events(queue))).toEqual([
    { type: "user_settings", op: "update", property: "twenty_four_hour_time", value: false },
    {
      type: "update_display_settings",
      user,
      setting_name: "twenty_four_hour_time",
      setting: false,
    },
    { type: "user_settings", op: "update", property: "enable_sounds", value: false },
    {
      type: "update_global_notifications",
      user,
      notification_name: "enable_sounds",
      setting: false,
    },
  ]);
});

test("below level 89 there are only the older events", async () => {
  const { as } = startRealm({ level: 88 });
  const { queue_id: queue } = await as(ana).register();
  await as(ana).patch("/settings", { enter_sends: false });
  expect(strip(await as(ana).events(queue)).map(({ type }) => type)).toEqual([
    "update_display_settings",
  ]);
});

test("a name and a time zone are told to everybody", async () => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(bo).register();
  await as(ana).patch("/settings", { full_name: "Ana R", timezone: "Asia/Tokyo" });
  expect(strip(await as(bo).events(queue)).map(({ person }) => person)).toEqual([
    { user_id: ana, full_name: "Ana R" },
    { user_id: ana, email: "ana@small.example", timezone: "Asia/Tokyo" },
  ]);
});

test.each([
  [{ twenty_four_hour_time: "yes" }, 'Argument "twenty_four_hour_time" is not valid JSON.'],
  [{ timezone: "Moon/Base" }, "timezone is not a recognized time zone"],
  [{ full_name: "Ana|12" }, "Invalid format!"],
  [{ full_name: "Ana\u202e" }, "Invalid characters in name!"],
  [{ default_language: "zz" }, "Invalid default_language"],
  [{ default_language: "no language" }, "Invalid default_language"],
  [{ automatically_follow_topics_policy: 5 }, "Invalid automatically_follow_topics_policy"],
])("the settings %j are refused", async (wrong, msg) => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(ana).register();
  const { status, body } = await as(ana).patch("/settings", { enter_sends: false, ...wrong });
  expect([status, body["msg"]]).toEqual([400, msg]);
  expect(await as(ana).events(queue)).toEqual([]);
});

test("a time zone may be called by any of its names", async () => {
  const { as } = startRealm();
  for (const timezone of [
    "Etc/UTC",
    "UTC",
    "Asia/Kolkata",
    "Asia/Calcutta",
    "US/Pacific",
    "Etc/GMT+3",
    "America/Argentina/Buenos_Aires",
  ])
    expect((await as(ana).patch("/settings", { timezone })).status, timezone).toBe(200);
  for (const timezone of ["+05:30", "europe/berlin", "Berlin", "../etc"])
    expect((await as(ana).patch("/settings", { timezone })).status, timezone).toBe(400);
});

test("a bot makes a key of its own", async () => {
  const { body } = await startRealm().as(robot).post("/users/me/api_key/regenerate");
  expect(body["api_key"]).toMatch(/^[A-Za-z0-9]{32}$/);
});

test("bots have no settings", async () => {
  const { body } = await startRealm().as(robot).patch("/settings", { enter_sends: false });
  expect(body["msg"]).toBe("This endpoint does not accept bot requests.");
});

test("a new key makes the old one worthless", async () => {
  const { as } = startRealm();
  const { body } = await as(ana).post("/users/me/api_key/regenerate");
  expect(body["api_key"]).toMatch(/^[A-Za-z0-9]{32}$/);
  expect((await as(ana).get("/users/me")).body["msg"]).toBe("Invalid API key");
});

const older = { client_capabilities: { notification_settings_null: true } };

test("settings stand at the top for clients without the object, but for those younger than it", async () => {
  const top = async (wish?: Readonly<Record<string, unknown>>) => {
    const told = await startRealm().as(ana).register(wish);
    return Object.keys(told["user_settings"]).filter((name) => Object.hasOwn(told, name));
  };
  expect(await top()).toEqual([]);
  const told = await top(older);
  for (const name of ["timezone", "enter_sends", "enable_sounds"]) expect(told).toContain(name);
  expect(told).not.toContain("send_read_receipts");
});

test("a setting that is younger than the object is told by its own event alone", async () => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(ana).register(older);
  await as(ana).patch("/settings", { send_read_receipts: false, enter_sends: false });
  const heard = (await as(ana).events(queue)).map(({ type }) => type);
  expect(heard.toSorted()).toEqual(["update_display_settings", "user_settings", "user_settings"]);
});
