import { describe, expect, test } from "vitest";
import { call, startRealm } from "../support/realm.ts";
import { people, streams } from "../support/small-blueprint.ts";

const { ana, bo } = people;

type Row = readonly [
  what: string,
  who: number,
  request: string,
  parameters: Readonly<Record<string, unknown>>,
  text: string,
  rest?: Readonly<Record<string, unknown>>,
];

const toDev = { type: "stream", to: streams.dev, topic: "deploy", content: "x" };
const page = { anchor: "newest", num_before: 3, num_after: 0 };
const narrow = (...terms: unknown[]) => ({ ...page, narrow: terms });
const term = (operator: string, operand: unknown) => ({ operator, operand });
const badNarrow = (desc: string) => ({ code: "BAD_NARROW", desc });
const missing = (name: string) => ({ code: "REQUEST_VARIABLE_MISSING", var_name: name });

// biome-ignore format: one row per line.
const table: readonly Row[] = [
  ["a blank text", ana, "POST /messages", { ...toDev, content: " \n\t" }, "Message must not be empty"],
  ["a null byte", ana, "POST /messages", { ...toDev, content: "a\0b" }, "Message must not contain null bytes"],
  ["no type", ana, "POST /messages", { to: 2, content: "x" }, "Missing 'type' argument", missing("type")],
  ["an unknown type", ana, "POST /messages", { ...toDev, type: "letter" }, "Invalid type"],
  ["a missing stream", ana, "POST /messages", { ...toDev, to: undefined }, "Missing channel"],
  ["two streams", ana, "POST /messages", { ...toDev, to: [1, 2] }, "Expected exactly one channel"],
  ["no topic", ana, "POST /messages", { ...toDev, topic: undefined }, "Missing topic"],
  ["a line end in a topic", ana, "POST /messages", { ...toDev, topic: "a\nb" }, "Invalid character in topic, at position 2!"],
  ["a topic under two names", ana, "POST /messages", { ...toDev, subject: "b" }, "Can't decide between 'topic' and 'subject' arguments", { code: "REQUEST_CONFUSING_VAR", var_name1: "topic", var_name2: "subject" }],
  ["a number as a stream's name", ana, "POST /messages", { ...toDev, to: "123" }, "Channel with ID '123' does not exist", { code: "STREAM_DOES_NOT_EXIST", stream_id: 123 }],
  ["an unknown person", ana, "POST /messages", { type: "direct", to: [999], content: "x" }, "Invalid user ID 999"],
  ["an unknown address", ana, "POST /messages", { type: "direct", to: ["a@b.example"], content: "x" }, "Invalid email 'a@b.example'"],
  ["an address among IDs", ana, "POST /messages", { type: "direct", to: [bo, "a@b.example"], content: "x" }, "Recipient lists may contain emails or user IDs, but not both."],
  ["no recipients", ana, "POST /messages", { type: "direct", to: [], content: "x" }, "Message must have recipients"],
  ["an invalid boolean", ana, "POST /messages", { ...toDev, read_by_sender: "yes" }, "read_by_sender is not valid JSON"],

  ["history without an anchor", ana, "GET /messages", { num_before: 1, num_after: 0 }, "Missing 'anchor' argument."],
  ["an unknown anchor", ana, "GET /messages", { ...page, anchor: "sometime" }, "Invalid anchor"],
  ["no number of messages", ana, "GET /messages", { anchor: "newest", num_before: 3 }, "Missing 'num_after' argument", missing("num_after")],
  ["a negative number of messages", ana, "GET /messages", { ...page, num_before: -1 }, "num_before is too small"],
  ["too many messages", ana, "GET /messages", { ...page, num_before: 4000, num_after: 1001 }, "Too many messages requested (maximum 5000)."],
  ["both sides without the anchor", ana, "GET /messages", { anchor: 105, num_before: 1, num_after: 1, include_anchor: false }, "The anchor can only be excluded at an end of the range"],
  ["a narrow that is no list", ana, "GET /messages", { ...page, narrow: { operator: "is" } }, "narrow is not a list"],
  ["a blank search", ana, "GET /messages", narrow(term("search", "")), "operand cannot be blank."],
  ["an unknown operator", ana, "GET /messages", narrow(term("colour", "red")), "Invalid narrow operator: unknown operator colour", badNarrow("unknown operator colour")],
  ["an unknown is operand", ana, "GET /messages", narrow(term("is", "purple")), "Invalid narrow operator: unknown 'is' operand purple", badNarrow("unknown 'is' operand purple")],
  ["an unknown has operand", ana, "GET /messages", narrow(term("has", "cake")), "Invalid narrow operator: unknown 'has' operand cake", badNarrow("unknown 'has' operand cake")],
  ["an invalid ID", ana, "GET /messages", narrow(term("id", "abc")), "Invalid narrow operator: Invalid message ID", badNarrow("Invalid message ID")],
  ["a stream and direct messages", ana, "GET /messages", narrow(term("channel", 2), term("dm", [bo])), "Invalid narrow operator: No message can be both a channel message and direct message", badNarrow("No message can be both a channel message and direct message")],
  ["a duplicate with", ana, "GET /messages", narrow(term("with", 101), term("with", 102)), "Invalid narrow operator combination: Duplicate 'with' operators.", badNarrow("Duplicate 'with' operators.")],

  ["nothing to change", ana, "PATCH /messages/102", {}, "Nothing to change"],
  ["an unchanged topic", ana, "PATCH /messages/102", { topic: "hello" }, "Nothing to change"],
  ["propagate_mode without a topic", ana, "PATCH /messages/112", { content: "x", propagate_mode: "change_all" }, "Invalid propagate_mode without topic edit"],
  ["an unknown propagate_mode", ana, "PATCH /messages/102", { topic: "q", propagate_mode: "some" }, "Invalid propagate_mode"],
  ["moving a direct message to a stream", ana, "PATCH /messages/112", { stream_id: 2 }, "Direct messages cannot be moved to channels."],

  ["an unknown emoji", ana, "POST /messages/101/reactions", { emoji_name: "no_such" }, "Emoji 'no_such' does not exist"],
  ["removing a missing reaction", ana, "DELETE /messages/101/reactions", { emoji_name: "smile" }, "Reaction doesn't exist.", { code: "REACTION_DOES_NOT_EXIST" }],
  ["a reaction without a name", ana, "DELETE /messages/101/reactions", {}, "At least one of the following arguments must be present: emoji_name, emoji_code"],

  ["an unknown flag", ana, "POST /messages/flags", { messages: [101], op: "add", flag: "shiny" }, "Invalid flag: 'shiny'"],
  ["a read-only flag", ana, "POST /messages/flags", { messages: [101], op: "add", flag: "mentioned" }, "Flag not editable: 'mentioned'"],
  ["an unknown flag operation", ana, "POST /messages/flags", { messages: [101], op: "toggle", flag: "read" }, "Invalid message flag operation: 'toggle'"],
  ["a flag on a message that does not exist", ana, "POST /messages/flags", { messages: [101, 999], op: "add", flag: "starred" }, "Invalid message(s)"],
  ["flags of a narrow without an anchor", ana, "POST /messages/flags/narrow", { num_before: 0, num_after: 1, narrow: [], op: "add", flag: "read" }, "Missing 'anchor' argument", missing("anchor")],
  ["an unknown topic", ana, "POST /mark_topic_as_read", { stream_id: 2, topic_name: "never" }, "No such topic 'never'"],

  ["typing to nobody", ana, "POST /typing", { op: "start", to: [] }, "Empty 'to' list"],
  ["typing without recipients", ana, "POST /typing", { op: "start" }, "Missing 'to' argument"],
  ["typing without a topic", ana, "POST /typing", { op: "start", type: "stream", stream_id: 2 }, "Missing topic"],

  ["a poll without a queue", ana, "GET /events", { last_event_id: -1 }, "Missing 'queue_id' argument"],
  ["an unknown queue", ana, "GET /events", { queue_id: "1:0", last_event_id: -1 }, "Bad event queue ID: 1:0", { code: "BAD_EVENT_QUEUE_ID", queue_id: "1:0" }],

  ["muting yourself", ana, `POST /users/me/muted_users/${ana}`, {}, "Cannot mute self"],
  ["unmuting a user who is not muted", ana, `DELETE /users/me/muted_users/${bo}`, {}, "User is not muted"],
  ["an unknown presence", ana, "POST /users/me/presence", { status: "asleep" }, "Invalid status: asleep"],
];

describe("the realm rejects", () => {
  const { realm, as } = startRealm();
  test.for(table)("%s", async ([, who, request, parameters, text, rest = {}]) => {
    const [method = "", path = ""] = request.split(" ");
    const headers = {
      authorization: `Basic ${btoa(`${as(who).account.email}:${as(who).account.api_key}`)}`,
    };
    const { status, body } = await call(realm, method, path, parameters, headers);
    expect(body).toEqual({ result: "error", msg: text, code: "BAD_REQUEST", ...rest });
    expect(status).toBe(400);
  });
});
