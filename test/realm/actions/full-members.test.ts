import { expect, test } from "vitest";
import { fakeClock } from "../../support/clock.ts";
import { type Caller, startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { ana, bo, robot } = people;

async function fullMembers(who: Caller): Promise<readonly number[]> {
  const groups: readonly { name: string; members: number[] }[] = (await who.register())[
    "realm_user_groups"
  ];
  return groups.find(({ name }) => name === "role:fullmembers")?.members ?? [];
}

async function told(who: Caller, queue: unknown) {
  const events = await who.events(String(queue));
  return events.flatMap(({ type, op, user_ids }) =>
    type === "user_group" ? [[op, user_ids]] : [],
  );
}

test("every member is a full one until the realm asks for patience, and moderators always are", async () => {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock });
  const her = as(ana);
  expect(await fullMembers(her)).toEqual([ana, bo, robot]);
  const { queue_id } = await her.register();
  realm.control.setRealm("waiting_period_threshold", 12);
  expect(await fullMembers(her)).toEqual([]);
  expect(await told(her, queue_id)).toEqual([["remove_members", [ana, bo, robot]]]);
  realm.control.setRealm("add_custom_emoji_policy", 3);
  const add = (who: number) => as(who).upload("/realm/emoji/dot_one", {});
  expect((await add(ana)).body["msg"]).toBe("Insufficient permission");
  expect((await add(people.don)).body["msg"]).toBe("You must upload exactly one file.");
  // They joined a million seconds ago, which is eleven days and a half.
  await clock.pass("10 h");
  expect((await add(ana)).body["msg"]).toBe("Insufficient permission");
  await clock.pass("3 h");
  const { queue_id: later } = await her.register();
  expect(await told(her, later)).toEqual([]);
  expect(await fullMembers(her)).toEqual([ana, bo, robot]);
  expect((await add(ana)).body["msg"]).toBe("You must upload exactly one file.");
});

test("a role above takes a member out of the full ones, and coming back brings them in again", async () => {
  const { as } = startRealm();
  const cleo = as(people.cleo);
  await cleo.patch(`/users/${bo}`, { role: 300 });
  expect(await fullMembers(cleo)).toEqual([ana, robot]);
  const { queue_id } = await cleo.register();
  await cleo.patch(`/users/${bo}`, { role: 400 });
  expect(await told(cleo, queue_id)).toEqual([
    ["remove_members", [bo]],
    ["add_members", [bo]],
    ["add_members", [bo]],
  ]);
  expect(await fullMembers(cleo)).toEqual([ana, bo, robot]);
});

test("whoever left stays a full member for as long as they would be one, and nobody comes in who left before", async () => {
  const { realm, as } = startRealm();
  const cleo = as(people.cleo);
  await cleo.delete(`/users/${bo}`);
  expect(await fullMembers(cleo)).toEqual([ana, bo, robot]);
  const { queue_id } = await cleo.register();
  realm.control.setRealm("waiting_period_threshold", 12);
  realm.control.setRealm("waiting_period_threshold", 0);
  const all = [ana, bo, robot];
  expect(await told(cleo, queue_id)).toEqual([
    ["remove_members", all],
    ["add_members", all],
  ]);
});
