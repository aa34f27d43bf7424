/** POST /user_topics and POST /streams/{stream_id}/delete_topic, held to the document. */
import { expect } from "vitest";
import type { Body } from "../../support/realm.ts";
import { bothSides, type Case } from "../case.ts";
import type { Asker, Scene } from "../scene.ts";
import { newest } from "./reading.ts";

const prefer = "POST /user_topics";
const empty = "POST /streams/{stream_id}/delete_topic";

/** A person's policy for a topic; 0 where none is kept. */
async function policyOf(asker: Asker, id: number, topic: string): Promise<number> {
  const { state } = await asker.listens(["user_topic"]);
  const found = state["user_topics"].find(
    (one: Body) => one["stream_id"] === id && one["topic_name"] === topic,
  );
  return found?.["visibility_policy"] ?? 0;
}

/** A topic with `count` messages. */
async function told({ member, stream, fresh }: Scene, count: number) {
  const { id, name } = await stream([member]);
  const topic = fresh("topic");
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const wish = { type: "stream", to: id, topic, content: `number ${at}` };
    ids.push((await member.does("POST /messages", wish))["id"]);
  }
  const narrow = [
    { operator: "stream", operand: name },
    { operator: "topic", operand: topic },
  ];
  return { id, topic, ids, narrow };
}

const timedOut = { result: "partially_completed", msg: "", code: "REQUEST_TIMEOUT" };

function policyCase(policy: number, word: string): Case {
  return {
    says: `a topic is ${word}, and every client of the person hears`,
    from: 170,
    proves: [`state Topic visibility policy: POST /user_topics with visibility_policy ${policy}`],
    play: async (scene) => {
      const { id, topic } = await told(scene, 1);
      const { member } = scene;
      const wish = { stream_id: id, topic };
      await member.does(prefer, { ...wish, visibility_policy: policy === 1 ? 2 : 1 });
      const ear = await member.listens(["user_topic"]);
      await member.does(prefer, { ...wish, visibility_policy: policy });
      expect(await policyOf(member, id, topic)).toBe(policy);
      expect(await ear.hears()).toMatchObject([
        { type: "user_topic", stream_id: id, topic_name: topic, visibility_policy: policy },
      ]);
    },
  };
}

export const topicCases: readonly Case[] = [
  policyCase(1, "muted"),
  policyCase(2, "unmuted"),
  policyCase(0, "as it was, its policy taken away"),
  {
    says: "a topic without messages can be muted, and be as it was again",
    from: 170,
    proves: ["state Topic visibility policy: POST /user_topics with visibility_policy 0"],
    play: async ({ member, stream }) => {
      const { id } = await stream([member]);
      const wish = { stream_id: id, topic: "nothing was said" };
      await member.does(prefer, { ...wish, visibility_policy: 1 });
      expect(await policyOf(member, id, wish.topic)).toBe(1);
      await member.does(prefer, { ...wish, visibility_policy: 0 });
      expect(await policyOf(member, id, wish.topic)).toBe(0);
    },
  },
  {
    says: "each of the three parameters of a policy is needed",
    from: 170,
    play: async ({ member, stream }) => {
      const { id } = await stream([member]);
      const wish = { stream_id: id, topic: "t", visibility_policy: 1 };
      for (const lack of Object.keys(wish)) {
        const { body } = await member.asks(prefer, { ...wish, [lack]: undefined });
        expect(body, lack).toMatchObject({ result: "error", var_name: lack });
      }
    },
  },
  {
    says: "a policy is one of those that there are",
    from: 170,
    play: async ({ member, stream, level }) => {
      const { id } = await stream([member]);
      const wish = { stream_id: id, topic: "t" };
      await member.does(prefer, { ...wish, visibility_policy: 2 });
      // Topics are followed from level 219 on.
      for (const policy of [-1, 4, "muted", ...(level < 219 ? [3] : [])]) {
        const { body } = await member.asks(prefer, { ...wish, visibility_policy: policy });
        expect(body, String(policy)).toMatchObject({ result: "error", code: "BAD_REQUEST" });
      }
      expect(await policyOf(member, id, "t")).toBe(2);
    },
  },
  {
    says: "a topic is the same however it is written, and its policy taken away where one may no longer go",
    from: 170,
    play: async ({ member, stream }) => {
      const { id, name } = await stream([member], { invite_only: true });
      await member.does(prefer, { stream_id: id, topic: "Big Topic", visibility_policy: 1 });
      await member.does("DELETE /users/me/subscriptions", { subscriptions: [name] });
      const wish = { stream_id: id, topic: "big topic" };
      const error = { code: "BAD_REQUEST", msg: "Invalid stream ID" };
      const later = { ...error, msg: "Invalid channel ID" };
      await member.isRefused(prefer, { ...wish, visibility_policy: 2 }, { ...error, later });
      await member.does(prefer, { ...wish, visibility_policy: 0 });
      const { state } = await member.listens(["user_topic"]);
      expect(state["user_topics"].filter((one: Body) => one["stream_id"] === id)).toEqual([]);
    },
  },
  {
    says: "an administrator deletes a topic with all its messages",
    proves: ["state Topic: POST /streams/{stream_id}/delete_topic"],
    play: async (scene) => {
      const { id, topic, ids, narrow } = await told(scene, 3);
      const wishes = { client_capabilities: { ...modern, bulk_message_deletion: true } };
      const ear = await scene.member.listens(["delete_message"], wishes);
      await scene.administrator.does(empty, { stream_id: id, topic_name: topic });
      expect(await newest(scene.member, 5, narrow)).toEqual([]);
      const { topics } = await scene.member.does("GET /users/me/{stream_id}/topics", {
        stream_id: id,
      });
      expect(topics.map(({ name }: Body) => name)).not.toContain(topic);
      const gone = (await ear.hears()).flatMap(({ message_ids: some }) => some);
      expect(gone.sort((a, b) => a - b)).toEqual(ids);
    },
  },
  {
    says: "whoever is not an administrator deletes no topic",
    play: async (scene) => {
      const { id, topic, narrow } = await told(scene, 1);
      await scene.member.isRefused(
        empty,
        { stream_id: id, topic_name: topic },
        { code: "UNAUTHORIZED_PRINCIPAL", msg: "Must be an organization administrator" },
      );
      expect(await newest(scene.member, 5, narrow)).toHaveLength(1);
    },
  },
  {
    says: "deleting that runs out of time keeps what it did, newest first, and goes on when repeated",
    from: 154,
    until: 210,
    needs: ["control"],
    play: async (scene) => {
      const { id, topic, ids, narrow } = await told(scene, 4);
      const { administrator, member, control } = scene;
      await control.outOfTime();
      const wish = { stream_id: id, topic_name: topic };
      const { status, body } = await administrator.asks(empty, wish);
      expect(status).toBe(200);
      expect(body).toEqual(timedOut);
      const left = (await newest(member, 5, narrow)).map((one) => one["id"]);
      expect(left.length).toBeGreaterThan(0);
      expect(left.length).toBeLessThan(ids.length);
      expect(left).toEqual(ids.slice(0, left.length));
      await administrator.does(empty, wish);
      expect(await newest(member, 5, narrow)).toEqual([]);
    },
  },
  ...bothSides({
    says: "a topic is deleted in batches, the newest messages first",
    level: 147,
    needs: ["control"],
    before: async (scene) => {
      const { id, topic, narrow } = await told(scene, 4);
      await scene.control.outOfTime();
      await scene.administrator.does(empty, { stream_id: id, topic_name: topic });
      expect(await newest(scene.member, 5, narrow)).toEqual([]);
    },
    since: async (scene) => {
      const { id, topic, narrow, ids } = await told(scene, 4);
      await scene.control.outOfTime();
      const wish = { stream_id: id, topic_name: topic };
      await scene.administrator.asks(empty, wish);
      const left = (await newest(scene.member, 5, narrow)).map((one) => one["id"]);
      expect(left.length).toBeGreaterThan(0);
      expect(left).toEqual(ids.slice(0, left.length));
      await scene.administrator.does(empty, wish);
      expect(await newest(scene.member, 5, narrow)).toEqual([]);
    },
  }),
  ...bothSides({
    says: "work that is not done in time is told to be partly done",
    level: 154,
    until: 210,
    needs: ["control"],
    before: async (scene) => {
      const { id, topic } = await told(scene, 4);
      await scene.control.outOfTime();
      const { body } = await scene.administrator.asks(empty, { stream_id: id, topic_name: topic });
      expect(body).not.toMatchObject({ result: "partially_completed" });
    },
    since: async (scene) => {
      const { id, topic } = await told(scene, 4);
      await scene.control.outOfTime();
      const { status, body } = await scene.administrator.asks(empty, {
        stream_id: id,
        topic_name: topic,
      });
      expect([status, body]).toEqual([200, timedOut]);
    },
  }),
  ...bothSides({
    says: "personal preferences for topics have an endpoint",
    level: 170,
    before: async ({ member, stream }) => {
      const { id } = await stream([member]);
      const wish = { stream_id: id, topic: "t", visibility_policy: 1 };
      expect((await member.asks(prefer, wish)).status).toBe(404);
    },
    since: async ({ member, stream }) => {
      const { id } = await stream([member]);
      await member.does(prefer, { stream_id: id, topic: "t", visibility_policy: 1 });
      expect(await policyOf(member, id, "t")).toBe(1);
    },
  }),
];

const modern = { notification_settings_null: true };
