import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import type { GroupId } from "#wire/ids.ts";
import * as make from "../support/make.ts";
import { step } from "../support/replica.ts";

const crew = 5 as GroupId;
const group = (op: string, keys: object = {}) =>
  make.event("user_group", { op, group_id: crew, ...keys });

test("a group is created, renamed, gains and loses members, and is deleted", () => {
  const fresh = {
    id: crew,
    name: "crew",
    description: "",
    members: [make.me],
    is_system_group: false,
  };
  let replica = step(make.replica(), make.event("user_group", { op: "add", group: fresh }));
  replica = step(replica, group("update", { data: { name: "rowers" } }));
  const words = { description: "Those who row" };
  replica = step(replica, group("update", { data: words }));
  replica = step(replica, group("add_subgroups", { direct_subgroup_ids: [6, 7] }));
  replica = step(replica, group("remove_subgroups", { direct_subgroup_ids: [6] }));
  replica = step(replica, group("add_members", { user_ids: [make.me, make.ada] }));
  replica = step(replica, group("remove_members", { user_ids: [make.me] }));
  expect(get(replica.groups, crew)).toEqual({
    id: crew,
    name: "rowers",
    description: "Those who row",
    members: [make.ada],
    subgroups: [7],
    isSystem: false,
  });
  const gone = step(replica, group("remove"));
  expect(gone.groups.size).toBe(0);
  expect(step(gone, group("add_members", { user_ids: [make.ada] }))).toBe(gone);
});

test("a deleted group is removed from other groups", () => {
  const fresh = (id: number, direct_subgroup_ids: readonly number[]) => ({
    id,
    name: `group ${id}`,
    description: "",
    members: [],
    is_system_group: false,
    direct_subgroup_ids,
  });
  let replica = make.replica();
  for (const one of [fresh(crew, []), fresh(6, [crew, 7]), fresh(7, [])])
    replica = step(replica, make.event("user_group", { op: "add", group: one }));
  replica = step(replica, group("remove"));
  expect(get(replica.groups, 6 as GroupId)?.subgroups).toEqual([7]);
});
