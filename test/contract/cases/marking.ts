/** The three ways to mark messages as read, held to the document. */
import { expect } from "vitest";
import type { Body } from "../../support/realm.ts";
import { bothSides, type Case } from "../case.ts";
import type { Asker, Scene } from "../scene.ts";

const all = "POST /mark_all_as_read";
const ofStream = "POST /mark_stream_as_read";
const ofTopic = "POST /mark_topic_as_read";

/** Messages of the moderator in two topics of one stream and one of another: all that the member has not read. */
async function unread({ member, moderator, stream }: Scene) {
  await member.does(all);
  const [here, there] = [await stream([member, moderator]), await stream([member, moderator])];
  const say = async (to: number, topic: string): Promise<number> =>
    (await moderator.does("POST /messages", { type: "stream", to, topic, content: "c" }))["id"];
  return {
    here,
    a: [await say(here.id, "a"), await say(here.id, "a")],
    b: [await say(here.id, "b")],
    there: [await say(there.id, "a")],
  };
}

/** Those of `ids` that somebody has not read. */
async function stillUnread(asker: Asker, ids: readonly number[]): Promise<readonly number[]> {
  const range = { anchor: "10000000000000000", num_before: 50, num_after: 0 };
  const { messages } = await asker.does("GET /messages", range);
  return messages
    .filter(({ id, flags }: Body) => ids.includes(id) && !flags.includes("read"))
    .map(({ id }: Body) => id);
}

const timedOut = { result: "partially_completed", msg: "", code: "REQUEST_TIMEOUT" };

export const markingCases: readonly Case[] = [
  {
    says: "everything is marked as read, and every client of the person hears",
    proves: ["state Message read flag: POST /mark_all_as_read"],
    play: async (scene) => {
      const { a, b, there } = await unread(scene);
      const ids = [...a, ...b, ...there];
      const ear = await scene.member.listens(["update_message_flags"]);
      expect(await stillUnread(scene.member, ids)).toEqual(ids);
      await scene.member.does(all);
      expect(await stillUnread(scene.member, ids)).toEqual([]);
      const heard = await ear.hears();
      expect(heard).toMatchObject([{ type: "update_message_flags", flag: "read", all: true }]);
    },
  },
  {
    says: "a stream is marked as read, and no other",
    proves: ["state Message read flag: POST /mark_stream_as_read"],
    play: async (scene) => {
      const { here, a, b, there } = await unread(scene);
      await scene.member.does(ofStream, { stream_id: here.id });
      expect(await stillUnread(scene.member, [...a, ...b, ...there])).toEqual(there);
    },
  },
  {
    says: "a topic is marked as read, and no other of its stream",
    proves: ["state Message read flag: POST /mark_topic_as_read"],
    play: async (scene) => {
      const { here, a, b, there } = await unread(scene);
      await scene.member.does(ofTopic, { stream_id: here.id, topic_name: "a" });
      const left = await stillUnread(scene.member, [...a, ...b, ...there]);
      expect(left).toEqual([...b, ...there]);
    },
  },
  {
    says: "a stream or topic that is not there cannot be marked as read",
    play: async ({ member, stream }) => {
      const { id } = await stream([member]);
      for (const [call, wish] of [
        [ofStream, { stream_id: 999_999 }],
        [ofTopic, { stream_id: 999_999, topic_name: "a" }],
        [ofTopic, { stream_id: id, topic_name: "nothing was said" }],
      ] as const) {
        const { body } = await member.asks(call, wish);
        expect(body).toMatchObject({ result: "error", code: "BAD_REQUEST" });
      }
    },
  },
  {
    says: "marking that runs out of time keeps what it did, newest first, and goes on when repeated",
    from: 154,
    until: 210,
    needs: ["control"],
    play: async (scene) => {
      const { a, b, there } = await unread(scene);
      const ids = [...a, ...b, ...there];
      await scene.control.outOfTime();
      const { status, body } = await scene.member.asks(all);
      expect(status).toBe(200);
      expect(body).toEqual(timedOut);
      const left = await stillUnread(scene.member, ids);
      expect(left.length).toBeGreaterThan(0);
      expect(left).toEqual(ids.slice(0, left.length));
      expect(left.length).toBeLessThan(ids.length);
      await scene.member.does(all);
      expect(await stillUnread(scene.member, ids)).toEqual([]);
    },
  },
  ...bothSides({
    says: "everything is marked as read in batches, the newest first",
    level: 153,
    needs: ["control"],
    before: async (scene) => {
      const { a, b, there } = await unread(scene);
      await scene.control.outOfTime();
      await scene.member.does(all);
      expect(await stillUnread(scene.member, [...a, ...b, ...there])).toEqual([]);
    },
    since: async (scene) => {
      const { a, b, there } = await unread(scene);
      const ids = [...a, ...b, ...there];
      await scene.control.outOfTime();
      await scene.member.asks(all);
      const left = await stillUnread(scene.member, ids);
      expect(left.length).toBeGreaterThan(0);
      expect(left).toEqual(ids.slice(0, left.length));
      await scene.member.does(all);
      expect(await stillUnread(scene.member, ids)).toEqual([]);
    },
  }),
];
