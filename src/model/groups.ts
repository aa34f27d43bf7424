/** Groups of people and who is in them. */
import { type Batch, drop, get, put, values } from "#base/table.ts";
import type { EventOf } from "#wire/events.ts";
import type { GroupId } from "#wire/ids.ts";
import { fromWireGroup } from "./from-wire.ts";
import type { Group } from "./person.ts";
import type { Picture } from "./picture.ts";

export function onUserGroup(picture: Picture, event: EventOf<"user_group">, batch: Batch): Picture {
  if (event.op === "add") return withGroup(picture, fromWireGroup(event.group), batch);
  if (event.op === "remove") return withoutGroup(picture, event.group_id, batch);
  const before = get(picture.groups, event.group_id);
  if (before === undefined) return picture;
  switch (event.op) {
    case "update": {
      const { name, description } = event.data;
      const canMention = event.data.can_mention_group ?? event.data.can_mention_group_id;
      const change = {
        name: name ?? before.name,
        description: description ?? before.description,
        canMention: canMention ?? before.canMention,
      };
      return withGroup(picture, { ...before, ...change }, batch);
    }
    case "add_members": {
      const added = event.user_ids.filter((id) => !before.members.includes(id));
      return withGroup(picture, { ...before, members: [...before.members, ...added] }, batch);
    }
    case "remove_members": {
      const members = before.members.filter((id) => !event.user_ids.includes(id));
      return withGroup(picture, { ...before, members }, batch);
    }
    case "add_subgroups": {
      const added = event.direct_subgroup_ids.filter((id) => !before.subgroups.includes(id));
      return withGroup(picture, { ...before, subgroups: [...before.subgroups, ...added] }, batch);
    }
    case "remove_subgroups": {
      const subgroups = before.subgroups.filter((id) => !event.direct_subgroup_ids.includes(id));
      return withGroup(picture, { ...before, subgroups }, batch);
    }
  }
}

/** It is within no other group any more, of which no event tells. */
function withoutGroup(picture: Picture, id: GroupId, batch: Batch): Picture {
  let groups = drop(picture.groups, id, batch);
  if (groups === picture.groups) return picture;
  const outer = [...values(groups)].filter(({ subgroups }) => subgroups.includes(id));
  for (const group of outer) {
    const subgroups = group.subgroups.filter((one) => one !== id);
    groups = put(groups, group.id, { ...group, subgroups }, batch);
  }
  // Texts that called it are plain from now on.
  return { ...picture, groups, namesRevision: picture.namesRevision + 1 };
}

function withGroup(picture: Picture, group: Group, batch: Batch): Picture {
  const renamed = get(picture.groups, group.id)?.name !== group.name;
  const groups = put(picture.groups, group.id, group, batch);
  return { ...picture, groups, namesRevision: picture.namesRevision + (renamed ? 1 : 0) };
}
