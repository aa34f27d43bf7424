import { describe, expect, test } from "vitest";
import { type Body, startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";

const { ana, bo, cleo, gus } = people;
const toDev = { type: "stream", to: streams.dev, topic: "deploy" };

describe("an echo", () => {
  test("comes in the queue that asked and in no other, at the top of the event", async () => {
    const { as } = startRealm();
    const her = as(ana);
    const [one, two] = [await her.register(), await her.register()];
    await her.post("/messages", {
      ...toDev,
      content: "x",
      queue_id: one["queue_id"],
      local_id: "41.01",
    });
    const [asked] = await her.events(one["queue_id"]);
    const [other] = await her.events(two["queue_id"]);
    expect(asked?.["local_message_id"]).toBe("41.01");
    expect(asked?.["message"]).not.toHaveProperty("local_message_id");
    expect(other).not.toHaveProperty("local_message_id");
  });

  test("does not come to a sender who is not in the stream", async () => {
    const { as } = startRealm();
    const [her, his] = [await as(ana).register(), await as(bo).register()];
    const id = await as(ana).say({ streamId: streams.other, topic: "t" }, "from outside");
    const hers = await as(ana).events(her["queue_id"]);
    expect(hers.filter(({ type }) => type === "message")).toEqual([]);
    const [heard] = (await as(bo).events(his["queue_id"])).filter(({ type }) => type === "message");
    expect(heard?.["message"].id).toBe(id);
    expect((await as(ana).get(`/messages/${id}`)).body["message"].flags).toEqual([
      "read",
      "historical",
    ]);
  });
});

describe("an address", () => {
  const spellings: readonly (readonly [string, Body])[] = [
    ["a stream's ID", { type: "stream", to: 2 }],
    ["an ID in a list", { type: "stream", to: [2] }],
    ["a name as JSON", { type: "stream", to: '"dev"' }],
    ["a name in another case", { type: "channel", to: "DEV" }],
    ["a name in a list", { type: "stream", to: ["dev"] }],
  ];
  test.for(spellings)("may be %s", async ([, to]) => {
    const { as } = startRealm();
    const { body } = await as(ana).post("/messages", { ...to, subject: "t", content: "x" });
    const { message } = (await as(ana).get(`/messages/${body["id"]}`)).body;
    expect([message.stream_id, message.type, message.subject]).toEqual([
      streams.dev,
      "stream",
      "t",
    ]);
  });

  const direct: readonly (readonly [string, Body, readonly number[]])[] = [
    ["IDs", { type: "direct", to: [bo, cleo] }, [ana, bo, cleo]],
    ["IDs with repeats and oneself", { type: "private", to: [bo, bo, ana] }, [ana, bo]],
    ["addresses", { type: "direct", to: ["bo@small.example"] }, [ana, bo]],
    [
      "addresses with commas",
      { type: "direct", to: "bo@small.example, cleo@small.example" },
      [ana, bo, cleo],
    ],
    ["oneself", { type: "direct", to: [ana] }, [ana]],
  ];
  test.for(direct)("of people may be %s", async ([, to, expected]) => {
    const { as } = startRealm();
    const { body } = await as(ana).post("/messages", { ...to, content: "x" });
    const { message } = (await as(ana).get(`/messages/${body["id"]}`)).body;
    expect(message.type).toBe("private");
    expect(message.display_recipient.map(({ id }: Body) => id)).toEqual(expected);
  });
});

test("texts are trimmed, and what is too long is cut by code points", async () => {
  const { as } = startRealm();
  const content = async (text: string, topic = "t") => {
    const { body } = await as(ana).post("/messages", { ...toDev, topic, content: text });
    const { message } = (await as(ana).get(`/messages/${body["id"]}`, { apply_markdown: false }))
      .body;
    return [message.content, message.subject];
  };
  expect(await content("\n\n  a \n b  \n ", " spaced ")).toEqual(["  a \n b", "spaced"]);
  const [long, topic] = await content("😀".repeat(10_001), "é".repeat(61));
  expect([...(long ?? "")]).toHaveLength(10_000);
  expect(long?.endsWith("😀\n[message truncated]")).toBe(true);
  expect(topic).toBe(`${"é".repeat(57)}...`);
});

test("those who are called are flagged: by name, by group, by everybody, by a word of theirs", async () => {
  const { as } = startRealm();
  const flags = async (text: string, who: number = ana) => {
    const id = await as(cleo).say({ streamId: streams.dev, topic: "deploy" }, text);
    return (await as(who).get(`/messages/${id}`)).body["message"].flags;
  };
  expect(await flags("@**Ana Ruiz** hi")).toEqual(["mentioned"]);
  expect(await flags("@**Ana Ruiz|11** hi")).toEqual(["mentioned"]);
  expect(await flags("@_**Ana Ruiz** hi")).toEqual([]);
  expect(await flags("`@**Ana Ruiz**`")).toEqual([]);
  expect(await flags("@*crew* hi", bo)).toEqual(["mentioned"]);
  expect(await flags("@**all** hi")).toEqual(["stream_wildcard_mentioned", "wildcard_mentioned"]);
  expect(await flags("@**topic** hi", bo)).toEqual([
    "topic_wildcard_mentioned",
    "wildcard_mentioned",
  ]);
  expect(await flags("a TEAPOT!")).toEqual(["has_alert_word"]);
  expect(await flags("teapots")).toEqual([]);
});

test("what somebody muted says is read, and muting reads what they said", async () => {
  const { as } = startRealm();
  const her = as(ana);
  const { queue_id: queue } = await her.register();
  await her.post(`/users/me/muted_users/${bo}`);
  const id = await as(bo).say([ana], "hey");
  const events = await her.events(queue);
  expect(events.map(({ type }) => type)).toEqual([
    "update_message_flags",
    "muted_users",
    "message",
  ]);
  expect(events[0]).toMatchObject({ op: "add", flag: "read", messages: [110] });
  expect(events[2]).toMatchObject({ flags: ["read"], message: { id } });
});

test("whoever starts a topic follows it, and hears of that before the message", async () => {
  const { as } = startRealm();
  const her = as(ana);
  const { queue_id: queue } = await her.register();
  const { body } = await her.post("/messages", { ...toDev, topic: "brand new", content: "x" });
  expect(body["automatic_new_visibility_policy"]).toBe(3);
  const told = (await her.events(queue)).map(({ type }) => type);
  expect(told).toEqual(["muted_topics", "user_topic", "message"]);
});

test("a poll or a list of tasks starts with the realm's own submessage", async () => {
  const { as } = startRealm();
  const widget = async (text: string) => {
    const id = await as(ana).say([bo], text);
    const { message } = (await as(bo).get(`/messages/${id}`)).body;
    const { content } = message.submessages[0];
    expect(content).toMatch(/^\{"widget_type": "\w+", "extra_data": \{"/);
    return JSON.parse(content);
  };
  expect(await widget("/poll Lunch?\n* soup\n-salad\n2. tea")).toEqual({
    widget_type: "poll",
    extra_data: { question: "Lunch?", options: ["soup", "salad", "2. tea"] },
  });
  expect(await widget("/todo Trip\nsocks: two\nhttp://map.example")).toEqual({
    widget_type: "todo",
    extra_data: {
      task_list_title: "Trip",
      tasks: [
        { task: "socks", desc: "two" },
        { task: "http://map.example", desc: "" },
      ],
    },
  });
});

test("a program may send a form of choices along with its text", async () => {
  const { as } = startRealm();
  const choices = [{ short_name: "a", long_name: "tea", reply: "tea, please" }];
  const form = {
    widget_type: "zform",
    extra_data: { type: "choices", heading: "Drink", choices },
  };
  const wish = { type: "direct", to: [bo], content: "what will it be?", widget_content: form };
  const { id } = (await as(ana).post("/messages", wish)).body;
  const { message } = (await as(bo).get(`/messages/${id}`)).body;
  expect(JSON.parse(message.submessages[0].content)).toEqual(form);
  expect(message["content"]).toBe("<p>what will it be?</p>");
});

test("guests write in streams that are open to the web, in them or not", async () => {
  const { as } = startRealm();
  const wish = { type: "stream", to: streams.web, topic: "t", content: "by a guest" };
  expect((await as(gus).post("/messages", wish)).status).toBe(200);
});

describe("typing", () => {
  test("is told to everybody in a conversation, the typist too", async () => {
    const { as } = startRealm();
    const { queue_id: queue } = await as(bo).register();
    await as(ana).post("/typing", { op: "start", to: [bo] });
    expect(await as(bo).events(queue)).toMatchObject([
      {
        type: "typing",
        op: "start",
        message_type: "direct",
        sender: { user_id: ana, email: "ana@small.example" },
        recipients: [{ user_id: bo }, { user_id: ana }],
      },
    ]);
  });

  test("in a stream is told to those who can take it", async () => {
    const { as } = startRealm();
    const able = await as(bo).register();
    const unable = await as(cleo).register({ client_capabilities: undefined });
    const outside = await as(gus).register();
    const typing = { op: "start", type: "stream", stream_id: streams.dev, topic: "deploy" };
    await as(ana).post("/typing", typing);
    expect(await as(bo).events(able["queue_id"])).toMatchObject([
      { message_type: "stream", stream_id: streams.dev, topic: "deploy" },
    ]);
    expect(await as(cleo).events(unable["queue_id"])).toEqual([]);
    expect(await as(gus).events(outside["queue_id"])).toEqual([]);
  });
});

describe("flags", () => {
  test("are told only where something changed, while the answer repeats the request", async () => {
    const { as } = startRealm();
    const her = as(ana);
    const { queue_id: queue } = await her.register();
    const asked = { messages: [101, 108, 999], op: "add", flag: "read" };
    expect((await her.post("/messages/flags", asked)).body["messages"]).toEqual([101, 108, 999]);
    await her.post("/messages/flags", asked);
    const events = await her.events(queue);
    expect(events.map((event) => event["messages"])).toEqual([[108]]);
    expect(events[0]).toMatchObject({ op: "add", operation: "add", flag: "read", all: false });
  });

  test("that become unread say where the messages stand", async () => {
    const { as } = startRealm();
    const her = as(ana);
    await her.post("/mark_all_as_read");
    const { queue_id: queue } = await her.register();
    await her.post("/messages/flags", {
      messages: [108, 110, 112, 113],
      op: "remove",
      flag: "read",
    });
    const [event] = await her.events(queue);
    expect(event?.["message_details"]).toEqual({
      108: {
        type: "stream",
        stream_id: 2,
        topic: "deploy",
        unmuted_stream_msg: true,
        mentioned: true,
      },
      110: { type: "private", user_ids: [bo] },
      112: { type: "private", user_ids: [] },
      113: { type: "private", user_ids: [bo, cleo] },
    });
  });

  test("of everything are one event without messages, however often it is said", async () => {
    const { as } = startRealm();
    const her = as(ana);
    const { queue_id: queue } = await her.register();
    expect((await her.post("/mark_all_as_read")).body["complete"]).toBe(true);
    await her.post("/mark_all_as_read");
    const event = { op: "add", flag: "read", all: true, messages: [] };
    expect(await her.events(queue)).toMatchObject([event, event]);
  });

  test("of everything may run out of time, each level in its own words", async () => {
    const at = async (level: number, still: readonly number[]) => {
      const { realm, as } = startRealm({ level });
      realm.control.outOfTime();
      const { body } = await as(ana).post("/mark_all_as_read");
      const left = (await as(ana).register())["unread_msgs"];
      expect(left.streams.flatMap((topic: Body) => topic["unread_message_ids"])).toEqual(still);
      expect([left.pms, left.huddles]).toEqual([[], []]);
      return body;
    };
    expect(await at(211, [108, 109])).toEqual({ result: "success", msg: "", complete: false });
    const partial = { result: "partially_completed", msg: "", code: "REQUEST_TIMEOUT" };
    expect(await at(210, [108, 109])).toEqual(partial);
    // There were no batches that could stop.
    expect(await at(152, [])).toEqual({ result: "success", msg: "" });
  });

  test("of a narrow go page by page until nothing is left", async () => {
    const { as } = startRealm();
    const her = as(ana);
    const narrow = [{ operator: "is", operand: "unread" }];
    const page = {
      anchor: "oldest",
      num_before: 0,
      num_after: 3,
      include_anchor: false,
      narrow,
      op: "add",
      flag: "read",
    };
    expect((await her.post("/messages/flags/narrow", page)).body).toMatchObject({
      processed_count: 3,
      updated_count: 3,
      first_processed_id: 108,
      last_processed_id: 110,
      found_oldest: true,
      found_newest: false,
    });
    const rest = { ...page, anchor: 110 };
    expect((await her.post("/messages/flags/narrow", rest)).body).toMatchObject({
      processed_count: 1,
      last_processed_id: 113,
      found_newest: true,
    });
    expect((await her.post("/messages/flags/narrow", rest)).body).toMatchObject({
      processed_count: 0,
      first_processed_id: null,
    });
  });

  test("a star on what was never received makes it the person's own", async () => {
    const { as } = startRealm();
    const her = as(ana);
    await her.post("/messages/flags", { messages: [107], op: "add", flag: "starred" });
    expect((await her.get("/messages/107")).body["message"].flags).toEqual([
      "read",
      "starred",
      "historical",
    ]);
    expect((await her.register())["starred_messages"]).toEqual([101, 107]);
  });
});
