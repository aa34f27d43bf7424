import { expect, test } from "vitest";
import { type Body, type Caller, capabilities, startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";

test("the weekly traffic of a stream is counted when the realm starts, and null for a new stream", async () => {
  const ana = startRealm().as(people.ana);
  await ana.post("/users/me/subscriptions", { subscriptions: [{ name: "fresh" }] });
  const { body } = await ana.get("/streams");
  const traffic = body["streams"].map(({ name, stream_weekly_traffic: weekly }: Body) => [
    name,
    weekly,
  ]);
  expect(Object.fromEntries(traffic)).toMatchObject({ general: 3, dev: 4, news: 0, fresh: null });
});

const { archived_channels: _, ...older } = capabilities;
const dev = streams.dev;
const kept = { stream_ids: [dev], streams: [{ stream_id: dev }] };
const eventsOf = async (caller: Caller, queue_id: string) =>
  (await caller.get("/events", { queue_id, last_event_id: -1, dont_block: true })).body["events"];
const update = (value: boolean) => ({
  op: "update",
  property: "is_archived",
  value,
  stream_id: dev,
});

test.each([
  { level: 314, knows: true, sees: { op: "delete", streams: [{ name: "dev" }] }, isListed: false },
  { level: 315, knows: true, sees: { op: "delete", streams: [{ name: "dev" }] }, isListed: true },
  { level: 377, knows: true, sees: { op: "delete", ...kept }, isListed: true },
  { level: 378, knows: true, sees: update(true), isListed: true },
  { level: 378, knows: false, sees: { op: "delete", ...kept }, isListed: false },
])(
  "at level $level, a client that knows of archived streams ($knows) is told of one: $isListed",
  async (row) => {
    const { level, knows, sees, isListed } = row;
    const { as } = startRealm({ level });
    const [ana, cleo] = [as(people.ana), as(people.cleo)];
    const options = { client_capabilities: knows ? capabilities : older };
    const { queue_id, unread_msgs: before } = await ana.register(options);
    expect((await cleo.delete(`/streams/${dev}`)).status).toBe(200);
    const events = await eventsOf(ana, queue_id);
    expect(events).toMatchObject([{ type: "stream", ...sees }]);
    const after = await ana.register(options);
    const found = after["subscriptions"].find(({ stream_id: id }: Body) => id === dev);
    expect(found?.is_archived).toBe(isListed ? true : undefined);
    if (level >= 315) expect(after["unread_msgs"]).toEqual(before);
    const to = { type: "stream", to: dev, topic: "t", content: "c" };
    expect((await ana.post("/messages", to)).status).toBe(400);
    const listed = await ana.get("/streams", { exclude_archived: false });
    expect(listed.body["streams"].some((one: Body) => one["stream_id"] === dev)).toBe(level >= 315);
  },
);

test("an archived stream is unarchived, with its subscribers and what is unread, from level 388 on", async () => {
  const { as } = startRealm({ level: 388 });
  const [ana, cleo] = [as(people.ana), as(people.cleo)];
  const before = await ana.register();
  await cleo.delete(`/streams/${dev}`);
  const [one, other] = [await ana.register(), await ana.register({ client_capabilities: older })];
  expect((await ana.get(`/users/me/${dev}/topics`)).status).toBe(400);
  expect((await ana.patch(`/streams/${dev}`, { is_archived: false })).status).toBe(400);
  await cleo.patch(`/streams/${dev}`, { is_archived: false });
  const again = await cleo.patch(`/streams/${dev}`, { is_archived: false });
  expect(again.body["msg"]).toBe("Channel is not currently deactivated");
  const seenBy = ({ queue_id }: Body) => eventsOf(ana, queue_id);
  expect(await seenBy(one)).toMatchObject([update(false)]);
  expect(await seenBy(other)).toMatchObject([{ op: "create" }, { op: "add" }]);
  const after = await ana.register();
  for (const key of ["subscriptions", "unread_msgs"]) expect(after[key]).toEqual(before[key]);
});
