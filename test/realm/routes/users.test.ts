/** People as administrators change them and as others see it: roles, names, coming and going, profiles, statuses. */
import { expect, test } from "vitest";
import { type Body, startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";

const { ana, bo, cleo, eva, robot } = people;

const gist = (events: readonly Body[]) =>
  events.map(({ type, op }) => [type, op].filter(Boolean).join(" "));

test("everybody is listed, the deactivated and bots too, with profiles only when they are asked for", async () => {
  const { as } = startRealm();
  const { members } = (await as(ana).get("/users")).body;
  expect(members.map(({ user_id: id }: Body) => id).sort()).toEqual(Object.values(people).sort());
  const byId = new Map(members.map((one: Body) => [one["user_id"], one]));
  expect(byId.get(eva)).toMatchObject({ is_active: false, role: 400 });
  expect(byId.get(robot)).toMatchObject({ is_bot: true, bot_type: 1 });
  expect(byId.get(bo)).not.toHaveProperty("profile_data");
  const whole = (await as(ana).get("/users", { include_custom_profile_fields: true })).body;
  expect(whole["members"][0]).toHaveProperty("profile_data", {});
});

test("a new name is told to all, and drawn in what is written from then on", async () => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(ana).register();
  await as(cleo).patch(`/users/${bo}`, { full_name: " Bo Renamed " });
  expect(await as(ana).events(queue)).toMatchObject([
    { type: "realm_user", op: "update", person: { user_id: bo, full_name: "Bo Renamed" } },
  ]);
  const { body } = await as(ana).post("/messages/render", { content: "@**Bo Renamed**" });
  expect(body["rendered"]).toContain(`data-user-id="${bo}"`);
});

test("whoever becomes a guest loses sight of public streams, and gains it back", async () => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(ana).register();
  await as(cleo).patch(`/users/${ana}`, { role: 600 });
  const lost = await as(ana).events(queue);
  expect(gist(lost)).toEqual([
    "realm_user update",
    "user_group remove_members",
    "user_group remove_members",
    "user_group add_members",
    "stream delete",
  ]);
  expect(lost[4]?.["streams"]).toMatchObject([{ stream_id: streams.other }]);
  await as(cleo).patch(`/users/${ana}`, { role: 400 });
  const gained = (await as(ana).events(queue)).slice(-2);
  expect(gained).toMatchObject([
    { type: "stream", op: "create", streams: [{ stream_id: streams.other }] },
    { op: "peer_add", stream_ids: [streams.other], user_ids: [bo, cleo] },
  ]);
  const { body } = await as(ana).get("/users/me");
  expect(body).toMatchObject({ role: 400, is_guest: false });
});

test("whoever is deactivated is gone from lists and cannot sign in, until they are brought back", async () => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(ana).register();
  await as(bo).register();
  expect((await as(cleo).delete(`/users/${bo}`)).status).toBe(200);
  expect(await as(ana).events(queue)).toMatchObject([
    { type: "realm_user", op: "update", person: { user_id: bo, is_active: false } },
  ]);
  const { status, body } = await as(bo).get("/users/me");
  expect([status, body["msg"]]).toEqual([401, "Account is deactivated"]);
  expect((await as(ana).get("/streams/2/members")).body["subscribers"]).not.toContain(bo);
  await as(cleo).post(`/users/${bo}/reactivate`);
  expect((await as(ana).events(queue)).slice(1)).toMatchObject([
    { type: "realm_user", person: { user_id: bo, is_active: true } },
    { type: "subscription", op: "peer_add", stream_ids: [1, 2, 4, 5], user_ids: [bo] },
  ]);
  expect((await as(bo).get("/users/me")).status).toBe(200);
});

test("below level 222 the deactivated leave, and come anew", async () => {
  const { as } = startRealm({ level: 221 });
  const { queue_id: queue } = await as(ana).register();
  await as(cleo).delete(`/users/${bo}`);
  await as(cleo).post(`/users/${bo}/reactivate`);
  expect((await as(ana).events(queue)).slice(0, 2)).toMatchObject([
    { type: "realm_user", op: "remove", person: { user_id: bo, full_name: "Bo Lindt" } },
    { type: "realm_user", op: "add", person: { user_id: bo, is_active: true } },
  ]);
});
