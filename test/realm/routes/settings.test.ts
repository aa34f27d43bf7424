/** A person's own settings and key. */
import { expect, test } from "vitest";
import { type Body, startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { ana, bo } = people;

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

test("a name and a time zone are told to everybody", async () => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(bo).register();
  await as(ana).patch("/settings", { full_name: "Ana R", timezone: "Asia/Tokyo" });
  expect(strip(await as(bo).events(queue)).map(({ person }) => person)).toEqual([
    { user_id: ana, full_name: "Ana R" },
    { user_id: ana, email: "ana@small.example", timezone: "Asia/Tokyo" },
  ]);
});

test("a new key makes the old one worthless", async () => {
  const { as } = startRealm();
  const { body } = await as(ana).post("/users/me/api_key/regenerate");
  expect(body["api_key"]).toMatch(/^[A-Za-z0-9]{32}$/);
  expect((await as(ana).get("/users/me")).body["msg"]).toBe("Invalid API key");
});
