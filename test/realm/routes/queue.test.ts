import { describe, expect, test } from "vitest";
import { startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const wants = { notification_settings_null: true };
const known = [
  "notification_settings_null",
  "bulk_message_deletion",
  "user_avatar_url_field_optional",
  "stream_typing_notifications",
  "user_settings_object",
  "linkifier_url_template",
  "user_list_incomplete",
];
const booleans = [
  "apply_markdown",
  "client_gravatar",
  "include_subscribers",
  "slim_presence",
  "all_public_streams",
];
const lists = ["event_types", "fetch_event_types"];

/** What a register says to parameters as they travel; `""` is a success. */
async function said(given: Readonly<Record<string, string>>, who: number = people.ana) {
  const nothing = { fetch_event_types: "[]", event_types: '["message"]' };
  const { body } = await startRealm()
    .as(who)
    .post("/register", { ...nothing, ...given });
  return body["msg"];
}

describe("a register reads each parameter as what it is", () => {
  test.for(booleans)("%s", async (name) => {
    expect(await said({ [name]: "True" })).toBe(`Argument "${name}" is not valid JSON.`);
    expect(await said({ [name]: "" })).toBe(`Argument "${name}" is not valid JSON.`);
    for (const odd of ["1", "null", '"true"'])
      expect(await said({ [name]: odd })).toBe(`${name} is not a boolean`);
    expect(await said({ [name]: "true" })).toBe("");
  });

  test.for(lists)("%s", async (name) => {
    expect(await said({ [name]: "message" })).toBe(`Argument "${name}" is not valid JSON.`);
    for (const odd of ["{}", "null", '"message"'])
      expect(await said({ [name]: odd })).toBe(`${name} is not a list`);
    expect(await said({ [name]: '["message", 5]' })).toBe(`${name}[1] is not a string`);
    expect(await said({ [name]: '["teleport"]' })).toBe("");
  });

  test("queue_lifespan_secs", async () => {
    const name = "queue_lifespan_secs";
    expect(await said({ [name]: "x" })).toBe(`Argument "${name}" is not valid JSON.`);
    for (const odd of ["1.5", '"5"', "true"])
      expect(await said({ [name]: odd })).toBe(`${name} is not an integer`);
    for (const fine of ["-5", "0", "99999999999"]) expect(await said({ [name]: fine })).toBe("");
  });

  test.for(known)("the capability %s", async (name) => {
    const ask = (value: unknown) =>
      said({ client_capabilities: JSON.stringify({ ...wants, [name]: value }) });
    for (const odd of [1, "yes", null, []])
      expect(await ask(odd)).toBe(`client_capabilities["${name}"] is not a boolean`);
    expect(await ask(false)).toBe("");
  });

  test.for([
    ["yes", 'Argument "client_capabilities" is not valid JSON.'],
    ["[]", "client_capabilities is not a dict"],
    ["null", "client_capabilities is not a dict"],
    ["{}", "notification_settings_null key is missing from client_capabilities"],
    [
      '{"bulk_message_deletion": 1}',
      "notification_settings_null key is missing from client_capabilities",
    ],
    ['{"notification_settings_null": true, "teleport": true}', ""],
    [
      '{"notification_settings_null": true, "teleport": "yes"}',
      "client_capabilities contains a value that is not a boolean",
    ],
  ] as const)("capabilities that are %s", async ([text, msg]) => {
    expect(await said({ client_capabilities: text })).toBe(msg);
  });

  test.for([
    ["stream", 'Argument "narrow" is not valid JSON.'],
    ["{}", "narrow is not a list"],
    ["[1]", "narrow[0] is not a list"],
    ['[["is"]]', "narrow[0] should have exactly 2 items"],
    ['[["is", "dm", "x"]]', "narrow[0] should have exactly 2 items"],
    ['[["is", "dm"], ["topic", null]]', "narrow[1][1] is not a string"],
    ['[["__defineGetter__", "x"]]', "Operator __defineGetter__ not supported."],
    ['[["dm", "x"]]', "Operator dm not supported."],
    ['[["-stream", "x"]]', "Operator -stream not supported."],
    ['[["is", "followed"]]', "Operand followed not supported."],
    ['[["is", "purple"]]', ""],
    ['[["stream", "no such"], ["topic", ""], ["sender", "x"]]', ""],
  ] as const)("a narrow that is %s", async ([text, msg]) => {
    expect(await said({ narrow: text })).toBe(msg);
  });
});

test("guests do not hear all public streams, and are told of a malformed narrow first", async () => {
  const wish = { all_public_streams: "true" };
  expect(await said(wish, people.gus)).toBe("User not authorized for this query");
  expect(await said({ ...wish, narrow: "[1]" }, people.gus)).toBe("narrow[0] is not a list");
  expect(await said({ ...wish, narrow: '[["dm", "x"]]' }, people.gus)).toBe(
    "User not authorized for this query",
  );
});

test.for([
  [{ last_event_id: "1.5" }, "last_event_id is not an integer"],
  [{ last_event_id: "" }, 'Argument "last_event_id" is not valid JSON.'],
  [{ dont_block: "1" }, "dont_block is not a boolean"],
  [{ narrow: "[5]" }, "narrow[0] is not a list"],
  [{ event_types: "5" }, "event_types is not a list"],
  [{ queue_id: "" }, "Bad event queue ID: "],
] as const)("a poll with %j is refused", async ([given, msg]) => {
  const ana = startRealm().as(people.ana);
  const { queue_id } = await ana.register();
  const ask = { queue_id, last_event_id: "-1", dont_block: "true", ...given };
  expect((await ana.get("/events", ask)).body["msg"]).toBe(msg);
});
