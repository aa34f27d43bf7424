/** Groups of people: made, renamed, filled, nested and deleted, and who may. */
import { expect, test } from "vitest";
import { type Body, startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { ana, bo, cleo, gus } = people;
const crew = 1;

const strip = (events: readonly Body[]) => events.map(({ id: _, ...event }) => event);

test("a group is made and changed part by part, and everybody hears of it", async () => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(gus).register();
  const parameters = { name: "rowers", description: "row", members: [bo, ana] };
  expect((await as(ana).post("/user_groups/create", parameters)).body).toEqual({
    result: "success",
    msg: "",
  });
  await as(ana).patch("/user_groups/10", { name: "oars", description: "pull" });
  await as(ana).delete("/user_groups/10");
  const [added, ...rest] = strip(await as(gus).events(queue));
  expect(added).toMatchObject({
    type: "user_group",
    op: "add",
    group: { id: 10, name: "rowers", members: [ana, bo], is_system_group: false },
  });
  const group = { type: "user_group", group_id: 10 };
  expect(rest).toEqual([
    { ...group, op: "update", data: { name: "oars" } },
    { ...group, op: "update", data: { description: "pull" } },
    { ...group, op: "remove" },
  ]);
});

test("members are listed with those of groups within, or without them", async () => {
  const { as } = startRealm();
  const parameters = { name: "more", description: "", members: [cleo] };
  await as(ana).post("/user_groups/create", parameters);
  expect((await as(ana).post(`/user_groups/${crew}/subgroups`, { add: [10] })).status).toBe(200);
  const members = async (direct: boolean) =>
    (await as(bo).get(`/user_groups/${crew}/members`, { direct_member_only: direct })).body[
      "members"
    ];
  expect(await members(false)).toEqual([ana, bo, cleo]);
  expect(await members(true)).toEqual([ana, bo]);
  expect((await as(bo).get(`/user_groups/${crew}/subgroups`)).body["subgroups"]).toEqual([10]);
});
