import { expect, test } from "vitest";
import { directKey } from "#model/conversation.ts";
import { typistsOf } from "#model/select/conversations.ts";
import type { UserId } from "#wire/ids.ts";
import * as make from "../support/make.ts";
import { step } from "../support/replica.ts";

const key = directKey([make.me, make.ada]);
const typing = (op: "start" | "stop", userId: UserId) =>
  make.event("typing", {
    op,
    message_type: "direct",
    sender: { user_id: userId },
    recipients: [{ user_id: make.ada }, { user_id: make.me }],
  });

test("a typing user is listed until a stop event or the server's expiry", () => {
  const replica = step(make.replica(), typing("start", make.ada), 1_000);
  const expiry = replica.realm.typingExpiryMs;
  expect(typistsOf(replica, key, 1_000)).toEqual([{ userId: make.ada, until: 1_000 + expiry }]);
  expect(typistsOf(replica, key, 1_000 + expiry)).toEqual([]);
  const settings = { ...replica.settings, receives_typing_notifications: false };
  expect(typistsOf({ ...replica, settings }, key, 1_000)).toEqual([]);
  expect(typistsOf(step(replica, typing("stop", make.ada), 2_000), key, 2_000)).toEqual([]);
});

test("typing of the user's other clients and of muted people is not shown", () => {
  const before = make.replica();
  expect(step(before, typing("start", make.me))).toBe(before);
  const muted = make.replica({ muted_users: [{ id: make.ada, timestamp: 1 }] });
  expect(typistsOf(step(muted, typing("start", make.ada), 0), key, 1)).toEqual([]);
});
