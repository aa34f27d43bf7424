/** Actions on users in lists: opening their card, and muting them. */
import type { CommandContext } from "#commands/command.ts";
import { openDialog, showToast } from "#commands/screen.ts";
import { personName } from "#model/select/conversations.ts";
import { act } from "#store/act.ts";
import { chosenRows, type RowKey } from "#store/list.ts";
import { changeList, openList } from "#store/lists.ts";
import type { State, Store } from "#store/state.ts";
import type { UserId } from "#wire/ids.ts";
import { selectedRow } from "./lists.ts";
import { personOfKey } from "./people-source.ts";

export function openPersonCard(store: Store, key: RowKey): void {
  const id = personOfKey(key);
  if (id !== undefined)
    openDialog(store, { kind: "card", about: { kind: "person", id }, chosen: 0 });
}

/** The user under the cursor of the open list; undefined without one. */
export function personHere({ screen }: Pick<State, "screen">): UserId | undefined {
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

/** Mutes all if any of them is not muted, else unmutes all. Undo restores what was unread. */
export function togglePeopleMute(context: CommandContext, people: readonly UserId[]): void {
  const { store } = context;
  const { view } = store.getState();
  const others = people.filter((id) => id !== view.ownId);
  const loud = others.filter((id) => !view.mutedPeople.has(id));
  const changed = loud.length > 0 ? loud : others;
  const [first] = changed;
  if (first === undefined) {
    showToast(store, "You cannot mute yourself.", "error");
    return;
  }
  const op = loud.length > 0 ? "add" : "remove";
  const whom = changed.length === 1 ? personName(view, first) : `${changed.length} people`;
  const sentence = `${op === "add" ? "Muted" : "Unmuted"} ${whom}`;
  const actions = changed.map((userId) => ({ kind: "mute-person", op, userId }) as const);
  if (act(store, context, actions, { sentence }) === undefined) return;
  changeList(store, (list) => ({ ...list, marked: new Set(), range: undefined }));
  showToast(store, sentence, "done", true);
}
