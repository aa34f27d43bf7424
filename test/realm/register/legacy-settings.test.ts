import { expect, test } from "vitest";
import { legacyKindOf, legacySettings } from "#realm/register/legacy-settings.ts";
import { startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const older = { client_capabilities: { notification_settings_null: true } };
const all = { ...older, fetch_event_types: undefined };

test("every setting is of one kind at most, and those of both kinds stand at the top", async () => {
  const { display, notifications } = {
    display: [...legacySettings.update_display_settings],
    notifications: [...legacySettings.update_global_notifications],
  };
  expect(display.filter((name) => notifications.includes(name))).toEqual([]);
  const told = await startRealm().as(people.ana).register(all);
  const settings = Object.keys(told["user_settings"]);
  for (const name of settings)
    expect(Object.hasOwn(told, name), name).toBe(legacyKindOf(name) !== undefined);
  for (const name of [...display, ...notifications].filter((one) => one !== "default_view"))
    expect(told).toHaveProperty(name);
});

test("programs that read the one object find nothing at the top", async () => {
  const told = await startRealm().as(people.ana).register();
  for (const name of legacySettings.update_display_settings) expect(told).not.toHaveProperty(name);
});

test("a setting that is younger than the object is told by its own event alone", async () => {
  const { as } = startRealm();
  const ana = as(people.ana);
  const { queue_id: queue } = await ana.register(all);
  await ana.patch("/settings", { send_read_receipts: false, enter_sends: false });
  const heard = (await ana.events(queue)).map(({ type }) => type);
  expect(heard.toSorted()).toEqual(["update_display_settings", "user_settings", "user_settings"]);
});

test("who is there is told by address, unless the program asks for the short form", async () => {
  const { as } = startRealm();
  await as(people.bo).post("/users/me/presence", { status: "active" });
  const presences = async (wish: Readonly<Record<string, unknown>>) =>
    (await as(people.ana).register(wish))["presences"];
  expect(await presences({ slim_presence: undefined })).toHaveProperty(
    ["bo@small.example", "aggregated", "status"],
    "active",
  );
  expect(await presences({ slim_presence: false })).toHaveProperty(["bo@small.example"]);
  expect(await presences({ slim_presence: true })).toHaveProperty([
    String(people.bo),
    "active_timestamp",
  ]);
});
