import { expect, test } from "vitest";
import { fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";
import { people, smallBlueprint } from "../../support/small-blueprint.ts";

/** The small realm with Bo as the owner of its bot. */
function started() {
  const clock = fakeClock();
  const blueprint = smallBlueprint(Math.floor(clock.now() / 1000));
  const users = blueprint.users.map((user) =>
    user.id === people.robot ? { ...user, botOwnerId: people.bo } : user,
  );
  return startRealm({ clock, blueprint: { ...blueprint, users } });
}

const id = people.robot;

test("a bot's owner is told, and administrators and the owner alone get it listed with its key", async () => {
  const { as } = started();
  const { user } = (await as(people.ana).get(`/users/${id}`)).body;
  expect([user.bot_owner_id, user.bot_type, user.delivery_email]).toEqual([
    people.bo,
    1,
    "robot@small.example",
  ]);
  const listed = async (who: number) => (await as(who).register())["realm_bots"];
  expect(await listed(people.ana)).toEqual([]);
  const [own] = await listed(people.bo);
  expect(own).toMatchObject({ user_id: id, owner_id: people.bo, is_active: true });
  expect(own.api_key).toBe(as(id).account.api_key);
  expect(await listed(people.cleo)).toEqual([own]);
});

test("renaming a bot is told to everybody, and once more to those who keep it", async () => {
  const { as } = started();
  const [ana, bo] = [as(people.ana), as(people.bo)];
  const [hers, his] = [await ana.register(), await bo.register()];
  await as(people.cleo).patch(`/users/${id}`, { full_name: "Robot Leg" });
  const name = { user_id: id, full_name: "Robot Leg" };
  expect(await ana.events(hers["queue_id"])).toMatchObject([{ type: "realm_user", person: name }]);
  expect(await bo.events(his["queue_id"])).toMatchObject([
    { type: "realm_user", person: name },
    { type: "realm_bot", op: "update", bot: name },
  ]);
});

test("bots go before their owners, and do not come back with them", async () => {
  const { as } = started();
  const cleo = as(people.cleo);
  const { queue_id } = await cleo.register();
  await cleo.delete(`/users/${people.bo}`);
  const off = { is_active: false };
  expect(await cleo.events(queue_id)).toMatchObject([
    { type: "realm_user", person: { user_id: id, ...off } },
    { type: "realm_bot", bot: { user_id: id, ...off } },
    { type: "realm_user", person: { user_id: people.bo, ...off } },
  ]);
  await cleo.post(`/users/${people.bo}/reactivate`);
  const isActive = async () => (await cleo.get(`/users/${id}`)).body["user"].is_active;
  expect(await isActive()).toBe(false);
  await cleo.post(`/users/${id}/reactivate`);
  expect(await isActive()).toBe(true);
  expect(await cleo.events(queue_id)).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({
        type: "realm_bot",
        bot: { user_id: id, is_active: true },
      }),
    ]),
  );
});
