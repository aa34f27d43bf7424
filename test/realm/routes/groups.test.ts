/** Groups of people: made, renamed, filled, nested and deleted, and who may. */
import { expect, test } from "vitest";
import { type Body, startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { ana, bo, cleo, don, gus, robot } = people;
const crew = 1;

const strip = (events: readonly Body[]) => events.map(({ id: _, ...event }) => event);

test("a group is made and changed part by part, and everybody hears of it", async () => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(gus).register();
  const wish = { name: "rowers", description: "row", members: [bo, ana] };
  expect((await as(ana).post("/user_groups/create", wish)).body).toEqual({
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

test("people who are put into a group or taken out are written to", async () => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(don).register();
  await as(ana).post(`/user_groups/${crew}/members`, { add: [don] });
  await as(ana).post(`/user_groups/${crew}/members`, { delete: [don] });
  const events = await as(don).events(queue);
  expect(events.map(({ type, op }) => op ?? type)).toEqual([
    "add_members",
    "message",
    "remove_members",
    "message",
  ]);
  expect(events[1]?.["message"].content).toBe(
    `@_**Ana Ruiz|${ana}** added you to the group @_*crew*.`,
  );
});

test("members are listed with those of groups within, or without them", async () => {
  const { as } = startRealm();
  const wish = { name: "more", description: "", members: [cleo] };
  await as(ana).post("/user_groups/create", wish);
  expect((await as(ana).post(`/user_groups/${crew}/subgroups`, { add: [10] })).status).toBe(200);
  const members = async (direct: boolean) =>
    (await as(bo).get(`/user_groups/${crew}/members`, { direct_member_only: direct })).body[
      "members"
    ];
  expect(await members(false)).toEqual([ana, bo, cleo]);
  expect(await members(true)).toEqual([ana, bo]);
  expect((await as(bo).get(`/user_groups/${crew}/subgroups`)).body["subgroups"]).toEqual([10]);
});

test.each([
  [ana, { name: "", description: "", members: [] }, "User group name can't be empty!"],
  [ana, { name: "n".repeat(101) }, "User group name cannot exceed 100 characters."],
  [ana, { name: "@x" }, "User group name cannot start with '@'."],
  [ana, { name: "role:x" }, "User group name cannot start with 'role:'."],
  [ana, { name: "crew" }, "User group 'crew' already exists."],
  [ana, { members: [999] }, "Invalid user ID: 999"],
  [gus, {}, "Not allowed for guest users"],
  [robot, {}, "This endpoint does not accept bot requests."],
])("person %i making a group with %j is refused", async (who, wrong, msg) => {
  const { as } = startRealm();
  const wish = { name: "fine", description: "d", members: [ana], ...wrong };
  const { status, body } = await as(who).post("/user_groups/create", wish);
  expect([status, body["msg"]]).toEqual([400, msg]);
});

test.each([
  [ana, "99", { name: "x" }, "Invalid user group"],
  [ana, "2", { name: "x" }, "Insufficient permission"],
  [robot, "1", { name: "x" }, "This endpoint does not accept bot requests."],
  [gus, "1", { name: "x" }, "Not allowed for guest users"],
  [ana, "1", {}, "No new data supplied"],
  [ana, "1/members", {}, 'Nothing to do. Specify at least one of "add" or "delete".'],
  [ana, "1/members", { add: [bo] }, `User ${bo} is already a member of this group`],
  [ana, "1/members", { delete: [don] }, `There is no member '${don}' in this user group`],
  [ana, "1/members", { add: [999] }, "Invalid user ID: 999"],
  [ana, "1/subgroups", { add: [99] }, "Invalid user group ID: 99"],
  [ana, "1/subgroups", { delete: [2] }, "User group 2 is not a subgroup of this group."],
])("person %i asking group %s for %j is refused", async (who, path, wish, msg) => {
  const { as } = startRealm();
  const caller = as(who);
  const ask = path.includes("/") ? caller.post : caller.patch;
  const { status, body } = await ask(`/user_groups/${path}`, wish);
  expect([status, body["msg"]]).toEqual([400, msg]);
});

test("below level 165 a group's name and description are both needed", async () => {
  const answer = async (level: number) => {
    const { as } = startRealm({ level });
    return (await as(ana).patch(`/user_groups/${crew}`, { name: "x" })).body["code"];
  };
  expect(await answer(164)).toBe("REQUEST_VARIABLE_MISSING");
  expect(await answer(165)).toBeUndefined();
});
