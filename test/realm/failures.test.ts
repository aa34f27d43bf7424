import { describe, expect, test } from "vitest";
import { call, startRealm } from "../support/realm.ts";
import { people, streams } from "../support/small-blueprint.ts";

const { ana, bo, cleo, don, gus } = people;

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

// biome-ignore format: a table is read by rows.
const table: readonly Row[] = [
  ["a blank text", ana, "POST /messages", { ...toDev, content: " \n\t" }, "Message must not be empty"],
  ["a null byte", ana, "POST /messages", { ...toDev, content: "a\0b" }, "Message must not contain null bytes"],
  ["no type", ana, "POST /messages", { to: 2, content: "x" }, "Missing 'type' argument", missing("type")],
  ["an unknown type", ana, "POST /messages", { ...toDev, type: "letter" }, "Invalid type"],
  ["no stream", ana, "POST /messages", { ...toDev, to: undefined }, "Missing channel"],
  ["two streams", ana, "POST /messages", { ...toDev, to: [1, 2] }, "Expected exactly one channel"],
  ["no topic", ana, "POST /messages", { ...toDev, topic: undefined }, "Missing topic"],
  ["a blank topic", ana, "POST /messages", { ...toDev, topic: "  " }, "Topic can't be empty!"],
  ["a line end in a topic", ana, "POST /messages", { ...toDev, topic: "a\nb" }, "Invalid character in topic, at position 2!"],
  ["a topic under two names", ana, "POST /messages", { ...toDev, subject: "b" }, "Can't decide between 'topic' and 'subject' arguments", { code: "REQUEST_CONFUSING_VAR", var_name1: "topic", var_name2: "subject" }],
  ["a stream's unknown name", ana, "POST /messages", { ...toDev, to: "no <b>" }, "Channel 'no &lt;b&gt;' does not exist", { code: "STREAM_DOES_NOT_EXIST", stream: "no &lt;b&gt;" }],
  ["a number as a stream's name", ana, "POST /messages", { ...toDev, to: "123" }, "Channel with ID '123' does not exist", { code: "STREAM_DOES_NOT_EXIST", stream_id: 123 }],
  ["a private stream from outside", bo, "POST /messages", { ...toDev, to: streams.secret }, "Not authorized to send to channel 'secret'"],
  ["a guest in a stream that is not theirs", gus, "POST /messages", toDev, "Not authorized to send to channel 'dev'"],
  ["a stream for administrators", bo, "POST /messages", { ...toDev, to: streams.news }, "Only organization administrators can send to this channel."],
  ["an unknown person", ana, "POST /messages", { type: "direct", to: [999], content: "x" }, "Invalid user ID 999"],
  ["an unknown address", ana, "POST /messages", { type: "direct", to: ["a@b.example"], content: "x" }, "Invalid email 'a@b.example'"],
  ["an address among IDs", ana, "POST /messages", { type: "direct", to: [bo, "a@b.example"], content: "x" }, "Recipient lists may contain emails or user IDs, but not both."],
  ["nobody", ana, "POST /messages", { type: "direct", to: [], content: "x" }, "Message must have recipients"],
  ["an object as people", ana, "POST /messages", { type: "direct", to: { a: 1 }, content: "x" }, "Invalid data type for recipients"],
  ["a person's half ID", ana, "POST /messages", { type: "direct", to: [bo + 0.5], content: "x" }, "Invalid data type for recipients"],
  ["a person's ID alone", ana, "POST /messages", { type: "direct", to: bo, content: "x" }, "Invalid data type for recipients"],
  ["an ID among addresses", ana, "POST /messages", { type: "direct", to: ["bo@small.example", bo], content: "x" }, "Recipient lists may contain emails or user IDs, but not both."],
  ["empty addresses", ana, "POST /messages", { type: "direct", to: " , ", content: "x" }, "Message must have recipients"],
  ["a stream's name with quotes", ana, "POST /messages", { ...toDev, to: ` it's "so" ` }, "Channel 'it&#x27;s &quot;so&quot;' does not exist", { code: "STREAM_DOES_NOT_EXIST", stream: "it&#x27;s &quot;so&quot;" }],
  ["a stream without a name", ana, "POST /messages", { ...toDev, to: " " }, "Channel name can't be empty."],
  ["half a stream", ana, "POST /messages", { ...toDev, to: 2.5 }, "Invalid data type for channel"],
  ["no character in a topic", ana, "POST /messages", { ...toDev, topic: "a\ufffe" }, "Invalid character in topic, at position 2!"],
  ["the name of somebody else", ana, "POST /messages", { ...toDev, sender: "bo@small.example" }, "Invalid mirrored message"],
  ["a forgery", ana, "POST /messages", { ...toDev, forged: "yes" }, "User not authorized for this query"],
  ["a widget that is no JSON", ana, "POST /messages", { ...toDev, widget_content: "{" }, "Widgets: API programmer sent invalid JSON content"],
  ["a widget of a kind that is none", ana, "POST /messages", { ...toDev, widget_content: '{"widget_type":"chess","extra_data":{}}' }, "Widgets: unknown widget type: chess"],
  ["a guest in a stream for administrators", gus, "POST /messages", { ...toDev, to: streams.news }, "Only organization administrators can send to this channel."],
  ["somebody who has left", ana, "POST /messages", { type: "direct", to: [people.eva], content: "x" }, "'eva@small.example' is no longer using Svc."],
  ["a word as a boolean", ana, "POST /messages", { ...toDev, read_by_sender: "yes" }, "read_by_sender is not valid JSON"],

  ["history without an anchor", ana, "GET /messages", { num_before: 1, num_after: 0 }, "Missing 'anchor' argument."],
  ["an unknown anchor", ana, "GET /messages", { ...page, anchor: "sometime" }, "Invalid anchor"],
  ["half an anchor", ana, "GET /messages", { ...page, anchor: "12.5" }, "Invalid anchor"],
  ["no number of messages", ana, "GET /messages", { anchor: "newest", num_before: 3 }, "Missing 'num_after' argument", missing("num_after")],
  ["a negative number of messages", ana, "GET /messages", { ...page, num_before: -1 }, "num_before is too small"],
  ["half a message", ana, "GET /messages", { ...page, num_before: "1.5" }, "num_before is not an integer"],
  ["a word as a number", ana, "GET /messages", { ...page, num_before: "many" }, "num_before is not valid JSON"],
  ["too many messages", ana, "GET /messages", { ...page, num_before: 4000, num_after: 1001 }, "Too many messages requested (maximum 5000)."],
  ["both sides without the middle", ana, "GET /messages", { anchor: 105, num_before: 1, num_after: 1, include_anchor: false }, "The anchor can only be excluded at an end of the range"],
  ["a narrow that is no list", ana, "GET /messages", { ...page, narrow: { operator: "is" } }, "narrow is not a list"],
  ["a narrow that is no JSON", ana, "GET /messages", { ...page, narrow: "" }, "narrow is not valid JSON"],
  ["a word as a term", ana, "GET /messages", narrow("channel"), "Invalid narrow[0]: Value error, dict or list required"],
  ["three words as a term", ana, "GET /messages", narrow(["a", "b", "c"]), "Invalid narrow[0]: Value error, element is not a string pair"],
  ["a number in a pair", ana, "GET /messages", narrow(["channel", 1]), "Invalid narrow[0]: Value error, element is not a string pair"],
  ["a term without an operand", ana, "GET /messages", narrow({ operator: "channel" }), "Invalid narrow[0]: Value error, operand is missing"],
  ["a term without an operator", ana, "GET /messages", narrow({ operand: "x" }), "Invalid narrow[0]: Value error, operator is missing"],
  ["a list as a stream", ana, "GET /messages", narrow(term("channel", [1])), "operand is not a string or integer"],
  ["a number as a topic", ana, "GET /messages", narrow(term("topic", 5)), "operand is not a string"],
  ["a number as people", ana, "GET /messages", narrow(term("dm", bo)), "operand is not a string or an integer list"],
  ["a blank search", ana, "GET /messages", narrow(term("search", "")), "operand cannot be blank."],
  ["an unknown operator", ana, "GET /messages", narrow(term("colour", "red")), "Invalid narrow operator: unknown operator colour", badNarrow("unknown operator colour")],
  ["digits as a stream's name", ana, "GET /messages", narrow(term("channel", "2")), "Invalid narrow operator: unknown channel 2", badNarrow("unknown channel 2")],
  ["truth as a stream", ana, "GET /messages", narrow(term("channel", true)), "Invalid narrow operator: unknown channel True", badNarrow("unknown channel True")],
  ["me as a sender", ana, "GET /messages", narrow(term("sender", "me")), "Invalid narrow operator: unknown user me", badNarrow("unknown user me")],
  ["a conversation with nobody known", ana, "GET /messages", narrow(term("dm", [999])), "Invalid narrow operator: unknown user in [999]", badNarrow("unknown user in [999]")],
  ["an unknown state", ana, "GET /messages", narrow(term("is", "purple")), "Invalid narrow operator: unknown 'is' operand purple", badNarrow("unknown 'is' operand purple")],
  ["an unknown part", ana, "GET /messages", narrow(term("has", "cake")), "Invalid narrow operator: unknown 'has' operand cake", badNarrow("unknown 'has' operand cake")],
  ["an ID that is none", ana, "GET /messages", narrow(term("id", "abc")), "Invalid narrow operator: Invalid message ID", badNarrow("Invalid message ID")],
  ["an ID beyond all", ana, "GET /messages", narrow(term("id", 3_000_000_000)), "Invalid narrow operator: Invalid message ID", badNarrow("Invalid message ID")],
  ["stream and conversation", ana, "GET /messages", narrow(term("channel", 2), term("dm", [bo])), "Invalid narrow operator: No message can be both a channel message and direct message", badNarrow("No message can be both a channel message and direct message")],
  ["topic and conversations", ana, "GET /messages", narrow(term("topic", "x"), term("is", "dm")), "Invalid narrow operator: No message can be both a channel message and direct message", badNarrow("No message can be both a channel message and direct message")],
  ["with, twice", ana, "GET /messages", narrow(term("with", 101), term("with", 102)), "Invalid narrow operator combination: Duplicate 'with' operators.", badNarrow("Duplicate 'with' operators.")],
  ["with a word", ana, "GET /messages", narrow(term("with", "abc")), "Invalid narrow operator: Invalid 'with' operator", badNarrow("Invalid 'with' operator")],

  ["a message of others", don, "GET /messages/110", {}, "Invalid message(s)"],
  ["a message that is none", ana, "GET /messages/99999999999999999999", {}, "Invalid message(s)"],
  ["nothing to change", ana, "PATCH /messages/102", {}, "Nothing to change"],
  ["the topic it has", ana, "PATCH /messages/102", { topic: "hello" }, "Nothing to change"],
  ["somebody else's words", ana, "PATCH /messages/108", { content: "mine" }, "You don't have permission to edit this message"],
  ["moving without a move", ana, "PATCH /messages/112", { content: "x", propagate_mode: "change_all" }, "Invalid propagate_mode without topic edit"],
  ["an unknown way to move", ana, "PATCH /messages/102", { topic: "q", propagate_mode: "some" }, "Invalid propagate_mode"],
  ["a note into a stream", ana, "PATCH /messages/112", { stream_id: 2 }, "Direct messages cannot be moved to channels."],
  ["a topic for a note", ana, "PATCH /messages/112", { topic: "x" }, "Direct messages cannot have topics."],
  ["words and a stream for a note", ana, "PATCH /messages/112", { content: "x", stream_id: 2 }, "Direct messages cannot be moved to channels."],
  ["a hidden stream as a target", bo, "PATCH /messages/101", { stream_id: streams.secret }, "Invalid channel ID"],
  ["deleting what others wrote", ana, "DELETE /messages/108", {}, "You don't have permission to delete this message"],
  ["deleting what is gone", ana, "DELETE /messages/999", {}, "Invalid message(s)"],

  ["an emoji that is none", ana, "POST /messages/101/reactions", { emoji_name: "no_such" }, "Emoji 'no_such' does not exist"],
  ["a code that is not the name's", ana, "POST /messages/101/reactions", { emoji_name: "cake", emoji_code: "zzz", reaction_type: "unicode_emoji" }, "Invalid emoji code."],
  ["an emoji type that is none", ana, "POST /messages/101/reactions", { emoji_name: "cake", emoji_code: "1f382", reaction_type: "gif" }, "Invalid emoji type."],
  ["a reaction that was not given", ana, "DELETE /messages/101/reactions", { emoji_name: "smile" }, "Reaction doesn't exist.", { code: "REACTION_DOES_NOT_EXIST" }],
  ["a reaction without a name", ana, "DELETE /messages/101/reactions", {}, "At least one of the following arguments must be present: emoji_name, emoji_code"],

  ["a flag that is none", ana, "POST /messages/flags", { messages: [101], op: "add", flag: "shiny" }, "Invalid flag: 'shiny'"],
  ["a flag that is not yours to set", ana, "POST /messages/flags", { messages: [101], op: "add", flag: "mentioned" }, "Flag not editable: 'mentioned'"],
  ["neither add nor remove", ana, "POST /messages/flags", { messages: [101], op: "toggle", flag: "read" }, "Invalid message flag operation: 'toggle'"],
  ["words as IDs", ana, "POST /messages/flags", { messages: ["1"], op: "add", flag: "read" }, "messages[0] is not an integer"],
  ["a star on what is not there", ana, "POST /messages/flags", { messages: [101, 999], op: "add", flag: "starred" }, "Invalid message(s)"],
  ["an anchor left out", ana, "POST /messages/flags/narrow", { num_before: 0, num_after: 1, narrow: [], op: "add", flag: "read" }, "Missing 'anchor' argument", missing("anchor")],
  ["a stream that is hidden", bo, "POST /mark_stream_as_read", { stream_id: streams.secret }, "Invalid channel ID"],
  ["a topic that is none", ana, "POST /mark_topic_as_read", { stream_id: 2, topic_name: "never" }, "No such topic 'never'"],
  ["topics of a hidden stream", bo, `GET /users/me/${streams.secret}/topics`, {}, "Invalid channel ID"],

  ["typing to nobody", ana, "POST /typing", { op: "start", to: [] }, "Empty 'to' list"],
  ["typing nowhere", ana, "POST /typing", { op: "start" }, "Missing 'to' argument"],
  ["typing what is neither", ana, "POST /typing", { op: "pause", to: [bo] }, "Invalid op"],
  ["typing in the old word", ana, "POST /typing", { op: "start", type: "private", to: [bo] }, "Invalid type"],
  ["typing without a topic", ana, "POST /typing", { op: "start", type: "stream", stream_id: 2 }, "Missing topic"],
  ["typing where only administrators write", bo, "POST /typing", { op: "start", type: "stream", stream_id: streams.news, topic: "t" }, "Only organization administrators can send to this channel."],
  ["typing to an address", ana, "POST /typing", { op: "start", to: ["a@b.example"] }, "to[0] is not an integer"],

  ["a register of all streams by a guest", gus, "POST /register", { all_public_streams: true }, "User not authorized for this query"],
  ["capabilities without the needed one", ana, "POST /register", { client_capabilities: {} }, "notification_settings_null key is missing from client_capabilities"],
  ["a capability that is a word", ana, "POST /register", { client_capabilities: { notification_settings_null: "yes" } }, 'client_capabilities["notification_settings_null"] is not a boolean'],
  ["a register in words", ana, "POST /register", { apply_markdown: "yes" }, 'Argument "apply_markdown" is not valid JSON.'],
  ["a queue's narrow of objects", ana, "POST /register", { narrow: [term("stream", "dev")] }, "narrow[0] is not a list"],
  ["a queue's narrow of numbers", ana, "POST /register", { narrow: [["stream", 2]] }, "narrow[0][1] is not a string"],
  ["a queue's narrow by links", ana, "POST /register", { narrow: [["has", "link"]] }, "Operator has not supported."],
  ["a queue's narrow by followed", ana, "POST /register", { narrow: [["is", "followed"]] }, "Operand followed not supported."],
  ["a poll of nothing", ana, "GET /events", { last_event_id: -1 }, "Missing 'queue_id' argument"],
  ["a queue that is none", ana, "GET /events", { queue_id: "1:0", last_event_id: -1 }, "Bad event queue ID: 1:0", { code: "BAD_EVENT_QUEUE_ID", queue_id: "1:0" }],
  ["giving up what is none", ana, "DELETE /events", { queue_id: "x" }, "Bad event queue ID: x", { code: "BAD_EVENT_QUEUE_ID", queue_id: "x" }],

  ["a policy that is none", ana, "POST /user_topics", { stream_id: 2, topic: "t", visibility_policy: 4 }, "Invalid visibility_policy: Value error, Not in the list of possible values"],
  ["a policy for a topic too long", ana, "POST /user_topics", { stream_id: 2, topic: "t".repeat(61), visibility_policy: 1 }, "topic is too long (limit: 60 characters)"],
  ["a colour that is none", ana, "POST /users/me/subscriptions/properties", { subscription_data: [{ stream_id: 2, property: "color", value: "mauve" }] }, "Invalid subscription_data[0]: Value error, color is not a valid hex color code"],
  ["a property that is none", ana, "POST /users/me/subscriptions/properties", { subscription_data: [{ stream_id: 2, property: "flavour", value: "x" }] }, "Unknown subscription property: flavour"],
  ["a stream that is not yours", ana, "POST /users/me/subscriptions/properties", { subscription_data: [{ stream_id: 5, property: "is_muted", value: true }] }, "Not subscribed to channel ID 5"],
  ["muting yourself", ana, `POST /users/me/muted_users/${ana}`, {}, "Cannot mute self"],
  ["unmuting whom you hear", ana, `DELETE /users/me/muted_users/${bo}`, {}, "User is not muted"],
  ["a presence that is none", ana, "POST /users/me/presence", { status: "asleep" }, "Invalid status: asleep"],
];

describe("the realm refuses", () => {
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

test("what is too old may not be changed, but for moves by those who keep order", async () => {
  const { as } = startRealm({ level: 278 });
  const { body } = await as(ana).patch("/messages/102", { content: "late" });
  expect(body["msg"]).toBe("The time limit for editing this message has passed");
  expect((await as(cleo).patch("/messages/102", { topic: "moved" })).body["result"]).toBe(
    "success",
  );
});
