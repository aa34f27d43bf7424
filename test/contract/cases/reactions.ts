/** POST /messages/{message_id}/reactions, held to the document. */
import { expect } from "vitest";
import type { Body } from "../../support/realm.ts";
import { bothSides, type Case } from "../case.ts";
import { lacking, type Scene } from "../scene.ts";
import { newest } from "./reading.ts";

const call = "POST /messages/{message_id}/reactions";

async function message({ member, other, stream }: Scene) {
  const { id, name } = await stream([member, other]);
  const wish = { type: "stream", to: id, topic: "t", content: "c" };
  const { id: message_id } = await other.does("POST /messages", wish);
  const narrow = [{ operator: "stream", operand: name }];
  const reactions = async (): Promise<readonly Body[]> =>
    (await newest(member, 1, narrow))[0]?.["reactions"];
  return { message_id, reactions };
}

/** An emoji of the realm's own, as a request names it. */
async function ownEmoji({ member }: Scene) {
  const { emoji } = await member.does("GET /realm/emoji");
  const own = Object.values<Body>(emoji).find((one) => one["deactivated"] === false);
  if (own === undefined) lacking("has no emoji of its own");
  return { emoji_name: own["name"], emoji_code: own["id"], reaction_type: "realm_emoji" };
}

export const reactionCases: readonly Case[] = [
  {
    says: "a reaction needs no more than the name of its emoji, and others hear of it",
    play: async (scene) => {
      const { message_id, reactions } = await message(scene);
      const { member, other } = scene;
      const ear = await other.listens(["reaction"]);
      await member.does(call, { message_id, emoji_name: "octopus" });
      const told = {
        emoji_name: "octopus",
        emoji_code: "1f419",
        reaction_type: "unicode_emoji",
        user_id: member.id,
      };
      expect(await reactions()).toMatchObject([told]);
      expect(await ear.hears()).toMatchObject([
        { type: "reaction", op: "add", message_id, ...told },
      ]);
    },
  },
  {
    says: "a vote for a reaction that is there passes its code and its type",
    play: async (scene) => {
      const { message_id, reactions } = await message(scene);
      const emoji = {
        emoji_name: "octopus",
        emoji_code: "1f419",
        reaction_type: "unicode_emoji",
      };
      await scene.member.does(call, { message_id, ...emoji });
      await scene.other.does(call, { message_id, ...emoji });
      const ids = [scene.member.id, scene.other.id];
      expect(await reactions()).toMatchObject(ids.map((user_id) => ({ ...emoji, user_id })));
    },
  },
  {
    says: "the realm's own emoji has its ID for a code",
    play: async (scene) => {
      const { message_id, reactions } = await message(scene);
      const emoji = await ownEmoji(scene);
      await scene.member.does(call, { message_id, ...emoji });
      expect(await reactions()).toMatchObject([{ ...emoji, user_id: scene.member.id }]);
    },
  },
  {
    says: "the service's own emoji has its name for a code",
    play: async (scene) => {
      const { message_id } = await message(scene);
      const { state } = await scene.member.listens(["message"]);
      const key = Object.keys(state).find((one) => one.endsWith("_feature_level")) ?? "svc_";
      const brand = key.replace(/_.*$/, "");
      const { body } = await scene.member.asks(call, {
        message_id,
        emoji_name: brand,
        emoji_code: brand,
        reaction_type: `${brand}_extra_emoji`,
      });
      expect(body).toMatchObject({ result: "success" });
    },
  },
  {
    says: "a code that is no emoji's is refused",
    play: async (scene) => {
      const { message_id, reactions } = await message(scene);
      const code = "BAD_REQUEST";
      for (const reaction_type of ["unicode_emoji", "realm_emoji"])
        await scene.member.isRefused(
          call,
          { message_id, emoji_name: "octopus", emoji_code: "99999", reaction_type },
          {
            code,
            msg: /^Invalid (?:emoji code|custom emoji)\.?$/,
            later: { code, msg: /^Invalid/ },
          },
        );
      expect(await reactions()).toEqual([]);
    },
  },
  {
    says: "nobody reacts to a message that they cannot read",
    play: async ({ member, other, moderator }) => {
      const wish = { type: "private", to: [moderator.id], content: "psst" };
      const { id } = await other.does("POST /messages", wish);
      const { body } = await member.asks(call, { message_id: id, emoji_name: "octopus" });
      expect(body).toMatchObject({ result: "error", code: "BAD_REQUEST" });
    },
  },
  ...bothSides({
    says: "the type of a custom emoji need not be said",
    level: 2,
    before: async (scene) => {
      const { message_id, reactions } = await message(scene);
      const emoji = await ownEmoji(scene);
      const { emoji_name } = emoji;
      const { body } = await scene.member.asks(call, { message_id, emoji_name });
      expect(body).toMatchObject({ result: "error" });
      await scene.member.does(call, { message_id, ...emoji });
      expect(await reactions()).toMatchObject([emoji]);
    },
    since: async (scene) => {
      const { message_id, reactions } = await message(scene);
      const emoji = await ownEmoji(scene);
      await scene.member.does(call, { message_id, emoji_name: emoji.emoji_name });
      expect(await reactions()).toMatchObject([emoji]);
    },
  }),
  ...bothSides({
    says: "a reaction names the person who reacted by ID",
    level: 2,
    before: async (scene) => {
      const { message_id, reactions } = await message(scene);
      await scene.member.does(call, { message_id, emoji_name: "octopus" });
      const [reaction] = await reactions();
      expect(reaction).toMatchObject({ user: { id: scene.member.id } });
      expect(reaction).not.toHaveProperty("user_id");
    },
    since: async (scene) => {
      const { message_id, reactions } = await message(scene);
      await scene.member.does(call, { message_id, emoji_name: "octopus" });
      expect(await reactions()).toMatchObject([
        { user_id: scene.member.id, user: { id: scene.member.id } },
      ]);
    },
  }),
];
