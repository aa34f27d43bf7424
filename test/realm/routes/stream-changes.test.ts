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
