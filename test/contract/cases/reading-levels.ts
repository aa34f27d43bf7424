/** What GET /messages was before the levels at which the document says that it changed. */
import { expect } from "vitest";
import { bothSides, type Case } from "../case.ts";
import { idsOf, newest, told } from "./reading.ts";

const call = "GET /messages";

export const readingLevelCases: readonly Case[] = [
  ...bothSides({
    says: "an anchor may be a word",
    level: 1,
    before: async (scene) => {
      const { narrow } = await told(scene, 1);
      const range = { anchor: "newest", num_before: 1, num_after: 0, narrow };
      const { body } = await scene.member.asks(call, range);
      expect(body["result"]).toBe("error");
    },
    since: async (scene) => {
      const { narrow, ids } = await told(scene, 1);
      const range = { anchor: "newest", num_before: 1, num_after: 0, narrow };
      expect(idsOf(await scene.member.does(call, range))).toEqual(ids);
    },
  }),
  ...bothSides({
    says: "the links of a message's topic have the modern name",
    level: 1,
    before: async (scene) => {
      const { narrow } = await told(scene, 1);
      const [message] = await newest(scene.member, 1, narrow);
      expect(message).toHaveProperty("subject_links");
      expect(message).not.toHaveProperty("topic_links");
    },
    since: async (scene) => {
      const { narrow } = await told(scene, 1);
      const [message] = await newest(scene.member, 1, narrow);
      expect(message).toHaveProperty("topic_links");
    },
  }),
  ...bothSides({
    says: "pictures are left to the client unless it wants their addresses",
    level: 92,
    before: async (scene) => {
      const { narrow } = await told(scene, 1);
      const [message] = await newest(scene.member, 1, narrow);
      expect(message?.["avatar_url"]).toEqual(expect.any(String));
    },
    since: async (scene) => {
      const { narrow } = await told(scene, 1);
      const [message] = await newest(scene.member, 1, narrow);
      expect(message).toHaveProperty("avatar_url", null);
    },
  }),
  ...bothSides({
    says: "the anchor can be left out",
    level: 155,
    before: async (scene) => {
      const { narrow, ids } = await told(scene, 1);
      const range = { anchor: ids[0], num_before: 1, num_after: 0, narrow, include_anchor: false };
      expect(idsOf(await scene.member.does(call, range))).toEqual(ids);
    },
    since: async (scene) => {
      const { narrow, ids } = await told(scene, 1);
      const range = { anchor: ids[0], num_before: 1, num_after: 0, narrow, include_anchor: false };
      expect(idsOf(await scene.member.does(call, range))).toEqual([]);
    },
  }),
  ...bothSides({
    says: "direct messages are found by the filters dm and dm-including",
    level: 177,
    before: async ({ member, other }) => {
      const to = [other.id];
      const say = { type: "private", to, content: "psst" };
      const { id } = await member.does("POST /messages", say);
      const range = { anchor: id, num_before: 0, num_after: 0 };
      for (const term of [
        { operator: "is", operand: "dm" },
        { operator: "dm", operand: to },
        { operator: "dm-including", operand: other.id },
      ]) {
        const { body } = await member.asks(call, { ...range, narrow: [term] });
        expect(body, term.operator).toMatchObject({ result: "error" });
      }
      for (const term of [
        { operator: "is", operand: "private" },
        { operator: "pm-with", operand: to },
        { operator: "group-pm-with", operand: other.id },
      ]) {
        await member.does(call, { ...range, narrow: [term] });
      }
    },
    since: async ({ member, other }) => {
      const to = [other.id];
      const { id } = await member.does("POST /messages", { type: "direct", to, content: "psst" });
      const range = { anchor: id, num_before: 0, num_after: 0 };
      for (const term of [
        { operator: "is", operand: "dm" },
        { operator: "dm", operand: to },
        { operator: "dm-including", operand: other.id },
      ]) {
        const body = await member.does(call, { ...range, narrow: [term] });
        expect(idsOf(body), term.operator).toEqual([id]);
      }
    },
  }),
];
