/** POST /user_groups/create and PATCH /user_groups/{user_group_id}, held to the document. */
import { expect } from "vitest";
import type { Body } from "../../support/realm.ts";
import { bothSides, type Case } from "../case.ts";
import type { Asker, Scene } from "../scene.ts";

const create = "POST /user_groups/create";
const update = "PATCH /user_groups/{user_group_id}";
const refused = { code: "BAD_REQUEST" };

async function named(asker: Asker, name: string): Promise<Body | undefined> {
  const { user_groups: groups } = await asker.does("GET /user_groups");
  return groups.find((group: Body) => group["name"] === name);
}

async function made({ moderator, member, fresh }: Scene) {
  const name = fresh("crew");
  const wish = { name, description: "Those who row", members: [moderator.id, member.id] };
  await moderator.does(create, wish);
  const id: number = (await named(moderator, name))?.["id"];
  return { id, name };
}

export const groupCases: readonly Case[] = [
  {
    says: "a group has a name, a description and members, and everybody hears of it",
    play: async (scene) => {
      const { member, moderator, other } = scene;
      const ear = await other.listens(["user_group"]);
      const { name, id } = await made(scene);
      const members = [moderator.id, member.id].sort((a, b) => a - b);
      const told = { id, name, description: "Those who row", members };
      expect(await named(other, name)).toMatchObject(told);
      expect(await ear.hears()).toMatchObject([{ type: "user_group", op: "add", group: told }]);
    },
  },
  {
    says: "nobody who does not exist is in a group",
    play: async ({ moderator, fresh }) => {
      const name = fresh("crew");
      const wish = { name, description: "", members: [moderator.id, 999_999] };
      const msg = "Invalid user ID: 999999";
      await moderator.isRefused(create, wish, { ...refused, msg });
      expect(await named(moderator, name)).toBeUndefined();
    },
  },
  {
    says: "each of the three parameters of a new group is needed",
    play: async ({ moderator, fresh }) => {
      const wish = { name: fresh("crew"), description: "", members: [moderator.id] };
      for (const lack of Object.keys(wish)) {
        const { body } = await moderator.asks(create, { ...wish, [lack]: undefined });
        expect(body, lack).toMatchObject({ result: "error", var_name: lack });
      }
    },
  },
  {
    says: "a group's name and its description change one without the other",
    from: 165,
    play: async (scene) => {
      const { id } = await made(scene);
      const { moderator, fresh } = scene;
      const name = fresh("rowers");
      await moderator.does(update, { user_group_id: id, name });
      expect(await named(moderator, name)).toMatchObject({ id, description: "Those who row" });
      await moderator.does(update, { user_group_id: id, description: "Those who rest" });
      expect(await named(moderator, name)).toMatchObject({ id, description: "Those who rest" });
    },
  },
  {
    says: "a group that does not exist cannot be changed",
    play: async ({ moderator, fresh }) => {
      const wish = { user_group_id: 999_999, name: fresh("x"), description: "x" };
      await moderator.isRefused(update, wish, { ...refused, msg: "Invalid user group" });
    },
  },
  ...bothSides({
    says: "a group may change its name alone",
    level: 165,
    before: async (scene) => {
      const { id, name } = await made(scene);
      const { body } = await scene.moderator.asks(update, {
        user_group_id: id,
        name: scene.fresh("x"),
      });
      expect(body).toMatchObject({ result: "error", var_name: "description" });
      expect(await named(scene.moderator, name)).toMatchObject({ id });
    },
    since: async (scene) => {
      const { id } = await made(scene);
      const name = scene.fresh("rowers");
      await scene.moderator.does(update, { user_group_id: id, name });
      expect(await named(scene.moderator, name)).toMatchObject({ id });
    },
  }),
];
