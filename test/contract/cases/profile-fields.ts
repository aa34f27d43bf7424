/** POST /realm/profile_fields, held to the document. */
import { expect } from "vitest";
import type { Body } from "../../support/realm.ts";
import { bothSides, type Case } from "../case.ts";
import type { Asker, Scene } from "../scene.ts";

const create = "POST /realm/profile_fields";

async function told(asker: Asker, id: number): Promise<Body | undefined> {
  const { custom_fields: fields } = await asker.does("GET /realm/profile_fields");
  return fields.find((field: Body) => field["id"] === id);
}

async function remove({ administrator }: Scene, ids: readonly number[]): Promise<void> {
  for (const field_id of ids)
    await administrator.does("DELETE /realm/profile_fields/{field_id}", { field_id });
}

/** What each type needs beside a name. */
const types: readonly (readonly [number, Body])[] = [
  [1, {}],
  [2, {}],
  [3, { field_data: { tea: { text: "Tea", order: "1" }, rye: { text: "Rye", order: "2" } } }],
  [4, {}],
  [5, {}],
  [6, {}],
  [7, { field_data: { subtype: "custom", url_pattern: "https://a.example/%(username)s" } }],
  [8, {}],
];

export const profileFieldCases: readonly Case[] = [
  {
    says: "a field of each of the eight types can be made, and everybody hears of it",
    from: 151,
    play: async (scene) => {
      const { administrator, member, fresh } = scene;
      for (const [field_type, more] of types) {
        const ear = await member.listens(["custom_profile_fields"]);
        const wish = { name: fresh("field"), hint: "what it is", field_type, ...more };
        const { id } = await administrator.does(create, wish);
        const found = await told(member, id);
        expect(found).toMatchObject({ id, name: wish.name, hint: "what it is", type: field_type });
        if (field_type === 3) expect(JSON.parse(found?.["field_data"])).toEqual(more["field_data"]);
        expect(await ear.hears()).toMatchObject([{ type: "custom_profile_fields" }]);
        await remove(scene, [id]);
      }
    },
  },
  {
    says: "there is no ninth type",
    play: async ({ administrator, fresh }) => {
      const { body } = await administrator.asks(create, { name: fresh("field"), field_type: 9 });
      expect(body).toMatchObject({ result: "error" });
    },
  },
  {
    says: "options keep their texts and their order, whatever their keys",
    play: async (scene) => {
      const { administrator, member, fresh } = scene;
      const field_data = {
        z: { text: "First", order: "1" },
        "0": { text: "Third", order: "3" },
        a: { text: "Second", order: "2" },
      };
      const wish = { name: fresh("field"), field_type: 3, field_data };
      const { id } = await administrator.does(create, wish);
      expect(JSON.parse((await told(member, id))?.["field_data"])).toEqual(field_data);
      await administrator.does("PATCH /users/{user_id}", {
        user_id: member.id,
        profile_data: [{ id, value: "z" }],
      });
      const { body } = await administrator.asks("PATCH /users/{user_id}", {
        user_id: member.id,
        profile_data: [{ id, value: "First" }],
      });
      expect(body).toMatchObject({ result: "error", code: "BAD_REQUEST" });
      await remove(scene, [id]);
    },
  },
  {
    says: "a list of options has options, each with a text and an order",
    play: async ({ administrator, fresh }) => {
      const name = fresh("field");
      for (const field_data of [
        undefined,
        {},
        { a: { text: "A" } },
        { a: { order: "1" } },
        { a: "A" },
      ]) {
        const { body } = await administrator.asks(create, { name, field_type: 3, field_data });
        expect(body).toMatchObject({ result: "error", code: "BAD_REQUEST" });
      }
    },
  },
  {
    says: "the type of a field is needed",
    play: async ({ administrator, fresh }) => {
      const { body } = await administrator.asks(create, { name: fresh("field") });
      expect(body).toMatchObject({ result: "error", var_name: "field_type" });
    },
  },
  {
    says: "only administrators make fields",
    play: async ({ member, fresh }) => {
      const { body } = await member.asks(create, { name: fresh("field"), field_type: 1 });
      expect(body).toMatchObject({ result: "error" });
    },
  },
  {
    says: "two fields of a realm stand in the summary, and a third is refused",
    from: 146,
    proves: ["limit Fields shown in profile summary"],
    play: async (scene) => {
      const { administrator, member, fresh } = scene;
      const { custom_fields: before } = await member.does("GET /realm/profile_fields");
      const shown = before.filter((field: Body) => field["display_in_profile_summary"] === true);
      const wish = () => ({
        name: fresh("field"),
        field_type: 1,
        display_in_profile_summary: true,
      });
      const ids: number[] = [];
      while (shown.length + ids.length < 2)
        ids.push((await administrator.does(create, wish()))["id"]);
      for (const id of ids)
        expect(await told(member, id)).toMatchObject({ display_in_profile_summary: true });
      const { body } = await administrator.asks(create, wish());
      await remove(scene, ids);
      expect(body).toMatchObject({ result: "error", code: "BAD_REQUEST" });
    },
  },
  {
    says: "neither long texts nor people stand in the summary",
    from: 146,
    play: async ({ administrator, fresh }) => {
      for (const field_type of [2, 6]) {
        const { body } = await administrator.asks(create, {
          name: fresh("field"),
          field_type,
          display_in_profile_summary: true,
        });
        expect(body).toMatchObject({ result: "error", code: "BAD_REQUEST" });
      }
    },
  },
  ...bothSides({
    says: "a field can stand in the summary",
    level: 146,
    before: async (scene) => {
      const { administrator, fresh } = scene;
      const wish = { name: fresh("field"), field_type: 1, display_in_profile_summary: true };
      const { id } = await administrator.does(create, wish);
      expect(await told(administrator, id)).not.toHaveProperty("display_in_profile_summary");
      await remove(scene, [id]);
    },
    since: async (scene) => {
      const { administrator, fresh } = scene;
      const wish = { name: fresh("field"), field_type: 1, display_in_profile_summary: true };
      const { id } = await administrator.does(create, wish);
      expect(await told(administrator, id)).toMatchObject({ display_in_profile_summary: true });
      await remove(scene, [id]);
    },
  }),
  ...bothSides({
    says: "a field can hold pronouns",
    level: 151,
    before: async ({ administrator, fresh }) => {
      const { body } = await administrator.asks(create, { name: fresh("field"), field_type: 8 });
      expect(body).toMatchObject({ result: "error" });
    },
    since: async (scene) => {
      const wish = { name: scene.fresh("field"), field_type: 8 };
      const { id } = await scene.administrator.does(create, wish);
      expect(await told(scene.administrator, id)).toMatchObject({ type: 8 });
      await remove(scene, [id]);
    },
  }),
];
