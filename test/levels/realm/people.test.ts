/** How a realm of each level tells of people. */
import { describe } from "vitest";
import type { Body } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";
import { checkRows, type LevelRow, type Start } from "./around.ts";

const { ana, bo, cleo } = people;

/** Whether Bo's own object has a key, as everybody reads it. */
const person =
  (key: string) =>
  async ({ as }: Start) => {
    const { members } = (await as(ana).get("/users")).body;
    return key in members.find(({ user_id: id }: Body) => id === bo);
  };

const rows: readonly LevelRow[] = [
  [8, "people are owners or not", person("is_owner"), false, true],
  [59, "people have roles", person("role"), false, true],
  [
    60,
    "there are moderators",
    async ({ as }) => {
      const { body } = await as(ana).get("/users/14");
      return [body["user"].role, (await as(cleo).patch("/users/12", { role: 300 })).status];
    },
    [400, 400],
    [300, 200],
  ],
  [73, "people manage bills or not", person("is_billing_admin"), false, true],
  [
    191,
    "groups tell who may mention them",
    async ({ as }) => {
      const [group] = (await as(ana).register())["realm_user_groups"];
      return Object.keys(group).filter((key) => key.startsWith("can_mention_group"));
    },
    [],
    ["can_mention_group_id"],
  ],
  [
    227,
    "the count on an icon has another number",
    async ({ as }) => {
      const { queue_id: queue } = await as(bo).register({ event_types: ["user_settings"] });
      const set = async (count: number) =>
        (await as(bo).patch("/settings", { desktop_icon_count_display: count })).body["msg"];
      const said = [await set(2), await set(3), await set(4)];
      const told = (await as(bo).events(queue)).map(({ value }) => value);
      return [said, told, (await as(bo).register())["user_settings"].desktop_icon_count_display];
    },
    [["", "", "Invalid desktop_icon_count_display"], [2, 3], 3],
    [["", "", ""], [2, 3, 4], 4],
  ],
  [
    252,
    "a part of a profile field can be changed alone",
    async ({ as }) => {
      const { id } = (await as(cleo).post("/realm/profile_fields", { name: "Boat", field_type: 1 }))
        .body;
      return (await as(cleo).patch(`/realm/profile_fields/${id}`, { hint: "Its name" })).body[
        "msg"
      ];
    },
    "Label cannot be blank.",
    "",
  ],
  [
    258,
    "a group may be mentioned by people together",
    async ({ as }) => {
      const group = { name: "new", description: "", members: [ana] };
      const can_mention_group = { direct_members: [bo], direct_subgroups: [] };
      return (await as(ana).post("/user_groups/create", { ...group, can_mention_group })).body[
        "msg"
      ];
    },
    "can_mention_group is not an integer",
    "",
  ],
  [163, "the address for mail is always told", person("delivery_email"), false, true],
  [
    222,
    "who is deactivated is told as a change",
    async ({ as }) => {
      const { queue_id: queue } = await as(ana).register({ event_types: ["realm_user"] });
      await as(cleo).delete(`/users/${bo}`);
      return (await as(ana).events(queue)).map(({ op }) => op);
    },
    ["remove"],
    ["update"],
  ],
];

describe("what is told of people changes from a level on", () => {
  checkRows(rows);
});
