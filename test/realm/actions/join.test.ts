/** What people are put into, and what is made for them: the whole of a request or nothing of it. */
import { expect, test } from "vitest";
import { type Body, startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";

const { ana, bo, cleo, don } = people;
const path = "/users/me/subscriptions";
const into = (...names: readonly string[]) => ({ subscriptions: names.map((name) => ({ name })) });

test("a stream that is named twice is made once", async () => {
  const { as } = startRealm();
  const { body } = await as(ana).post(path, into("fresh", " FRESH "));
  expect(body).toMatchObject({ subscribed: { "ana@small.example": ["fresh"] } });
  expect((await as(ana).get("/streams")).body["streams"]).toHaveLength(7);
});

test("no names of others mean oneself, and nobody is meant twice", async () => {
  const { as } = startRealm();
  const nobody = await as(don).post(path, { ...into("dev"), principals: [] });
  expect(nobody.body["subscribed"]).toEqual({ "don@small.example": ["dev"] });
  const twice = { subscriptions: ["dev"], principals: [don, don] };
  const { body } = await as(cleo).delete(path, twice);
  expect(body).toMatchObject({ removed: ["dev"], not_removed: [] });
});

test("the realm's own retention is no decision, and so no owner's", async () => {
  const { as } = startRealm();
  const { body } = await as(ana).post(path, {
    ...into("fresh"),
    message_retention_days: '"realm_default"',
  });
  expect(body["msg"]).toBe("");
});

test("a public stream has an open past, whatever is asked for", async () => {
  const { as } = startRealm();
  await as(ana).post(path, { ...into("fresh"), history_public_to_subscribers: false });
  const { body } = await as(ana).get("/streams/7");
  expect(body["stream"]).toMatchObject({ invite_only: false, history_public_to_subscribers: true });
});

test.each([
  [{ stream_post_policy: 9 }, "Invalid stream_post_policy"],
  [{ message_retention_days: 0 }, "Bad value for 'message_retention_days': 0"],
  [{ can_remove_subscribers_group: 999 }, "Invalid user group"],
])("what is wrong in %j is refused even where nothing is made", async (wish, msg) => {
  const { as } = startRealm();
  const { body } = await as(don).post(path, { ...into("dev"), ...wish });
  expect(body["msg"]).toContain(msg);
  expect((await as(don).get(path)).body["subscriptions"]).toHaveLength(2);
});

test("of several streams that are out of reach the first is named, before those who are nobody", async () => {
  const { as } = startRealm();
  const { body } = await as(don).post(path, { ...into("secret", "x"), principals: [999] });
  expect(body["msg"]).toBe("Unable to access channel (secret).");
  const nobody = await as(don).post(path, { ...into("x"), principals: [999] });
  expect(nobody.body["msg"]).toBe("No such user");
  expect((await as(don).get("/streams")).body["streams"]).toHaveLength(5);
});

test("whoever is put into several streams is written to once, and not of those that are new", async () => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(don).register({ event_types: ["message"] });
  await as(ana).post(path, { ...into("other", "dev", "fresh"), principals: [don] });
  const direct = (await as(don).events(queue)).filter(({ message }) => message.type === "private");
  const lead = `@**Ana Ruiz|${ana}** subscribed you to the following channels:`;
  expect(direct.map(({ message }) => message.content)).toEqual([
    `${lead}\n\n* #**dev**\n* #**other**`,
  ]);
});

test("several new streams are announced together", async () => {
  const { as, realm } = startRealm();
  realm.control.setRealm("new_stream_announcements_stream_id", streams.general);
  const { queue_id: queue } = await as(bo).register({ event_types: ["message"] });
  await as(ana).post(path, { ...into("one", "two"), announce: true });
  const told = await as(bo).events(queue);
  expect(told.map(({ message }) => [message.subject, message.content])).toEqual([
    ["new channels", `@_**Ana Ruiz|${ana}** created the following channels: #**one**, #**two**.`],
  ]);
});

test("whoever comes back finds a stream in the colour that it had", async () => {
  const { as } = startRealm();
  const colour = async () => {
    const { subscriptions } = (await as(don).get(path)).body;
    return subscriptions.find(({ name }: Body) => name === "dev")?.color;
  };
  await as(don).post(path, { subscriptions: [{ name: "dev", color: "#abcd" }] });
  expect(await colour()).toBe("#abcd");
  await as(don).delete(path, { subscriptions: ["dev"] });
  await as(don).post(path, { subscriptions: [{ name: "dev", color: "#123456" }] });
  expect(await colour()).toBe("#abcd");
});
