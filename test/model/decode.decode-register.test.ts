import { expect, test } from "vitest";
import { decodeRegister, runToEnd } from "#model/decode.ts";
import * as make from "../support/make.ts";

const decoded = (keys: Readonly<Record<string, unknown>>) =>
  runToEnd(decodeRegister(make.answer(keys)));

test("an invalid element of a list is skipped, and the others stay", () => {
  const realm_users = [make.person(make.me), { user_id: "x" }, make.person(make.ada)];
  const result = decoded({ realm_users });
  if (result.kind !== "register") throw new Error(result.reason);
  expect(result.register.realm_users?.map(({ user_id }) => user_id)).toEqual([make.me, make.ada]);
  expect(result.mismatches.map(({ path }) => path)).toEqual(["realm_users.1.user_id"]);
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
  expect(result.mismatches.map(({ path }) => path)).toEqual([
    "unread_msgs.streams.1.topic",
    "unread_msgs.mentions",
    "presences.12",
    "user_status.12",
  ]);
});

test("a register answer without a queue is an error", () => {
  expect(decoded({ queue_id: 7 })).toMatchObject({ kind: "malformed", path: "queue_id" });
  expect(decoded({ last_event_id: undefined })).toMatchObject({ kind: "malformed" });
  expect(runToEnd(decodeRegister("<html>"))).toMatchObject({ kind: "malformed", path: "register" });
});
