/** POST /users/me/status, held to the document. */
import { expect } from "vitest";
import { bothSides, type Case } from "../case.ts";

const call = "POST /users/me/status";
const refused = { code: "BAD_REQUEST" };

export const statusCases: readonly Case[] = [
  {
    says: "a status has a text and an emoji, and everybody hears of it",
    play: async ({ member, other }) => {
      const ear = await other.listens(["user_status"]);
      const status = {
        status_text: "on vacation",
        emoji_name: "car",
        emoji_code: "1f697",
        reaction_type: "unicode_emoji",
      };
      await member.does(call, status);
      expect(await ear.hears()).toMatchObject([
        { type: "user_status", user_id: member.id, ...status },
      ]);
    },
  },
  {
    says: "only what is passed of a status changes, and an empty text clears it",
    play: async ({ member, other }) => {
      await member.does(call, { status_text: "at lunch", emoji_name: "car" });
      await member.does(call, { status_text: "" });
      const { state } = await other.listens(["user_status"]);
      expect(state["user_status"][member.id]).toMatchObject({ emoji_name: "car" });
      expect(state["user_status"][member.id]).not.toHaveProperty("status_text");
      await member.does(call, { emoji_name: "" });
    },
  },
  {
    says: "a status of nothing is refused",
    play: async ({ member }) => {
      const msg = "Client did not pass any new values.";
      await member.isRefused(call, {}, { ...refused, msg });
    },
  },
  {
    says: "a status text has 60 characters, and not one more",
    proves: ["limit Status text length"],
    play: async ({ member }) => {
      await member.does(call, { status_text: "s".repeat(60) });
      const msg = "status_text is too long (limit: 60 characters)";
      await member.isRefused(call, { status_text: "s".repeat(61) }, { ...refused, msg });
      await member.does(call, { status_text: "" });
    },
  },
  {
    says: "a status emoji's code or type without its name is refused",
    play: async ({ member }) => {
      const msg = "Client must pass emoji_name if they pass either emoji_code or reaction_type.";
      const text = { status_text: "driving" };
      await member.isRefused(call, { ...text, emoji_code: "1f697" }, { ...refused, msg });
      await member.isRefused(
        call,
        { ...text, reaction_type: "unicode_emoji" },
        { ...refused, msg },
      );
    },
  },
  {
    says: "a status emoji's code or type alone is refused for the lack of its name",
    until: 184,
    play: async ({ member }) => {
      const msg = "Client must pass emoji_name if they pass either emoji_code or reaction_type.";
      for (const wish of [{ emoji_code: "1f697" }, { reaction_type: "unicode_emoji" }])
        await member.isRefused(call, wish, { ...refused, msg });
    },
  },
  {
    says: "a status emoji that does not exist is refused by its name",
    play: async ({ member }) => {
      const wish = { emoji_name: "invalid_emoji_name_1" };
      const msg = "Emoji 'invalid_emoji_name_1' does not exist";
      await member.isRefused(call, wish, { ...refused, msg });
    },
  },
  {
    says: "a status emoji whose name and code do not belong together is refused",
    play: async ({ member }) => {
      const wish = { emoji_name: "car", emoji_code: "1f419", reaction_type: "unicode_emoji" };
      await member.isRefused(call, wish, { ...refused, msg: "Invalid emoji name." });
    },
  },
  {
    says: "a custom emoji that nobody uploaded cannot be a status",
    play: async ({ member }) => {
      const wish = { emoji_name: "car", emoji_code: "99999", reaction_type: "realm_emoji" };
      await member.isRefused(call, wish, { ...refused, msg: "Invalid custom emoji." });
    },
  },
  ...bothSides({
    says: "being away is the opposite of telling one's presence",
    level: 148,
    before: async ({ member, other }) => {
      const [mine, ear] = [
        await member.listens(["user_settings"]),
        await other.listens(["user_status"]),
      ];
      await member.does(call, { away: true });
      expect(await ear.hears()).toMatchObject([{ user_id: member.id, away: true }]);
      expect(await mine.hears()).toEqual([]);
      const { state } = await other.listens(["user_status"]);
      expect(state["user_status"][member.id]).toMatchObject({ away: true });
      await member.does(call, { away: false });
    },
    since: async ({ member, other }) => {
      const [mine, ear] = [
        await member.listens(["user_settings"]),
        await other.listens(["user_status"]),
      ];
      await member.does(call, { away: true });
      expect(await ear.hears()).toMatchObject([{ user_id: member.id, away: true }]);
      expect(await mine.hears()).toMatchObject([{ property: "presence_enabled", value: false }]);
      const { state } = await other.listens(["user_status"]);
      expect(state["user_status"][member.id]).toMatchObject({ away: true });
      await member.does(call, { away: false });
    },
  }),
  ...bothSides({
    says: "a status has an emoji",
    level: 86,
    before: async ({ member, other }) => {
      const ear = await other.listens(["user_status"]);
      await member.does(call, { status_text: "driving", emoji_name: "car" });
      const [event] = await ear.hears();
      expect(event).toMatchObject({ status_text: "driving" });
      expect(event).not.toHaveProperty("emoji_name");
    },
    since: async ({ member, other }) => {
      const ear = await other.listens(["user_status"]);
      await member.does(call, { status_text: "driving", emoji_name: "car" });
      expect(await ear.hears()).toMatchObject([{ status_text: "driving", emoji_name: "car" }]);
    },
  }),
];
