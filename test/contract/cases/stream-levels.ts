/** What the levels of the document changed of streams: their fields, and how they are changed. */
import { expect } from "vitest";
import { bothSides, type Case } from "../case.ts";
import { seen, systemGroup, withSpectators } from "./streams.ts";

const update = "PATCH /streams/{stream_id}";

export const streamLevelCases: readonly Case[] = [
  ...bothSides({
    says: "who may post is a number instead of a yes or no",
    level: 1,
    before: async ({ administrator, stream }) => {
      const { id } = await stream([]);
      await administrator.does(update, { stream_id: id, is_announcement_only: true });
      const told = await seen(administrator, id);
      expect(told).toMatchObject({ is_announcement_only: true });
      expect(told).not.toHaveProperty("stream_post_policy");
    },
    since: async ({ administrator, stream }) => {
      const { id } = await stream([]);
      await administrator.does(update, { stream_id: id, stream_post_policy: 2 });
      const told = await seen(administrator, id);
      expect(told).toMatchObject({ is_announcement_only: true, stream_post_policy: 2 });
    },
  }),
  ...bothSides({
    says: "a stream has a time for which its messages are kept",
    level: 17,
    before: async ({ owner, stream }) => {
      const { id } = await stream([owner]);
      const wish = { stream_id: id, is_announcement_only: true, message_retention_days: 30 };
      await owner.does(update, wish);
      // What is not known is not read, either.
      await owner.does(update, { ...wish, message_retention_days: "nonsense" });
      expect(await seen(owner, id)).not.toHaveProperty("message_retention_days");
    },
    since: async ({ owner, stream }) => {
      const { id } = await stream([owner]);
      await owner.does(update, { stream_id: id, message_retention_days: 30 });
      expect(await seen(owner, id)).toMatchObject({ message_retention_days: 30 });
    },
  }),
  ...bothSides({
    says: "a stream says when it was made",
    level: 30,
    before: async ({ administrator, stream }) => {
      const { id } = await stream([]);
      expect(await seen(administrator, id)).not.toHaveProperty("date_created");
    },
    since: async ({ administrator, stream }) => {
      const { id } = await stream([]);
      const told = await seen(administrator, id);
      expect(told?.["date_created"]).toEqual(expect.any(Number));
    },
  }),
  ...bothSides({
    says: "names and descriptions of streams are plain texts, no longer JSON",
    level: 64,
    before: async ({ administrator, stream, fresh }) => {
      const { id } = await stream([]);
      const name = fresh("quoted");
      const quoted = { new_name: JSON.stringify(name), description: JSON.stringify("said") };
      await administrator.does(update, { stream_id: id, ...quoted });
      expect(await seen(administrator, id)).toMatchObject({ name, description: "said" });
      const { body } = await administrator.asks(update, { stream_id: id, description: "bare" });
      expect(body).toMatchObject({ result: "error" });
    },
    since: async ({ administrator, stream, fresh }) => {
      const { id } = await stream([]);
      const name = fresh("bare");
      await administrator.does(update, { stream_id: id, new_name: name, description: "said" });
      expect(await seen(administrator, id)).toMatchObject({ name, description: "said" });
    },
  }),
  ...bothSides({
    says: "keeping messages for ever is called unlimited",
    level: 91,
    before: async ({ owner, stream }) => {
      const { id } = await stream([owner]);
      const wish = { stream_id: id, message_retention_days: JSON.stringify("forever") };
      await owner.does(update, wish);
      expect(await seen(owner, id)).toMatchObject({ message_retention_days: -1 });
      const newer = { ...wish, message_retention_days: JSON.stringify("unlimited") };
      const { body } = await owner.asks(update, newer);
      expect(body).toMatchObject({ result: "error" });
    },
    since: async ({ owner, stream }) => {
      const { id } = await stream([owner]);
      const wish = { stream_id: id, message_retention_days: JSON.stringify("unlimited") };
      await owner.does(update, wish);
      expect(await seen(owner, id)).toMatchObject({ message_retention_days: -1 });
    },
  }),
  ...bothSides({
    says: "a stream can be made web-public",
    level: 98,
    needs: ["control"],
    before: async (scene) => {
      const { administrator, stream } = scene;
      const { id } = await stream([]);
      await withSpectators(scene, async () => {
        await administrator.asks(update, { stream_id: id, description: "d", is_web_public: true });
        expect(await seen(administrator, id)).not.toMatchObject({ is_web_public: true });
      });
    },
    since: async (scene) => {
      const { administrator, stream } = scene;
      const { id } = await stream([]);
      await withSpectators(scene, async () => {
        await administrator.does(update, { stream_id: id, is_web_public: true });
        expect(await seen(administrator, id)).toMatchObject({ is_web_public: true });
      });
    },
  }),
  ...bothSides({
    says: "the history of a private stream can be changed by itself",
    level: 136,
    before: async ({ administrator, stream }) => {
      const { id } = await stream([], { invite_only: true });
      const wish = { stream_id: id, history_public_to_subscribers: true };
      await administrator.does(update, wish);
      const told = await seen(administrator, id);
      expect(told).toMatchObject({ history_public_to_subscribers: false });
      await administrator.does(update, { ...wish, is_private: true });
      const now = await seen(administrator, id);
      expect(now).toMatchObject({ history_public_to_subscribers: true });
    },
    since: async ({ administrator, stream }) => {
      const { id } = await stream([], { invite_only: true });
      const wish = { stream_id: id, history_public_to_subscribers: true };
      await administrator.does(update, wish);
      const told = await seen(administrator, id);
      expect(told).toMatchObject({ history_public_to_subscribers: true });
    },
  }),
  ...bothSides({
    says: "a stream names the group that may take people out of it",
    level: 142,
    until: 196,
    before: async ({ administrator, stream }) => {
      const { id } = await stream([]);
      const told = await seen(administrator, id);
      expect(told).not.toHaveProperty("can_remove_subscribers_group_id");
    },
    since: async ({ administrator, stream }) => {
      const { id } = await stream([]);
      const told = await seen(administrator, id);
      expect(told?.["can_remove_subscribers_group_id"]).toEqual(expect.any(Number));
    },
  }),
  ...bothSides({
    says: "the group that may take people out of a stream can be set",
    level: 161,
    from: 142,
    until: 196,
    before: async ({ administrator, stream }) => {
      const { id } = await stream([]);
      const group = await systemGroup(administrator, "moderators");
      const before = await seen(administrator, id);
      const wish = { stream_id: id, description: "d", can_remove_subscribers_group_id: group };
      await administrator.does(update, wish);
      expect(await seen(administrator, id)).toEqual({
        ...before,
        description: "d",
        rendered_description: "<p>d</p>",
        first_message_id: expect.any(Number),
      });
    },
    since: async ({ administrator, stream }) => {
      const { id } = await stream([]);
      const group = await systemGroup(administrator, "moderators");
      const wish = { stream_id: id, can_remove_subscribers_group_id: group };
      await administrator.does(update, wish);
      const told = await seen(administrator, id);
      expect(told).toMatchObject({ can_remove_subscribers_group_id: group });
    },
  }),
];
