import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import type { GroupId } from "#wire/ids.ts";
import * as make from "../support/make.ts";
import { step } from "../support/picture.ts";

const crew = 5 as GroupId;
const group = (op: string, keys: object = {}) =>
  make.event("user_group", { op, group_id: crew, ...keys });

test("a group comes, is renamed, gains and loses members, and goes", () => {
  const fresh = {
    id: crew,
    name: "crew",
    description: "",
    members: [make.me],
    is_system_group: false,
  };
  let picture = step(make.picture(), make.event("user_group", { op: "add", group: fresh }));
  picture = step(picture, group("update", { data: { name: "rowers" } }));
  const words = { description: "Those who row", can_mention_group: 3 };
  picture = step(picture, group("update", { data: words }));
  picture = step(picture, group("add_subgroups", { direct_subgroup_ids: [6, 7] }));
  picture = step(picture, group("remove_subgroups", { direct_subgroup_ids: [6] }));
  picture = step(picture, group("add_members", { user_ids: [make.me, make.ada] }));
  picture = step(picture, group("remove_members", { user_ids: [make.me] }));
  expect(get(picture.groups, crew)).toEqual({
    id: crew,
    name: "rowers",
    description: "Those who row",
    members: [make.ada],
    subgroups: [7],
    isSystem: false,
    canMention: 3,
  });
  const gone = step(picture, group("remove"));
  expect(gone.groups.size).toBe(0);
  expect(step(gone, group("add_members", { user_ids: [make.ada] }))).toBe(gone);
});

test("a group that goes is within no other", () => {
  const fresh = (id: number, direct_subgroup_ids: readonly number[]) => ({
    ...{ id, name: `group ${id}`, description: "", members: [], is_system_group: false },
    direct_subgroup_ids,
  });
  let picture = make.picture();
  for (const one of [fresh(crew, []), fresh(6, [crew, 7]), fresh(7, [])])
    picture = step(picture, make.event("user_group", { op: "add", group: one }));
  picture = step(picture, group("remove"));
  expect(get(picture.groups, 6 as GroupId)?.subgroups).toEqual([7]);
});
