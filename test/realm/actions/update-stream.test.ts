/** Streams that are taken out of use, and streams whose privacy changes. */
import { expect, test } from "vitest";
import { type Body, startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";

const { ana, bo, cleo } = people;
const gist = (events: readonly Body[]) =>
  events.map(({ type, op, property }) => [type, op, property].filter(Boolean).join(" "));

type Started = ReturnType<typeof startRealm>;

/** Somebody's message in a stream that is archived behind it. */
async function archivedWithMessage({ as }: Started): Promise<number> {
  const id = await as(ana).say({ streamId: streams.dev, topic: "deploy" }, "last words");
  expect((await as(cleo).delete(`/streams/${streams.dev}`)).status).toBe(200);
  return id;
}

test("an archived stream is out of sight, and nothing in it is unread or wanted", async () => {
  const { as } = startRealm();
  const { queue_id: queue, unread_msgs: before } = await as(ana).register();
  expect(before.streams.map(({ stream_id: id }: Body) => id)).toContain(streams.dev);
  expect((await as(ana).delete("/streams/2")).body["code"]).toBe("UNAUTHORIZED_PRINCIPAL");
  expect((await as(cleo).delete("/streams/2")).status).toBe(200);
  const events = await as(ana).events(queue);
  expect(gist(events)).toEqual(["stream delete"]);
  // The event still tells it as it was.
  expect(events[0]?.["streams"]).toMatchObject([{ name: "dev", invite_only: false }]);
  const { unread_msgs: after, user_topics: topics } = await as(ana).register();
  expect(after.streams.map(({ stream_id: id }: Body) => id)).not.toContain(streams.dev);
  expect(topics).toEqual([]);
  expect((await as(cleo).delete("/streams/2")).body["msg"]).toBe("Channel is already deactivated");
});

test("it is nobody's: a private one without people, with another name, that administrators alone may look up", async () => {
  const { as } = startRealm();
  await as(cleo).delete("/streams/2");
  const { body } = await as(cleo).get("/streams/2");
  expect(body["stream"]).toMatchObject({
    ...{ stream_id: 2, name: "40b2441!DEACTIVATED:dev", invite_only: true },
    first_message_id: 104,
  });
  expect((await as(cleo).get("/streams/2/members")).body["subscribers"]).toEqual([]);
  expect((await as(ana).get("/streams/2")).body["msg"]).toBe("Invalid channel ID");
  const all = (await as(cleo).get("/streams", { include_all_active: true })).body["streams"];
  expect(all.map(({ stream_id: id }: Body) => id)).not.toContain(2);
});

test("its name can be taken by another stream, which keeps it", async () => {
  const { as } = startRealm();
  await as(cleo).delete("/streams/2");
  const made = await as(ana).post("/users/me/subscriptions", { subscriptions: [{ name: "Dev" }] });
  expect(made.body["subscribed"]).toEqual({ "ana@small.example": ["Dev"] });
  const id = (await as(ana).get("/get_stream_id", { stream: "dev" })).body["stream_id"];
  expect(id).toBe(7);
});

test("nobody writes to it, by its name or by its ID", async () => {
  const { as } = startRealm();
  await as(cleo).delete("/streams/2");
  const send = async (to: string) => {
    const message = { type: "stream", to, topic: "t", content: "c" };
    const { body } = await as(ana).post("/messages", message);
    return [body["code"], body["msg"]];
  };
  expect(await send("2")).toEqual([
    "BAD_REQUEST",
    "Not authorized to send to channel '40b2441!DEACTIVATED:dev'",
  ]);
  expect(await send("dev")).toEqual(["STREAM_DOES_NOT_EXIST", "Channel 'dev' does not exist"]);
});

test("its messages stay in the histories of those who received them, read for ever", async () => {
  const started = startRealm();
  const { as } = started;
  const id = await archivedWithMessage(started);
  const narrow = [{ operator: "channel", operand: streams.dev }];
  const page = { anchor: "newest", num_before: 1, num_after: 0, narrow };
  const { body } = await as(bo).get("/messages", page);
  expect(body["messages"]).toMatchObject([{ id, display_recipient: "dev", flags: ["read"] }]);
  const { queue_id: queue } = await as(bo).register();
  const unread = { messages: [id], op: "remove", flag: "read" };
  expect((await as(bo).post("/messages/flags", unread)).body["messages"]).toEqual([id]);
  expect((await as(bo).register())["unread_msgs"].streams).not.toContainEqual(
    expect.objectContaining({ stream_id: streams.dev }),
  );
  // They are theirs to mark in every other way.
  const starred = { messages: [id], op: "add", flag: "starred" };
  expect((await as(bo).post("/messages/flags", starred)).status).toBe(200);
  expect((await as(bo).events(queue)).at(-1)).toMatchObject({ flag: "starred", messages: [id] });
});

test.each([
  ["GET", "", {}],
  ["PATCH", "", { content: "other words" }],
  ["PATCH", "", { topic: "elsewhere" }],
  ["PATCH", "", { stream_id: streams.general }],
  ["DELETE", "", {}],
  ["POST", "/reactions", { emoji_name: "tada" }],
] as const)("nothing is done to its messages: %s %s %j", async (method, path, parameters) => {
  const started = startRealm();
  const id = await archivedWithMessage(started);
  const ask = { GET: "get", PATCH: "patch", DELETE: "delete", POST: "post" } as const;
  const { body } = await started.as(ana)[ask[method]](`/messages/${id}${path}`, parameters);
  expect([body["code"], body["msg"]]).toEqual(["BAD_REQUEST", "Invalid message(s)"]);
});

test("a private stream is archived once nobody is left who could read it", async () => {
  const { as } = startRealm();
  await as(cleo).delete(`/users/${ana}`);
  await as(cleo).delete("/users/me/subscriptions", { subscriptions: ["secret"] });
  expect((await as(cleo).delete(`/streams/${streams.secret}`)).body["msg"]).toBe(
    "Channel is already deactivated",
  );
});

test("whether it is private decides about a stream's past; whether the web reads it does not", async () => {
  const { as } = startRealm();
  const change = async (wish: object) => {
    const { body } = await as(cleo).patch(`/streams/${streams.secret}`, { ...wish });
    expect(body["msg"]).toBe("");
    const { stream } = (await as(cleo).get(`/streams/${streams.secret}`)).body;
    return [stream.invite_only, stream.history_public_to_subscribers];
  };
  expect(await change({ history_public_to_subscribers: true })).toEqual([true, true]);
  expect(await change({ is_web_public: false })).toEqual([true, true]);
  expect(await change({ is_private: true })).toEqual([true, false]);
  expect(await change({ is_private: false })).toEqual([false, true]);
});

test("who reads the past of a stream may be changed by administrators who are not in it", async () => {
  const { as, realm } = startRealm();
  realm.control.unsubscribe(cleo, streams.secret);
  const ask = async (wish: object) =>
    (await as(cleo).patch(`/streams/${streams.secret}`, { ...wish })).body["msg"];
  expect(await ask({ history_public_to_subscribers: true })).toBe("");
  expect(await ask({ is_private: true })).toBe("Invalid channel ID");
  expect(await ask({ is_private: false, is_web_public: true })).toBe("Invalid channel ID");
});
