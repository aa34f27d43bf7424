import { expect, test } from "vitest";
import { decodeEvent, decodeMessages, decodeRegister, runToEnd } from "#model/decode.ts";
import * as make from "../support/make.ts";

const emoji = { emoji_name: "+1", emoji_code: "1f44d", reaction_type: "unicode_emoji", user_id: 1 };

test("an event of an unknown type or with an unknown value is reported and not an error", () => {
  expect(decodeEvent({ type: "horoscope", id: 3 })).toEqual({
    kind: "unknown",
    type: "horoscope",
    id: 3,
    path: undefined,
  });
  const stream = { type: "stream", op: "paint", id: 4 };
  expect(decodeEvent(stream)).toEqual({
    kind: "unknown",
    type: "stream",
    id: 4,
    path: "stream.op",
  });
  const dyed = { type: "reaction", op: "dye", id: 5, message_id: 1, ...emoji };
  expect(decodeEvent(dyed)).toMatchObject({
    kind: "unknown",
    type: "reaction",
    path: "reaction.op",
  });
  expect(decodeEvent("nonsense")).toEqual({ kind: "unknown", type: "", id: undefined });
});

test("an invalid event is reported with the path", () => {
  const event = { type: "reaction", id: 5, op: "add", message_id: "seven" };
  expect(decodeEvent(event)).toMatchObject({ kind: "malformed", type: "reaction", id: 5 });
  expect(
    decodeEvent({ ...event, emoji_name: "a", emoji_code: "b", reaction_type: "c" }),
  ).toMatchObject({
    path: "reaction.message_id",
  });
});

test("a value that cannot be read is left out of an event about a property, and noted", () => {
  const read = (event: object) => {
    const decoded = decodeEvent({ id: 1, ...event });
    if (decoded.kind !== "event") throw new Error(decoded.kind);
    return [decoded.event, decoded.skipped.map(({ path }) => path)];
  };
  const stream = { type: "stream", op: "update", stream_id: 1, property: "topics_policy" };
  expect(read({ ...stream, value: "one_a_day" })).toEqual([
    { id: 1, ...stream, value: undefined },
    ["stream.topics_policy"],
  ]);
  expect(read({ ...stream, value: "inherit" })).toEqual([
    { id: 1, ...stream, value: "inherit" },
    [],
  ]);
  const own = { type: "subscription", op: "update", stream_id: 1, property: "pin_to_top" };
  expect(read({ ...own, value: "left" })[1]).toEqual(["subscription.pin_to_top"]);
  const setting = { type: "user_settings", op: "update", property: "enter_sends" };
  expect(read({ ...setting, value: 2 })[1]).toEqual(["user_settings.enter_sends"]);
  const data = { can_create_groups: { everyone: true }, can_resolve_topics_group: 7, new: [null] };
  expect(read({ type: "realm", op: "update_dict", data })).toEqual([
    { id: 1, type: "realm", op: "update_dict", data: { ...data, can_create_groups: undefined } },
    ["realm.can_create_groups"],
  ]);
});

test("an invalid message is skipped and reported with its path, and the rest is decoded", () => {
  const [first, second] = [make.message(), make.message()];
  const list = [first, { ...second, sender_id: "nobody" }, second];
  const { messages, skipped } = runToEnd(decodeMessages(list));
  expect(messages.map(({ id }) => id)).toEqual([first.id, second.id]);
  expect(skipped.map(({ path }) => path)).toEqual(["messages.sender_id"]);
});

test("a message of an unknown kind is left out, unless it is in a stream", () => {
  const inStream = { ...make.message(), type: "thread" };
  const { stream_id: _, ...elsewhere } = { ...make.message(), type: "thread" };
  const { messages, skipped } = runToEnd(decodeMessages([inStream, elsewhere]));
  expect(messages.map(({ id }) => id)).toEqual([inStream.id]);
  expect(skipped.map(({ path, isNewWord }) => [path, isNewWord])).toEqual([
    ["messages.type", true],
    ["messages.type", true],
  ]);
  const event = { type: "message", id: 5, flags: [], message: elsewhere };
  expect(decodeEvent(event)).toMatchObject({ kind: "unknown", path: "message.message.type" });
});

test("decoding long lists yields every few elements", () => {
  const work = decodeMessages(Array.from({ length: 200 }, () => make.message()));
  let stops = 0;
  while (work.next().done !== true) stops += 1;
  expect(stops).toBeGreaterThan(4);
});

const decoded = (keys: Readonly<Record<string, unknown>>) =>
  runToEnd(decodeRegister(make.answer(keys)));

test("an invalid element of a list is skipped, and the others stay", () => {
  const realm_users = [make.person(make.me), { user_id: "x" }, make.person(make.ada)];
  const result = decoded({ realm_users });
  if (result.kind !== "register") throw new Error(result.reason);
  expect(result.register.realm_users?.map(({ user_id }) => user_id)).toEqual([make.me, make.ada]);
  expect(result.skipped.map(({ path }) => path)).toEqual(["realm_users.user_id"]);
});

test("unread messages, presences and statuses are decoded entry by entry", () => {
  const streams = [
    { stream_id: 1, topic: "a", unread_message_ids: [1] },
    { stream_id: 1, topic: 7, unread_message_ids: [2] },
  ];
  const result = decoded({
    unread_msgs: { count: 2, streams, pms: [], huddles: [], mentions: "none" },
    presences: { 11: { active_timestamp: 5 }, 12: "asleep" },
    user_status: { 11: { status_text: "busy" }, 12: 4 },
  });
  if (result.kind !== "register") throw new Error(result.reason);
  const { unread_msgs, presences, user_status } = result.register;
  expect(unread_msgs).toMatchObject({ streams: [{ topic: "a" }], mentions: [] });
  expect([Object.keys(presences ?? {}), Object.keys(user_status ?? {})]).toEqual([["11"], ["11"]]);
  expect(result.skipped.map(({ path }) => path)).toEqual([
    "unread_msgs.streams.topic",
    "unread_msgs.mentions",
    "presences",
    "user_status",
  ]);
});

test("a register answer without a queue is an error", () => {
  expect(decoded({ queue_id: 7 })).toMatchObject({ kind: "malformed", path: "queue_id" });
  expect(decoded({ last_event_id: undefined })).toMatchObject({ kind: "malformed" });
  expect(runToEnd(decodeRegister("<html>"))).toMatchObject({ kind: "malformed", path: "register" });
});
