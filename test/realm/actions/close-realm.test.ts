import { expect, test } from "vitest";
import { startOwnedRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { ana, cleo } = people;

test("a realm that its owner closes tells whoever waits, and lets nobody in", async () => {
  const { as } = startOwnedRealm();
  const { queue_id } = await as(ana).register();
  const waiting = as(ana).get("/events", { queue_id, last_event_id: -1 });
  expect((await as(ana).post("/realm/deactivate")).body["code"]).toBe("UNAUTHORIZED_PRINCIPAL");
  expect((await as(cleo).post("/realm/deactivate")).status).toBe(200);
  expect((await waiting).body["events"]).toMatchObject([
    { type: "realm", op: "deactivated", realm_id: 1 },
  ]);
  const msg = "This organization has been deactivated";
  const { status, body } = await as(ana).get("/users/me");
  expect([status, body["code"], body["msg"]]).toEqual([401, "UNAUTHORIZED", msg]);
  const password = { username: "ana@small.example", password: "ana-secret" };
  const entry = await as(ana).post("/fetch_api_key", password);
  expect([entry.status, entry.body["code"], entry.body["msg"]]).toEqual([
    401,
    "REALM_DEACTIVATED",
    msg,
  ]);
});
