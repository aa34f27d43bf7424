import { expect, test } from "vitest";
import { encode } from "#api/connection.ts";
import type { Endpoint } from "#wire/endpoint.ts";
import { createDrafts } from "#wire/endpoints/drafts.ts";
import { getFileLink } from "#wire/endpoints/files.ts";
import { getMessages, sendMessage } from "#wire/endpoints/messages.ts";
import { updateStatus } from "#wire/endpoints/status.ts";
import { subscribe, unsubscribe, updateStream } from "#wire/endpoints/streams.ts";
import { getUserByEmail, updateUser } from "#wire/endpoints/users.ts";

function form(endpoint: Endpoint, values: Readonly<Record<string, unknown>>, level = 278) {
  return Object.fromEntries(encode(endpoint, values, level).form);
}

test("a stream's name is sent as JSON, so that a name of digits is not an ID", () => {
  expect(form(sendMessage, { to: "123" })).toEqual({ to: '"123"' });
  expect(form(sendMessage, { to: 123 })).toEqual({ to: "123" });
  expect(form(sendMessage, { to: ["a@b.test"] })).toEqual({ to: '["a@b.test"]' });
});

test("keywords of retention are quoted and numbers are not", () => {
  expect(form(updateStream, { message_retention_days: "unlimited" })).toEqual({
    message_retention_days: '"unlimited"',
  });
  expect(form(updateStream, { message_retention_days: 30 })).toEqual({
    message_retention_days: "30",
  });
});

test("unlimited retention has another value below level 91", () => {
  const forever = (level: number) =>
    form(updateStream, { message_retention_days: "unlimited" }, level);
  expect(forever(90)).toEqual({ message_retention_days: '"forever"' });
  expect(forever(91)).toEqual({ message_retention_days: '"unlimited"' });
});

test("below level 1 the first unread message is requested by a separate parameter", () => {
  const page = { anchor: "first_unread", num_before: 0, num_after: 5 };
  const counts = { num_before: "0", num_after: "5" };
  const flagged = { anchor: "10000000000000000", use_first_unread_anchor: "true" };
  expect(form(getMessages, page, 0)).toEqual({ ...counts, ...flagged });
  expect(form(getMessages, page, 1)).toEqual({ ...counts, anchor: "first_unread" });
});

test("names and descriptions of streams are JSON up to level 63, users' names up to 105", () => {
  const texts = { description: "d", new_name: "n" };
  expect(form(updateStream, texts, 63)).toEqual({ description: '"d"', new_name: '"n"' });
  expect(form(updateStream, texts, 64)).toEqual(texts);
  expect(form(updateUser, { full_name: "N" }, 105)).toEqual({ full_name: '"N"' });
  expect(form(updateUser, { full_name: "N" }, 106)).toEqual({ full_name: "N" });
});

test("the group that can remove subscribers has the key of the server's level", () => {
  const older = (level: number) =>
    form(updateStream, { can_remove_subscribers_group_id: 5 }, level);
  const newer = (level: number) => form(updateStream, { can_remove_subscribers_group: 5 }, level);
  expect(() => older(160)).toThrow("from feature level 161 on, and it has 160.");
  expect([161, 196].map(older)).toEqual(Array(2).fill({ can_remove_subscribers_group_id: "5" }));
  expect(() => older(197)).toThrow("up to feature level 196, and it has 197.");
  expect(() => newer(196)).toThrow("cannot change the can remove subscribers group");
  expect(newer(197)).toEqual({ can_remove_subscribers_group: "5" });
});

test("what the user does not ask for is left out where the server does not know it, or does it anyway", () => {
  expect(form(updateStatus, { status_text: "a", emoji_code: "b" }, 85)).toEqual({
    status_text: "a",
  });
  expect(() => form(updateStatus, { status_text: "a", emoji_name: "b" }, 85)).toThrow(
    "This server cannot change the emoji name",
  );
});

test("message types depend on the level; channel is sent as stream, which all servers accept", () => {
  const type = (value: string, level: number) => form(sendMessage, { type: value }, level)["type"];
  expect([173, 174].map((level) => type("direct", level))).toEqual(["private", "direct"]);
  expect(type("channel", 248)).toEqual("stream");
});

test("streams to subscribe to are sent as objects, streams to leave as names", () => {
  expect(form(subscribe, { subscriptions: [{ name: "a" }] })).toEqual({
    subscriptions: '[{"name":"a"}]',
  });
  expect(form(unsubscribe, { subscriptions: ["a, b"], principals: [8] })).toEqual({
    subscriptions: '["a, b"]',
    principals: "[8]",
  });
});

test("drafts are sent as JSON", () => {
  const draft = { type: "", to: [], topic: "", content: "ü" };
  expect(form(createDrafts, { drafts: [draft] })).toEqual({ drafts: JSON.stringify([draft]) });
});

test("an anchor is sent as plain text", () => {
  expect(form(getMessages, { anchor: 7, client_gravatar: true })).toEqual({
    anchor: "7",
    client_gravatar: "true",
  });
  expect(form(getMessages, { anchor: "newest" })).toEqual({ anchor: "newest" });
});

test("parameters that the level does not support or that are undefined are not sent", () => {
  const values = { include_anchor: false, narrow: undefined };
  expect(form(getMessages, values, 154)).toEqual({});
  expect(form(getMessages, values, 155)).toEqual({ include_anchor: "false" });
});

test("values in paths are escaped, but a file's path keeps its slashes", () => {
  expect(encode(getUserByEmail, { email: "a/b@c.test" }, 278).path).toBe("/users/a%2Fb%40c.test");
  const file = { realm_id: 2, path: "ab/c d.txt" };
  expect(encode(getFileLink, file, 278).path).toBe("/user_uploads/2/ab/c%20d.txt");
});
