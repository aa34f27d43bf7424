/** Actions on users in lists: opening their card, and muting them. */

import type { CommandContext } from "#commands/command.ts";
import { perform } from "#commands/perform.ts";
import { openDialog, showToast } from "#commands/screen.ts";
import type { Replica } from "#model/replica.ts";
import { personName } from "#model/select/conversations.ts";
import { chosenRows, type RowKey, withoutMarks } from "#store/list.ts";
import { changeList, openList } from "#store/lists.ts";
import type { State, Store } from "#store/state.ts";
import type { UserId } from "#wire/ids.ts";
import { selectedRow } from "./lists.ts";
import { personOfKey } from "./row-keys.ts";

export function openPersonCard(store: Store, key: RowKey): void {
  const id = personOfKey(key);
  if (id !== undefined)
    openDialog(store, { kind: "card", about: { kind: "person", id }, chosen: 0 });
}

/** The user under the cursor of the open list; undefined without one. */
export function selectedPerson({ screen }: Pick<State, "screen">): UserId | undefined {
  const list = openList(screen);
  const key = list && selectedRow(list);
  return key === undefined ? undefined : personOfKey(key);
}

/** The marked users of the open list; without any, those from the cursor on. */
export function chosenPeople({ store, count }: CommandContext): readonly UserId[] {
  const list = openList(store.getState().screen);
  return list === undefined
    ? []
    : chosenRows(list, count).flatMap(({ key }) => personOfKey(key) ?? []);
}

/** What mutes all users if any of them is not muted, else unmutes all. */
export function muteToggle(view: Replica, people: readonly UserId[]) {
  const unmuted = people.filter((id) => !view.mutedPeople.has(id));
  const mutes = unmuted.length > 0;
  const changed = mutes ? unmuted : people;
  const [first, ...more] = changed;
  const whom =
    first === undefined || more.length > 0 ? `${changed.length} people` : personName(view, first);
  const op = mutes ? "add" : "remove";
  const actions = changed.map((userId) => ({ kind: "mute-person", op, userId }) as const);
  return { mutes, actions, whom, sentence: `${mutes ? "Muted" : "Unmuted"} ${whom}` };
}

/** Undo restores what was unread. */
export function togglePeopleMute(context: CommandContext, people: readonly UserId[]): void {
  const { store } = context;
  const { view } = store.getState();
  const others = people.filter((id) => id !== view.ownId);
  const { actions, sentence } = muteToggle(view, others);
  if (others.length === 0) showToast(store, "You cannot mute yourself.", "error");
  else if (perform(context, actions, sentence)) changeList(store, withoutMarks);
}
