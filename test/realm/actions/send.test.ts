import { describe, expect, test } from "vitest";
import { type Body, startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";

const { ana, bo, cleo, gus } = people;

describe("an echo", () => {
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

test("a poll or a list of tasks starts with the realm's own submessage", async () => {
  const { as } = startRealm();
  const widget = async (text: string) => {
    const id = await as(ana).say([bo], text);
    const { message } = (await as(bo).get(`/messages/${id}`)).body;
    const { content } = message.submessages[0];
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

describe("typing", () => {
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
