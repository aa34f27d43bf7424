import { expect, test } from "vitest";
import { type Parameters, startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";

const { ana, cleo, gus } = people;
const offer = { group_name: "first", description: "to begin with", stream_names: ["dev", "web"] };
const create = "/default_stream_groups/create";

test("groups of streams are told by name as they come, change and go, and guests are told of none", async () => {
  const { as } = startRealm();
  const [hers, his] = [await as(ana).register(), await as(gus).register()];
  const owner = as(cleo);
  await owner.post(create, offer);
  await owner.post(create, { ...offer, group_name: "a second", stream_names: [] });
  const group = "/default_stream_groups/1";
  await owner.patch(group, { new_group_name: "zeroth", new_description: "before all" });
  await owner.patch(`${group}/streams`, { op: "add", stream_names: ["news"] });
  await owner.patch(`${group}/streams`, { op: "remove", stream_names: ["dev"] });
  await owner.delete("/default_stream_groups/2");
  const events = await as(ana).events(hers["queue_id"]);
  const told = events.map(({ type, default_stream_groups: groups }) => [
    type,
    groups.map(({ name }: { readonly name: string }) => name),
  ]);
  const type = "default_stream_groups";
  expect(told).toEqual([
    [type, ["first"]],
    [type, ["a second", "first"]],
    [type, ["a second", "zeroth"]],
    [type, ["a second", "zeroth"]],
    [type, ["a second", "zeroth"]],
    [type, ["a second", "zeroth"]],
    [type, ["zeroth"]],
  ]);
  const left = {
    ...{ id: 1, name: "zeroth", description: "before all" },
    streams: [{ stream_id: streams.web }, { stream_id: streams.news }],
  };
  expect(events.at(-1)?.["default_stream_groups"]).toMatchObject([left]);
  expect((await as(ana).register())["realm_default_stream_groups"]).toMatchObject([left]);
  expect(await as(gus).events(his["queue_id"])).toEqual([]);
  expect((await as(gus).register())["realm_default_stream_groups"]).toEqual([]);
});

test("a stream that goes out of use leaves its groups before everybody loses it", async () => {
  const { as } = startRealm();
  await as(cleo).post(create, offer);
  const { queue_id } = await as(ana).register();
  await as(cleo).delete(`/streams/${streams.dev}`);
  const [first, second] = await as(ana).events(queue_id);
  expect(first?.["default_stream_groups"]).toMatchObject([
    { streams: [{ stream_id: streams.web }] },
  ]);
  expect(second).toMatchObject({ type: "stream", op: "delete" });
});

test.each<[Parameters, string]>([
  [{}, "Default channel group 'first' already exists"],
  [{ group_name: " " }, "Invalid default channel group name ' '"],
  [{ group_name: "x".repeat(61) }, "Default channel group name too long (limit: 60 characters)"],
  [{ group_name: "a\0" }, "Default channel group name 'a\0' contains NULL (0x00) characters."],
  [{ stream_names: ["nowhere"] }, "Invalid channel name 'nowhere'"],
  [{ stream_names: ["general"] }, "'general' is a default channel and cannot be added to 'first'"],
])("a group with %j is refused beside another", async (asks, msg) => {
  const { as } = startRealm();
  await as(cleo).post(create, offer);
  await as(cleo).post("/default_streams", { stream_id: streams.general });
  const { status, body } = await as(cleo).post(create, { ...offer, ...asks });
  expect([status, body["msg"]]).toEqual([400, msg]);
});

test.each<[string, Parameters, string]>([
  ["9", { new_group_name: "x" }, "Default channel group with id '9' does not exist."],
  ["1", {}, 'You must pass "new_description" or "new_group_name".'],
  ["1", { new_group_name: "first" }, "This default channel group is already named 'first'"],
  [
    "1/streams",
    { op: "swap", stream_names: [] },
    'Invalid value for "op". Specify one of "add" or "remove".',
  ],
  [
    "1/streams",
    { op: "add", stream_names: ["dev"] },
    "Channel 'dev' is already present in default channel group 'first'",
  ],
  [
    "1/streams",
    { op: "remove", stream_names: ["news"] },
    "Channel 'news' is not present in default channel group 'first'",
  ],
])("group %s does not become %j", async (path, asks, msg) => {
  const { as } = startRealm();
  await as(cleo).post(create, offer);
  const { status, body } = await as(cleo).patch(`/default_stream_groups/${path}`, asks);
  expect([status, body["msg"]]).toEqual([400, msg]);
});
