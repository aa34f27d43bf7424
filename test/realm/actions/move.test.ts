import { describe, expect, test } from "vitest";
import { type Body, type Caller, startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";

const { ana, bo, cleo } = people;

async function watched(who: Caller) {
  const { queue_id: queue } = await who.register();
  let last = -1;
  return async (): Promise<readonly Body[]> => {
    const events = await who.events(queue, last);
    last = events.at(-1)?.["id"] ?? last;
    return events;
  };
}

const types = (events: readonly Body[]) => events.map(({ type }) => type);

async function conversation(start = startRealm()) {
  const { as } = start;
  const ids: number[] = [];
  for (const who of [ana, bo, cleo]) {
    ids.push(await as(who).say({ streamId: streams.dev, topic: "plan" }, `by ${who}`));
  }
  return { ...start, ids, her: as(ana), him: as(bo) };
}

describe("moving", () => {
  test("the whole of a topic tells its readers, and the bot says so in the new one", async () => {
    const { her, as, ids } = await conversation();
    const events = await watched(as(bo));
    await her.patch(`/messages/${ids[1]}`, { topic: "new plan", propagate_mode: "change_all" });
    const [update, notice, ...rest] = await events();
    expect(update).toMatchObject({
      type: "update_message",
      user_id: ana,
      message_id: ids[1],
      stream_id: streams.dev,
      stream_name: "dev",
      orig_subject: "plan",
      subject: "new plan",
      propagate_mode: "change_all",
      rendering_only: false,
    });
    expect(update).not.toHaveProperty("new_stream_id");
    expect(update?.["message_ids"].toSorted()).toEqual(ids);
    expect(notice?.["message"]).toMatchObject({
      content: "This topic was moved here from #**dev>plan** by @_**Ana Ruiz|11**.",
      subject: "new plan",
      sender_full_name: "Notification Bot",
    });
    expect(rest).toEqual([]);
  });

  test("one or the later ones leaves the others behind", async () => {
    const { her, ids } = await conversation();
    const topicOf = async (id: number | undefined) =>
      (await her.get(`/messages/${id}`)).body["message"].subject;
    await her.patch(`/messages/${ids[1]}`, { topic: "later", propagate_mode: "change_later" });
    expect(await Promise.all(ids.map(topicOf))).toEqual(["plan", "later", "later"]);
    await her.patch(`/messages/${ids[2]}`, { topic: "alone" });
    expect(await Promise.all(ids.map(topicOf))).toEqual(["plan", "later", "alone"]);
  });

  test("to another stream takes it from those who may not read there", async () => {
    const { her, as, ids } = await conversation();
    const [his, hers] = [await watched(as(bo)), await watched(as(cleo))];
    await her.patch(`/messages/${ids[0]}`, {
      stream_id: streams.secret,
      propagate_mode: "change_all",
    });
    const [gone, ...rest] = await his();
    expect(gone).toMatchObject({
      type: "delete_message",
      message_type: "stream",
      stream_id: streams.dev,
      topic: "plan",
    });
    expect(gone?.["message_ids"].toSorted()).toEqual(ids);
    expect(rest).toEqual([]);
    const [update] = await hers();
    expect(update).toMatchObject({ new_stream_id: streams.secret, orig_subject: "plan" });
    expect(update).not.toHaveProperty("subject");
    expect((await as(bo).get(`/messages/${ids[0]}`)).body["msg"]).toBe("Invalid message(s)");
    const own = await as(bo).get("/messages", { anchor: "newest", num_before: 50, num_after: 0 });
    expect(own.body["messages"].some(({ id }: Body) => ids.includes(id))).toBe(false);
    expect((await as(bo).register())["unread_msgs"].streams).toEqual([]);
  });

  test("tells older clients of each lost message by itself", async () => {
    const { her, him, ids } = await conversation();
    const { queue_id: queue } = await him.register({ client_capabilities: undefined });
    await her.patch(`/messages/${ids[0]}`, {
      stream_id: streams.secret,
      propagate_mode: "change_all",
    });
    const gone = await him.events(queue);
    expect(gone.map((event) => event["message_id"]).toSorted()).toEqual(ids);
  });

  test("takes a topic's policy along, and tells of it before the move", async () => {
    const { her, him, ids } = await conversation();
    await him.post("/user_topics", { stream_id: streams.dev, topic: "plan", visibility_policy: 3 });
    const { queue_id: queue } = await him.register({
      event_types: ["user_topic", "update_message"],
    });
    await her.patch(`/messages/${ids[0]}`, { topic: "b", propagate_mode: "change_all" });
    const told = (await him.events(queue)).map((event) => [
      event["type"],
      event["topic_name"],
      event["visibility_policy"],
    ]);
    expect(told).toEqual([
      ["user_topic", "plan", 0],
      ["user_topic", "b", 3],
      ["update_message", undefined, undefined],
    ]);
  });

  test("keeps unread what was unread, in its new place", async () => {
    const { her, him, ids } = await conversation();
    await her.patch(`/messages/${ids[0]}`, { topic: "b", propagate_mode: "change_all" });
    const { streams: unread } = (await him.register())["unread_msgs"];
    const [inB] = unread.filter(({ topic }: Body) => topic === "b");
    expect(inB.unread_message_ids.slice(0, 3)).toEqual(ids);
  });

  test("takes from those who are not where it goes, in spite of their right to read there", async () => {
    const { as, her, ids } = await conversation();
    const events = await watched(her);
    const change = { propagate_mode: "change_all" };
    await as(cleo).patch(`/messages/${ids[0]}`, { ...change, stream_id: streams.other });
    expect((await events()).at(-1)).toMatchObject({ type: "update_message", flags: ["read"] });
    await as(cleo).patch(`/messages/${ids[0]}`, { ...change, stream_id: streams.dev });
    // Of the way back only the notice tells.
    const policies = /^(?:user_topic|muted_topics)$/;
    expect(types(await events()).filter((type) => !policies.test(type))).toEqual(["message"]);
  });
});

describe("editing", () => {
  test("tells both texts and both drawings, and may call somebody anew", async () => {
    const { as } = startRealm();
    const [her, him] = [as(ana), as(bo)];
    const id = await him.say({ streamId: streams.dev, topic: "deploy" }, "before");
    const { queue_id: queue } = await her.register();
    await him.patch(`/messages/${id}`, { content: "@**Ana Ruiz** after" });
    const [event] = await her.events(queue);
    expect(event).toMatchObject({
      type: "update_message",
      message_id: id,
      message_ids: [id],
      orig_content: "before",
      orig_rendered_content: "<p>before</p>",
      content: "@**Ana Ruiz** after",
      is_me_message: false,
      flags: ["mentioned"],
    });
    expect(event).not.toHaveProperty("subject");
    const { message } = (await her.get(`/messages/${id}`)).body;
    expect(message.edit_history).toMatchObject([{ prev_content: "before", user_id: bo }]);
    expect(message.last_edit_timestamp).toBe(event?.["edit_timestamp"]);
  });

  test("to nothing leaves a mark, and the history keeps everything", async () => {
    const { as } = startRealm();
    const id = await as(ana).say({ streamId: streams.dev, topic: "a" }, "one");
    await as(ana).patch(`/messages/${id}`, { content: " " });
    await as(ana).patch(`/messages/${id}`, { topic: "b", content: "three" });
    const { body } = await as(bo).get(`/messages/${id}/history`);
    expect(body["message_history"].map(({ topic, content }: Body) => [topic, content])).toEqual([
      ["a", "one"],
      ["a", "(deleted)"],
      ["b", "three"],
    ]);
    expect(body["message_history"][2]).toMatchObject({
      prev_topic: "a",
      prev_content: "(deleted)",
    });
    const { message } = (await as(bo).get(`/messages/${id}`)).body;
    expect(message.edit_history).toHaveLength(2);
  });
});

test("what is deleted is gone for everybody", async () => {
  const { as } = startRealm();
  const id = await as(bo).say({ streamId: streams.dev, topic: "deploy" }, "oops");
  const { queue_id: queue } = await as(ana).register();
  await as(bo).delete(`/messages/${id}`);
  expect(await as(ana).events(queue)).toEqual([
    {
      id: 0,
      type: "delete_message",
      message_type: "stream",
      message_ids: [id],
      stream_id: streams.dev,
      topic: "deploy",
    },
  ]);
  expect((await as(ana).get(`/messages/${id}`)).body["msg"]).toBe("Invalid message(s)");
  expect((await as(cleo).delete("/messages/101")).body["result"]).toBe("success");
});

test("reactions are added and removed once each, under the name that was there first", async () => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(ana).register();
  await as(bo).post("/messages/108/reactions", { emoji_name: "thumbs_up" });
  const other = { emoji_name: "+1", emoji_code: "1f44d", reaction_type: "unicode_emoji" };
  await as(cleo).post("/messages/108/reactions", other);
  const again = await as(bo).post("/messages/108/reactions", { emoji_name: "+1" });
  expect(again.body["code"]).toBe("REACTION_ALREADY_EXISTS");
  const { message } = (await as(ana).get("/messages/108")).body;
  const names = message.reactions.map(({ emoji_name, user_id }: Body) => [emoji_name, user_id]);
  expect(new Set(names.map(([name]: string[]) => name)).size).toBe(1);
  await as(bo).delete("/messages/108/reactions", {
    emoji_code: "1f44d",
    reaction_type: "unicode_emoji",
  });
  const told = (await as(ana).events(queue)).map(({ op, user_id, user }) => [
    op,
    user_id,
    user.user_id,
  ]);
  expect(told).toEqual([
    ["add", bo, bo],
    ["add", cleo, cleo],
    ["remove", bo, bo],
  ]);
});
