/** GET /messages, held to the document; and the shortest ways to messages, for other cases. */
import { expect } from "vitest";
import type { Body } from "../../support/realm.ts";
import type { Case } from "../case.ts";
import { type Asker, lacking, type Scene } from "../scene.ts";

const call = "GET /messages";

/** The newest messages of a narrow, oldest first; `wishes` are further parameters. */
export async function newest(
  asker: Asker,
  count: number,
  narrow: readonly unknown[] = [],
  wishes: Body = {},
): Promise<readonly Body[]> {
  const range = { anchor: "10000000000000000", num_before: count, num_after: 0 };
  return (await asker.does(call, { ...range, narrow, ...wishes }))["messages"];
}

/** A topic of a new stream with `count` messages, from zero; gives their IDs. */
export async function told({ member, other, stream, fresh }: Scene, count: number) {
  const { id, name } = await stream([member, other]);
  const topic = fresh("topic");
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const wish = { type: "stream", to: id, topic, content: `number ${at}` };
    ids.push((await other.does("POST /messages", wish))["id"]);
  }
  const narrow = [
    { operator: "stream", operand: name },
    { operator: "topic", operand: topic },
  ];
  return { stream: id, name, topic, ids, narrow };
}

export const idsOf = (body: Body) => body["messages"].map(({ id }: Body) => id);

export const readingCases: readonly Case[] = [
  {
    says: "messages before and after an anchor are given by ID, the anchor between them",
    play: async (scene) => {
      const { ids, narrow } = await told(scene, 5);
      const range = { anchor: ids[2], num_before: 1, num_after: 1, narrow };
      const body = await scene.member.does(call, range);
      expect(idsOf(body)).toEqual(ids.slice(1, 4));
      expect(body).toMatchObject({
        anchor: ids[2],
        found_anchor: true,
        found_oldest: false,
        found_newest: false,
      });
    },
  },
  {
    says: "an anchor may be the newest, the oldest, or the first unread message",
    play: async (scene) => {
      const { ids, narrow } = await told(scene, 3);
      const at = async (anchor: string, sides = { num_before: 0, num_after: 0 }) =>
        idsOf(await scene.member.does(call, { ...sides, anchor, narrow }))[0];
      expect(await at("newest", { num_before: 1, num_after: 0 })).toBe(ids[2]);
      expect(await at("oldest", { num_before: 0, num_after: 1 })).toBe(ids[0]);
      expect(await at("first_unread")).toBe(ids[0]);
      await scene.member.does("POST /messages/flags", {
        messages: ids.slice(0, 2),
        op: "add",
        flag: "read",
      });
      expect(await at("first_unread")).toBe(ids[2]);
      await scene.member.does("POST /messages/flags", { messages: ids, op: "add", flag: "read" });
      expect(await at("first_unread", { num_before: 1, num_after: 0 })).toBe(ids[2]);
    },
  },
  {
    says: "the anchor is left out when it is not wanted, and then it was not found",
    from: 155,
    play: async (scene) => {
      const { ids, narrow } = await told(scene, 3);
      const range = { anchor: ids[1], narrow, include_anchor: false };
      const before = await scene.member.does(call, { ...range, num_before: 5, num_after: 0 });
      expect(idsOf(before)).toEqual([ids[0]]);
      expect(before).toMatchObject({ found_anchor: false, found_oldest: true });
      const after = await scene.member.does(call, { ...range, num_before: 0, num_after: 5 });
      expect(idsOf(after)).toEqual([ids[2]]);
      expect(after).toMatchObject({ found_anchor: false, found_newest: true });
    },
  },
  {
    says: "the legacy parameter for the first unread message stands in for an anchor",
    play: async (scene) => {
      const { ids, narrow } = await told(scene, 2);
      const range = { num_before: 0, num_after: 0, narrow };
      const body = await scene.member.does(call, { ...range, use_first_unread_anchor: true });
      expect(idsOf(body)).toEqual([ids[0]]);
      expect(body["anchor"]).toBe(ids[0]);
    },
  },
  {
    says: "history says that nothing limited it once the oldest message was fetched",
    play: async (scene) => {
      const { narrow } = await told(scene, 1);
      const range = { anchor: "newest", num_before: 5, num_after: 0, narrow };
      const body = await scene.member.does(call, range);
      expect(body).toMatchObject({ found_oldest: true, history_limited: false });
    },
  },
  {
    says: "5000 messages may be asked for at once, and not one more",
    proves: ["limit Messages per request"],
    play: async ({ member }) => {
      const range = { anchor: "newest", num_before: 4000, num_after: 1000 };
      await member.does(call, range);
      await member.isRefused(
        call,
        { ...range, num_after: 1001 },
        { code: "BAD_REQUEST", msg: /^Too many messages requested/ },
      );
    },
  },
  {
    says: "how many messages are wanted before and after must be said",
    play: async ({ member }) => {
      for (const lack of ["num_before", "num_after"]) {
        const range = { anchor: "newest", num_before: 1, num_after: 1, [lack]: undefined };
        const { body } = await member.asks(call, range);
        expect(body).toMatchObject({ result: "error", var_name: lack });
      }
    },
  },
  {
    says: "a message is told with everything that the document lists",
    play: async (scene) => {
      const { member, other } = scene;
      const { narrow, ids, stream, name, topic } = await told(scene, 1);
      const [id] = ids;
      await member.does("POST /messages/{message_id}/reactions", {
        message_id: id,
        emoji_name: "octopus",
      });
      const [message] = await newest(member, 1, narrow);
      expect(message).toMatchObject({
        id,
        type: "stream",
        content: "<p>number 0</p>",
        content_type: "text/html",
        subject: topic,
        stream_id: stream,
        display_recipient: name,
        recipient_id: expect.any(Number),
        sender_id: other.id,
        sender_email: other.email,
        sender_full_name: other.name,
        sender_realm_str: expect.any(String),
        client: expect.any(String),
        timestamp: expect.any(Number),
        is_me_message: false,
        flags: [],
        submessages: [],
        topic_links: [],
        reactions: [
          {
            emoji_name: "octopus",
            emoji_code: "1f419",
            reaction_type: "unicode_emoji",
            user_id: member.id,
            user: { id: member.id },
          },
        ],
      });
      expect(message).not.toHaveProperty("last_edit_timestamp");
      expect(message).not.toHaveProperty("edit_history");
      expect(message).not.toHaveProperty("match_content");
    },
  },
  {
    says: "raw Markdown is given to whoever does not want HTML",
    play: async (scene) => {
      const { narrow, stream, topic } = await told(scene, 0);
      const wish = { type: "stream", to: stream, topic, content: "**bold**" };
      await scene.other.does("POST /messages", wish);
      const html = { content: "<p><strong>bold</strong></p>", content_type: "text/html" };
      expect(await newest(scene.member, 1, narrow)).toMatchObject([html]);
      expect(await newest(scene.member, 1, narrow, { apply_markdown: true })).toMatchObject([html]);
      expect(await newest(scene.member, 1, narrow, { apply_markdown: false })).toMatchObject([
        { content: "**bold**", content_type: "text/x-markdown" },
      ]);
    },
  },
  {
    says: "a picture is left to the client unless it asks for the address of one",
    play: async (scene) => {
      const { narrow } = await told(scene, 1);
      const [left] = await newest(scene.member, 1, narrow, { client_gravatar: true });
      expect(left).toHaveProperty("avatar_url", null);
      const [given] = await newest(scene.member, 1, narrow, { client_gravatar: false });
      expect(given?.["avatar_url"]).toEqual(expect.any(String));
    },
  },
  {
    says: "a message that begins with /me is told to be a status message",
    play: async (scene) => {
      const { stream, topic, narrow } = await told(scene, 0);
      const wish = { type: "stream", to: stream, topic, content: "/me is away" };
      await scene.other.does("POST /messages", wish);
      expect(await newest(scene.member, 1, narrow)).toMatchObject([{ is_me_message: true }]);
    },
  },
  {
    says: "what the realm's patterns find in a topic is told as links",
    from: 176,
    play: async (scene) => {
      const { member, stream } = scene;
      const { linkifiers } = await member.does("GET /realm/linkifiers");
      const has = (one: Body) => one["url_template"] === "https://bugs.example/{id}";
      if (!linkifiers.some(has)) lacking("has no pattern for bug-12");
      const { id, name } = await stream([member]);
      const wish = { type: "stream", to: id, topic: "about bug-12", content: "c" };
      await member.does("POST /messages", wish);
      const narrow = [{ operator: "stream", operand: name }];
      const [message] = await newest(member, 1, narrow);
      expect(message?.["topic_links"]).toEqual([
        { text: "bug-12", url: "https://bugs.example/12" },
      ]);
    },
  },
  {
    says: "a poll has its question in a submessage",
    play: async (scene) => {
      const { stream, topic, narrow } = await told(scene, 0);
      const wish = { type: "stream", to: stream, topic, content: "/poll Tea?\nyes\nno" };
      await scene.other.does("POST /messages", wish);
      const [message] = await newest(scene.member, 1, narrow);
      expect(message?.["submessages"]).toMatchObject([
        { sender_id: scene.other.id, msg_type: "widget", content: expect.stringContaining("Tea?") },
      ]);
    },
  },
  {
    says: "the history of a message's edits begins with the latest, and each says what it changed",
    from: 118,
    play: async (scene) => {
      const { administrator, member, stream } = scene;
      const [here, there] = [await stream([member]), await stream([member])];
      const wish = { type: "stream", to: here.id, topic: "before", content: "one" };
      const { id } = await administrator.does("POST /messages", wish);
      const edits = [
        { content: "two" },
        { topic: "after" },
        { stream_id: there.id, topic: "after all", propagate_mode: "change_all" },
      ];
      for (const edit of edits)
        await administrator.does("PATCH /messages/{message_id}", { message_id: id, ...edit });
      const narrow = [{ operator: "stream", operand: there.name }];
      const found = await newest(member, 5, narrow);
      const message = found.find((one) => one["id"] === id);
      const by = { user_id: administrator.id, timestamp: expect.any(Number) };
      expect(message?.["edit_history"]).toEqual([
        {
          ...by,
          prev_stream: here.id,
          stream: there.id,
          prev_topic: "after",
          topic: "after all",
        },
        { ...by, prev_topic: "before", topic: "after" },
        {
          ...by,
          prev_content: "one",
          prev_rendered_content: "<p>one</p>",
          prev_rendered_content_version: expect.any(Number),
        },
      ]);
      expect(message?.["last_edit_timestamp"]).toEqual(message?.["edit_history"][0].timestamp);
    },
  },
  {
    says: "older servers call the topic before an edit by its legacy name",
    until: 117,
    play: async (scene) => {
      const { administrator, member } = scene;
      const { narrow, ids } = await told(scene, 1);
      const edit = { message_id: ids[0], topic: "after" };
      await administrator.does("PATCH /messages/{message_id}", edit);
      const elsewhere = [narrow[0], { operator: "topic", operand: "after" }];
      const moved = (await newest(member, 5, elsewhere)).find(({ id }) => id === ids[0]);
      expect(moved?.["edit_history"][0]).toHaveProperty("prev_subject");
      expect(moved?.["edit_history"][0]).not.toHaveProperty("prev_topic");
    },
  },
  {
    says: "nobody sees the history of edits where the realm hides it",
    needs: ["control"],
    play: async (scene) => {
      const { narrow, ids } = await told(scene, 1);
      const edit = { message_id: ids[0], content: "better" };
      await scene.other.does("PATCH /messages/{message_id}", edit);
      await scene.control.setRealm("allow_edit_history", false);
      const [hidden] = await newest(scene.member, 1, narrow);
      await scene.control.setRealm("allow_edit_history", true);
      expect(hidden).not.toHaveProperty("edit_history");
      const [shown] = await newest(scene.member, 1, narrow);
      expect(shown).toHaveProperty("edit_history");
    },
  },
  {
    says: "a search for words marks where they were found, in the text and in the topic",
    play: async ({ member, other, stream }) => {
      const { id, name } = await stream([member, other]);
      const wish = { to: id, topic: "walrus & co", content: "the walrus speaks" };
      await other.does("POST /messages", { type: "stream", ...wish });
      const narrow = [
        { operator: "stream", operand: name },
        { operator: "search", operand: "walrus" },
      ];
      const marked = '<span class="highlight">walrus</span>';
      expect(await newest(member, 1, narrow)).toMatchObject([
        { match_content: `<p>the ${marked} speaks</p>`, match_subject: `${marked} &amp; co` },
      ]);
    },
  },
  {
    says: "a narrow may be written in pairs of strings, and by the IDs of people and streams",
    play: async (scene) => {
      const { name, topic, ids, stream } = await told(scene, 1);
      const { member, other } = scene;
      const pairs = [
        ["stream", name],
        ["topic", topic],
      ];
      expect((await newest(member, 1, pairs)).map(({ id }) => id)).toEqual(ids);
      const numbers = [
        { operator: "stream", operand: stream },
        { operator: "sender", operand: other.id },
      ];
      expect((await newest(member, 1, numbers)).map(({ id }) => id)).toEqual(ids);
    },
  },
  {
    says: "history is one's own, but the streams that everybody may read can be searched whole",
    play: async ({ member, other, stream, fresh }) => {
      const { id } = await stream([other]);
      const word = fresh("needle").replace(" ", "");
      const wish = { type: "stream", to: id, topic: "hay", content: word };
      const sent = await other.does("POST /messages", wish);
      const search = { operator: "search", operand: word };
      expect(await newest(member, 5, [search])).toEqual([]);
      const everywhere = [{ operator: "streams", operand: "public" }, search];
      expect(await newest(member, 5, everywhere)).toMatchObject([{ id: sent["id"] }]);
    },
  },
  {
    says: "what was sent to a stream before one came is not in one's history",
    play: async ({ member, other, stream }) => {
      const { id, name } = await stream([other]);
      const wish = { type: "stream", to: id, topic: "early", content: "too early" };
      const early = await other.does("POST /messages", wish);
      await member.does("POST /users/me/subscriptions", { subscriptions: [{ name }] });
      const own = await newest(member, 20);
      expect(own.map((one) => one["id"])).not.toContain(early["id"]);
    },
  },
  {
    says: "direct messages are found by their people and by whoever takes part",
    from: 177,
    play: async ({ member, other, moderator }) => {
      const say = async (to: readonly number[]) =>
        (await member.does("POST /messages", { type: "direct", to, content: "psst" }))["id"];
      const [pair, group] = [await say([other.id]), await say([other.id, moderator.id])];
      const ids = async (...narrow: readonly unknown[]) =>
        (await newest(member, 2, narrow)).map(({ id }) => id);
      expect(await ids({ operator: "is", operand: "dm" })).toEqual([pair, group]);
      const both = [other.id, moderator.id];
      expect((await ids({ operator: "dm", operand: both })).at(-1)).toBe(group);
      expect((await ids({ operator: "dm", operand: [other.id] })).at(-1)).toBe(pair);
      expect(await ids({ operator: "dm-including", operand: other.id })).toEqual([pair, group]);
    },
  },
];
