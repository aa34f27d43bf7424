import { expect, test } from "vitest";
import { valuesFor } from "#cli/api-fields.ts";
import type { Endpoint } from "#wire/endpoint.ts";
import { createScheduled, editScheduled } from "#wire/endpoints/drafts.ts";
import { createGroup } from "#wire/endpoints/groups.ts";
import { editMessage, getMessages, sendMessage } from "#wire/endpoints/messages.ts";
import { addAlertWords } from "#wire/endpoints/settings.ts";
import { subscribe, unsubscribe, updateStream } from "#wire/endpoints/streams.ts";

type Typed = Readonly<Record<string, string | readonly string[]>>;

function values(endpoint: Endpoint, typed: Typed, level = 278) {
  const fields = Object.entries(typed).map(([name, value]) => [name, [value].flat()] as const);
  return valuesFor(endpoint, new Map(fields), level);
}

const send = { type: "stream", content: "c" };

test("a value that parses as JSON is JSON, any other is text", () => {
  expect(values(sendMessage, { ...send, to: "9" })["to"]).toBe(9);
  expect(values(sendMessage, { ...send, to: "general" })["to"]).toBe("general");
  expect(values(sendMessage, { ...send, to: '"9"' })["to"]).toBe("9");
  expect(values(sendMessage, { ...send, to: "[8, 9]" })["to"]).toEqual([8, 9]);
  expect(values(sendMessage, { ...send, to: "9", content: "true" })["content"]).toBe("true");
});

test("repeated values, and single values of list parameters, become lists", () => {
  expect(values(unsubscribe, { subscriptions: ["a", "b"], principals: "8" })).toEqual({
    subscriptions: ["a", "b"],
    principals: [8],
  });
  expect(values(addAlertWords, { alert_words: "42" })).toEqual({ alert_words: ["42"] });
});

test("a single number is a list of user IDs for direct messages, and a stream ID otherwise", () => {
  expect(values(sendMessage, { ...send, type: "direct", to: "9" })["to"]).toEqual([9]);
  expect(values(sendMessage, { ...send, type: "private", to: "9" })["to"]).toEqual([9]);
  expect(values(sendMessage, { ...send, type: "direct", to: "a@b.example" })["to"]).toBe(
    "a@b.example",
  );
  const later = { ...send, scheduled_delivery_timestamp: "2000000000" };
  expect(values(createScheduled, { ...later, to: "9" })["to"]).toBe(9);
  expect(values(createScheduled, { ...later, type: "direct", to: "9" })["to"]).toEqual([9]);
  expect(values(editScheduled, { type: "direct", to: "9" })["to"]).toEqual([9]);
});

test("objects are written as JSON", () => {
  expect(values(subscribe, { subscriptions: '[{"name":"a"}]' })).toEqual({
    subscriptions: [{ name: "a" }],
  });
});

test("an alias is replaced by its name, and rejected beside it", () => {
  expect(values(editMessage, { subject: "t" })).toEqual({ topic: "t" });
  expect(() => values(editMessage, { subject: "t", topic: "u" })).toThrow("topic repeats subject.");
});

test.each([
  [{ tpye: "stream" }, "POST /messages needs type, to and content."],
  [{ type: "stream" }, "POST /messages needs to and content."],
  [
    { ...send, to: "x", type: "letter" },
    "type takes direct, stream, channel or private, not letter.",
  ],
  [{ ...send, to: "x", read_by_sender: "yes" }, "read_by_sender takes boolean, not yes."],
] satisfies [Typed, string][])("%j: %s", (typed, sentence) => {
  expect(() => values(sendMessage, typed)).toThrow(sentence);
});

test("a parameter that the server's level does not support is reported, not dropped", () => {
  const typed = { can_remove_subscribers_group: "5" };
  expect(() => values(updateStream, typed, 196)).toThrow(
    "can_remove_subscribers_group exists from level 197 on; this server has level 196.",
  );
  expect(values(updateStream, typed, 197)).toEqual({ can_remove_subscribers_group: 5 });
});

test("an invalid value is reported with the valid ones", () => {
  expect(() => values(updateStream, { stream_post_policy: "admins" })).toThrow(
    "stream_post_policy takes integer (1 everybody, 2 administrators, 3 full members, 4 moderators), not admins.",
  );
  const counts = { num_before: "-1", num_after: "0" };
  expect(() => values(getMessages, counts)).toThrow(
    "num_before takes integer from 0 (needed with an anchor), not -1.",
  );
  const typed = { name: "crew", description: "", members: "6,2" };
  expect(() => values(createGroup, typed)).toThrow(
    "members takes list of integers (IDs of people; [1, 2], or once for each), not 6,2.",
  );
});
