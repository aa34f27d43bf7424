/** User groups and their members. */
import { type Batch, drop, get, put, values } from "#base/table.ts";
import type { EventOf } from "#wire/events.ts";
import type { GroupId } from "#wire/ids.ts";
import { fromWireGroup } from "./from-wire.ts";
import type { Group } from "./person.ts";
import type { Replica } from "./replica.ts";

export function onUserGroup(replica: Replica, event: EventOf<"user_group">, batch: Batch): Replica {
  if (event.op === "add") return withGroup(replica, fromWireGroup(event.group), batch);
  if (event.op === "remove") return withoutGroup(replica, event.group_id, batch);
  const before = get(replica.groups, event.group_id);
  if (before === undefined) return replica;
  switch (event.op) {
    case "update": {
      const { name, description } = event.data;
      const change = {
        name: name ?? before.name,
        description: description ?? before.description,
      };
      return withGroup(replica, { ...before, ...change }, batch);
    }
    case "add_members": {
      const added = event.user_ids.filter((id) => !before.members.includes(id));
      return withGroup(replica, { ...before, members: [...before.members, ...added] }, batch);
    }
    case "remove_members": {
      const members = before.members.filter((id) => !event.user_ids.includes(id));
      return withGroup(replica, { ...before, members }, batch);
    }
    case "add_subgroups": {
      const added = event.direct_subgroup_ids.filter((id) => !before.subgroups.includes(id));
      return withGroup(replica, { ...before, subgroups: [...before.subgroups, ...added] }, batch);
    }
    case "remove_subgroups": {
      const subgroups = before.subgroups.filter((id) => !event.direct_subgroup_ids.includes(id));
      return withGroup(replica, { ...before, subgroups }, batch);
    }
  }
}

/** It is no longer a subgroup of any other, for which there is no event. */
function withoutGroup(replica: Replica, id: GroupId, batch: Batch): Replica {
  let groups = drop(replica.groups, id, batch);
  if (groups === replica.groups) return replica;
  const outer = [...values(groups)].filter(({ subgroups }) => subgroups.includes(id));
  for (const group of outer) {
    const subgroups = group.subgroups.filter((one) => one !== id);
    groups = put(groups, group.id, { ...group, subgroups }, batch);
  }
  // Messages that mention it now show plain text.
  return { ...replica, groups, namesRevision: replica.namesRevision + 1 };
}

function withGroup(replica: Replica, group: Group, batch: Batch): Replica {
  const renamed = get(replica.groups, group.id)?.name !== group.name;
  const groups = put(replica.groups, group.id, group, batch);
  return { ...replica, groups, namesRevision: replica.namesRevision + (renamed ? 1 : 0) };
}
