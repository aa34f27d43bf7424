/** Groups of people: what they may be called, whom they hold, and who may call them by their name. */
import { expect, test } from "vitest";
import { type Body, type StartedRealm, startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { ana, bo, don, gus, robot } = people;
const crew = 1;
const groups = "/user_groups";

async function said(answer: Promise<{ readonly body: Body }>): Promise<string> {
  return (await answer).body["msg"];
}

async function made({ as }: StartedRealm, name: string, more: Body = {}): Promise<number> {
  const wish = { name, description: "", members: [ana], ...more };
  await as(ana).post(`${groups}/create`, wish);
  const { user_groups } = (await as(ana).get(groups)).body;
  return user_groups.find((one: Body) => one["name"] === name)?.["id"];
}

test("no group is within itself, however far down", async () => {
  const realm = startRealm();
  const { as } = realm;
  const [outer, inner] = [await made(realm, "outer"), await made(realm, "inner")];
  const nest = (id: number, asks: Body) => said(as(ana).post(`${groups}/${id}/subgroups`, asks));
  const circle = (id: number) =>
    `User group ${id} is already a subgroup of one of the passed subgroups.`;
  expect(await nest(outer, { add: [outer] })).toBe(circle(outer));
  expect(await nest(outer, { add: [inner] })).toBe("");
  expect(await nest(outer, { add: [inner] })).toBe(
    `User group ${inner} is already a subgroup of this group.`,
  );
  expect(await nest(inner, { add: [crew] })).toBe("");
  expect(await nest(crew, { add: [outer] })).toBe(circle(crew));
  expect(await nest(crew, { delete: [outer] })).toBe(
    `User group ${outer} is not a subgroup of this group.`,
  );
  expect(await nest(crew, { add: [999] })).toBe("Invalid user group ID: 999");
});

test("a group that is deleted is within no other", async () => {
  const realm = startRealm();
  const { as } = realm;
  const [outer, inner] = [await made(realm, "outer"), await made(realm, "inner")];
  await as(ana).post(`${groups}/${outer}/subgroups`, { add: [crew, inner] });
  await as(ana).delete(`${groups}/${inner}`);
  expect((await as(ana).get(`${groups}/${outer}/subgroups`)).body["subgroups"]).toEqual([crew]);
});

test("names are kept as they are written, and may be as long as a hundred characters", async () => {
  const { as } = startRealm();
  const says = (name: string) =>
    said(as(ana).post(`${groups}/create`, { name, description: "", members: [] }));
  expect(await says(" ")).toBe("User group name can't be empty!");
  expect(await says("é".repeat(101))).toBe("User group name cannot exceed 100 characters.");
  for (const prefix of ["@", "role:", "user:", "stream:", "channel:"])
    expect(await says(`${prefix}x`)).toBe(`User group name cannot start with '${prefix}'.`);
  expect(await says("é".repeat(100))).toBe("");
  expect(await says("crew")).toBe("User group 'crew' already exists.");
  expect(await says("Crew")).toBe("");
});

test("the system's own bots are in no group", async () => {
  const { realm, as } = startRealm();
  const { notifier } = realm.control.server.state.people;
  const fill = (asks: Body) => said(as(ana).post(`${groups}/${crew}/members`, asks));
  expect(await fill({ add: [notifier.id] })).toBe(`Invalid user ID: ${notifier.id}`);
});

test("people are put in before others are taken out", async () => {
  const { as } = startRealm();
  const fill = (asks: Body) => said(as(ana).post(`${groups}/${crew}/members`, asks));
  expect(await fill({ add: [don, don], delete: [bo] })).toBe("");
  const members = async () => (await as(ana).get(`${groups}/${crew}/members`)).body["members"];
  expect(await members()).toEqual([ana, don]);
  expect(await fill({ add: [bo], delete: [bo] })).toBe("");
  expect(await members()).toEqual([ana, don]);
});

test("whoever has nothing to do with groups is told so first, then whoever says nothing", async () => {
  const { realm, as } = startRealm();
  expect(await said(as(gus).post(`${groups}/create`))).toBe("Not allowed for guest users");
  expect(await said(as(robot).patch(`${groups}/999`))).toBe(
    "This endpoint does not accept bot requests.",
  );
  expect(await said(as(ana).patch(`${groups}/999`))).toBe("No new data supplied");
  expect(await said(as(ana).patch(`${groups}/999`, { name: "x" }))).toBe("Invalid user group");
  realm.control.setRealm("user_group_edit_policy", 2);
  expect(await said(as(ana).patch(`${groups}/999`))).toBe("Insufficient permission");
});
