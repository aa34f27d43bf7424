/** The list of user groups by name, without system groups; deactivated ones apart. */

import { get, values } from "#base/table.ts";
import { rowsWithForm } from "#commands/forms/open-form.ts";
import { byFilter, type ListDefinition, withWords } from "#commands/lists/list.ts";
import { groupKey, groupOfKey, shrinking, text } from "#commands/lists/row.ts";
import { openMenu, showToast } from "#commands/screen.ts";
import type { Group } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { personName } from "#model/select/conversations.ts";
import type { RowKey } from "#store/row-keys.ts";
import { groupQuestion, groupStep } from "./form.ts";

function ownGroups({ groups }: Replica): readonly Group[] {
  return [...values(groups)]
    .filter(({ isSystem }) => !isSystem)
    .sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
}

function groupsIn(view: Replica, filter: string): readonly Group[] {
  const all = ownGroups(view).filter(({ isActive }) => isActive === (filter !== "deactivated"));
  return filter === "own" ? all.filter(({ members }) => members.includes(view.ownId)) : all;
}

function rowGroup({ groups }: Replica, key: RowKey): Group | undefined {
  const id = groupOfKey(key);
  return id === undefined ? undefined : get(groups, id);
}

/** Of a group's people beside the list. */
const mostNames = 200;

const definition: ListDefinition = {
  ...byFilter({ all: "All", own: "Yours", deactivated: "Deactivated" }, ({ view }, filter) =>
    groupsIn(view, filter).map(({ id }) => ({ key: groupKey(id) })),
  ),
  isEmpty: ({ view }) => view.epoch === 0,
  // Deactivating and reactivating moves a group to another filter.
  coming: { follows: ({ view }) => ownGroups(view).filter(({ isActive }) => isActive).length },
  empty: (_, { key }) => [
    { own: "You are in no group.", deactivated: "No group is deactivated." }[key] ?? "No groups.",
    "{list.add} creates one|.",
  ],
  columns: { number: "people", times: 0 },
  // Of all rows: what their numbers count, where there is no room for it behind them.
  heading: () => ({ left: [], token: "dim" }),
  peek: ({ view }, key) => {
    const group = rowGroup(view, key);
    if (group === undefined) return undefined;
    const { name, description, members } = group;
    const names = members.slice(0, mostNames).map((id) => personName(view, id));
    const more = members.length - names.length;
    const people = [...names, ...(more > 0 ? [`${more} more`] : [])].join(", ");
    return { sentences: [description === "" ? name : description, people || "Nobody is in it."] };
  },
  row: ({ view }, { key }) => {
    const group = rowGroup(view, key);
    return (
      group && {
        sign: text("@", "faint"),
        subject: [shrinking(group.name, "text")],
        detail: [shrinking(group.description, "dim")],
        number: group.members.length,
      }
    );
  },
  addition: { name: "new-group", id: 0 },
  keys: {
    words: (view, key) => {
      const group = rowGroup(view, key);
      if (group === undefined) return {};
      const step = groupStep(view, group);
      const isOffered = groupQuestion(view, { groupId: group.id })?.locked === undefined;
      return {
        "stream.subscribe": group.members.includes(view.ownId) ? "leave" : "join",
        ...(isOffered && { "list.delete": step }),
      };
    },
    work: {
      "stream.subscribe": {
        title: "Join or leave the group",
        hint: "join",
        run: ({ store }, [key = "", ...more]) => {
          const groupId = groupOfKey(key);
          if (more.length > 0) showToast(store, "Select one group.", "error");
          else if (groupId !== undefined) openMenu(store, { kind: "group-membership", groupId });
        },
      },
    },
  },
  ...rowsWithForm("group", groupOfKey, (groupId) => ({ kind: "group-step", groupId })),
};

export const groupsDefinition = withWords(definition, "all groups", ({ view }, key) => {
  const { name = "", description = "" } = rowGroup(view, key) ?? {};
  return `${name} ${description}`;
});
