/** POST and PATCH /scheduled_messages, held to the document. */
import { expect } from "vitest";
import type { Body } from "../../support/realm.ts";
import { bothSides, type Case } from "../case.ts";
import type { Asker, Scene } from "../scene.ts";

const create = "POST /scheduled_messages";
const edit = "PATCH /scheduled_messages/{scheduled_message_id}";
const refused = { code: "BAD_REQUEST" };
const day = 86_400;

async function listed(asker: Asker, id: number): Promise<Body | undefined> {
  const { scheduled_messages: all } = await asker.does("GET /scheduled_messages");
  return all.find((one: Body) => one["scheduled_message_id"] === id);
}

/** A message that goes to a new stream tomorrow. */
async function planned(scene: Scene) {
  const stream = await scene.stream([scene.member]);
  const wish = {
    type: "stream",
    to: stream.id,
    topic: "later",
    content: "good **morning**",
    scheduled_delivery_timestamp: scene.now() + day,
  };
  const { scheduled_message_id: id } = await scene.member.does(create, wish);
  return { id: id as number, stream, wish };
}

const noStream = {
  code: "STREAM_DOES_NOT_EXIST",
  msg: "Stream with ID '999999' does not exist",
  with: { stream_id: 999_999 },
  later: {
    code: "STREAM_DOES_NOT_EXIST",
    msg: "Channel with ID '999999' does not exist",
    with: { stream_id: 999_999 },
  },
};

export const scheduledCases: readonly Case[] = [
  {
    says: "a message for a stream is scheduled and listed",
    from: 179,
    play: async (scene) => {
      const { id, wish } = await planned(scene);
      expect(await listed(scene.member, id)).toMatchObject(wish);
    },
  },
  {
    says: "a message for people is scheduled, its topic ignored",
    from: 179,
    play: async ({ member, other, now }) => {
      const { scheduled_message_id: id } = await member.does(create, {
        type: "direct",
        to: [other.id],
        topic: "ignored",
        content: "psst",
        scheduled_delivery_timestamp: now() + day,
      });
      const found = await listed(member, id);
      expect(found).toMatchObject({ type: "private", to: [other.id], content: "psst" });
      expect(found).not.toHaveProperty("topic");
    },
  },
  {
    says: "each attribute of a scheduled message can be changed by itself",
    from: 184,
    play: async (scene) => {
      const { id, wish } = await planned(scene);
      const { member } = scene;
      const elsewhere = await scene.stream([member]);
      const changes = [
        { content: "good evening" },
        { topic: "even later" },
        { to: elsewhere.id },
        { scheduled_delivery_timestamp: scene.now() + 2 * day },
      ];
      let expected: Body = wish;
      for (const change of changes) {
        const answer = await member.does(edit, { scheduled_message_id: id, ...change });
        expect(Object.keys(answer).sort()).toEqual(["msg", "result"]);
        expected = { ...expected, ...change };
        expect(await listed(member, id)).toMatchObject(expected);
      }
    },
  },
  {
    says: "a scheduled message changes its type together with whom it goes to",
    from: 184,
    play: async (scene) => {
      const { id, stream } = await planned(scene);
      const { member, other } = scene;
      const change = { scheduled_message_id: id };
      await member.does(edit, { ...change, type: "direct", to: [other.id], topic: "ignored" });
      expect(await listed(member, id)).toMatchObject({ type: "private", to: [other.id] });
      const lacking = await member.asks(edit, { ...change, type: "stream", to: stream.id });
      expect(lacking.body).toMatchObject({ result: "error" });
      const alone = await member.asks(edit, { ...change, type: "stream", topic: "back" });
      expect(alone.body).toMatchObject({ result: "error" });
      await member.does(edit, { ...change, type: "stream", to: stream.id, topic: "back" });
      expect(await listed(member, id)).toMatchObject({ type: "stream", topic: "back" });
    },
  },
  {
    says: "a stream that does not exist is refused by its ID",
    from: 184,
    play: async (scene) => {
      const { id, wish } = await planned(scene);
      const { member } = scene;
      await member.isRefused(create, { ...wish, to: 999_999 }, noStream);
      await member.isRefused(edit, { scheduled_message_id: id, to: 999_999 }, noStream);
    },
  },
  {
    says: "a person who does not exist is refused by their ID",
    from: 184,
    play: async (scene) => {
      const { id, wish } = await planned(scene);
      const { member } = scene;
      const whom = { type: "direct", to: [999_999] };
      const error = { ...refused, msg: "Invalid user ID 999999" };
      await member.isRefused(create, { ...wish, ...whom }, error);
      await member.isRefused(edit, { scheduled_message_id: id, ...whom }, error);
    },
  },
  {
    says: "a scheduled message that does not exist cannot be changed",
    from: 184,
    play: async ({ member }) => {
      const wish = { scheduled_message_id: 999_999, content: "x" };
      const msg = "Scheduled message does not exist";
      await member.isRefused(edit, wish, { ...refused, msg });
    },
  },
  {
    says: "what failed is listed so, and goes out at its new time once it has one",
    from: 184,
    needs: ["time"],
    proves: ["state Scheduled message: PATCH /scheduled_messages/{scheduled_message_id}"],
    play: async (scene) => {
      const { member, administrator } = scene;
      const stream = await scene.stream([member]);
      const { scheduled_message_id: id } = await member.does(create, {
        type: "stream",
        to: stream.id,
        topic: "later",
        content: "kept back",
        scheduled_delivery_timestamp: scene.now() + 60,
      });
      const policy = (stream_post_policy: number) =>
        administrator.does("PATCH /streams/{stream_id}", {
          stream_id: stream.id,
          stream_post_policy,
        });
      await policy(2);
      await scene.pass("3 min");
      expect(await listed(member, id)).toMatchObject({ failed: true });
      await policy(1);
      const again = { scheduled_message_id: id, content: "let go" };
      const { body } = await member.asks(edit, again);
      expect(body).toMatchObject({ result: "error", code: "BAD_REQUEST" });
      const at = scene.now() + 60;
      await member.does(edit, { ...again, scheduled_delivery_timestamp: at });
      expect(await listed(member, id)).toMatchObject({ failed: false });
      await scene.pass("3 min");
      expect(await listed(member, id)).toBeUndefined();
    },
  },
  {
    says: "what is longer than the limits of the register is not kept whole: scheduling",
    from: 184,
    proves: ["limit Message size", "limit Topic length"],
    play: async (scene) => {
      const { member } = scene;
      const { wish } = await planned(scene);
      const { state } = await member.listens();
      const { max_message_length: size, max_topic_length: length } = state;
      const topic = "t".repeat(length);
      const content = "c".repeat(size);
      const { scheduled_message_id: id } = await member.does(create, { ...wish, topic, content });
      expect(await listed(member, id)).toMatchObject({ topic, content });
      const isCut = async (which: number) => {
        const found = await listed(member, which);
        expect(found?.["topic"]).toHaveLength(length);
        expect(found?.["content"]).toHaveLength(size);
        expect(found).not.toMatchObject({ topic });
        expect(found).not.toMatchObject({ content });
      };
      const long = { topic: `${topic}t`, content: `${content}c` };
      const { scheduled_message_id: cut } = await member.does(create, { ...wish, ...long });
      await isCut(cut);
      await member.does(edit, { scheduled_message_id: id, topic, content });
      expect(await listed(member, id)).toMatchObject({ topic, content });
      await member.does(edit, { scheduled_message_id: id, ...long });
      await isCut(id);
    },
  },
  ...bothSides({
    says: "messages can be scheduled",
    level: 179,
    before: async ({ member, other, now }) => {
      const { status } = await member.asks(create, {
        type: "direct",
        to: [other.id],
        content: "psst",
        scheduled_delivery_timestamp: now() + day,
      });
      expect(status).toBe(404);
    },
    since: async (scene) => {
      const { id, wish } = await planned(scene);
      expect(await listed(scene.member, id)).toMatchObject(wish);
    },
  }),
  ...bothSides({
    says: "scheduled messages have an endpoint of their own for changes",
    level: 184,
    from: 179,
    before: async (scene) => {
      const { id } = await planned(scene);
      const wish = { scheduled_message_id: id, content: "changed" };
      const { status } = await scene.member.asks(edit, wish);
      expect([404, 405]).toContain(status);
      expect(await listed(scene.member, id)).toMatchObject({ content: "good **morning**" });
    },
    since: async (scene) => {
      const { id } = await planned(scene);
      await scene.member.does(edit, { scheduled_message_id: id, content: "changed" });
      expect(await listed(scene.member, id)).toMatchObject({ content: "changed" });
    },
  }),
];
