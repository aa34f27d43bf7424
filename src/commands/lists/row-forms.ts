/** The forms of rows: their settings, what deletes them, and what adds one. */

import { get } from "#base/table.ts";
import { type CommandContext, commandsIn, inPanes } from "#commands/command.ts";
import { openForm } from "#commands/forms/open-form.ts";
import { openMenu, showToast } from "#commands/screen.ts";
import { sidebarRow } from "#commands/sidebar-rows.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import { conversationOfKey } from "#model/select/conversations.ts";
import type { About } from "#store/dialog.ts";
import type { FormRef } from "#store/forms.ts";
import type { RowKey } from "#store/list.ts";
import type { ListKind } from "#store/list-places.ts";
import { isList } from "#store/lists.ts";
import type { State } from "#store/state.ts";
import { fieldOfKey, groupOfKey, personOfKey, streamOfRow } from "./row-keys.ts";

/** The form for a row of any list; undefined if nothing can be changed. */
function formOfRow({ view }: Pick<State, "view">, key: RowKey): FormRef | undefined {
  const stream = streamOfRow(key);
  if (stream !== undefined) return { name: "stream", id: stream };
  const person = personOfKey(key);
  if (person !== undefined)
    return person === view.ownId ? { name: "settings", id: 0 } : { name: "person", id: person };
  const group = groupOfKey(key);
  if (group !== undefined) return { name: "group", id: group };
  const field = fieldOfKey(key);
  if (field !== undefined) return { name: "field", id: field };
  return undefined;
}

export function openRowForm({ store }: Pick<CommandContext, "store">, key: RowKey): void {
  const ref = formOfRow(store.getState(), key);
  if (ref !== undefined) openForm(store, ref);
}

const additions: Readonly<Partial<Record<ListKind, FormRef>>> = {
  streams: { name: "new-stream", id: 0 },
  groups: { name: "new-group", id: 0 },
  fields: { name: "new-field", id: 0 },
};

/** Whether the open list can be added to. */
export function canAdd({ screen }: Pick<State, "screen">): boolean {
  return isList(screen.place) && additions[screen.place.kind] !== undefined;
}

export const rowForms = commandsIn(["sidebar"], {
  "sidebar.edit": {
    title: "Settings of the stream",
    keys: ["E"],
    run: ({ store }) => {
      const row = sidebarRow(store.getState());
      if (row?.kind === "stream") openForm(store, { name: "stream", id: row.row.stream.id });
      else showToast(store, "Select a stream to change its settings.");
    },
  },
  "go.settings": {
    title: "Go to your settings",
    keys: ["g ,"],
    where: inPanes,
    run: ({ store }) => openForm(store, { name: "settings", id: 0 }),
  },
  "list.add": {
    title: "New stream, group or profile field",
    hint: "new",
    keys: ["+"],
    where: ["list"],
    run: ({ store }) => {
      const { place } = store.getState().screen;
      const ref = isList(place) ? additions[place.kind] : undefined;
      if (ref === undefined) showToast(store, "Nothing can be added to this list.");
      else openForm(store, ref);
    },
  },
});

/** Asks whether to delete the subject of a row; false if it cannot be deleted. */
function askAbout({ store }: Pick<CommandContext, "store">, key: RowKey): boolean {
  const { view } = store.getState();
  const person = personOfKey(key);
  if (person !== undefined && person !== view.ownId && get(view.people, person)?.isActive) {
    openForm(store, { name: "deactivate", id: person });
    return true;
  }
  const about = questionAbout(view, key);
  if (about !== undefined) openMenu(store, about);
  return about !== undefined;
}

function questionAbout(view: Replica, key: RowKey): About | undefined {
  const userId = personOfKey(key);
  if (userId !== undefined)
    return userId === view.ownId ? undefined : { kind: "reactivate", userId };
  const streamId = streamOfRow(key);
  if (streamId !== undefined) return { kind: "archive-stream", streamId };
  const groupId = groupOfKey(key);
  if (groupId !== undefined) return { kind: "delete-group", groupId };
  const fieldId = fieldOfKey(key);
  if (fieldId !== undefined) return { kind: "delete-field", fieldId };
  const conversation = conversationOfKey(view, key as ConversationKey);
  if (conversation?.kind !== "topic") return undefined;
  const { streamId: id, topic } = conversation;
  return { kind: "delete-topic", streamId: id, topic };
}

export function askToRemove(context: CommandContext, keys: readonly RowKey[]): void {
  const { store } = context;
  const [key, ...more] = keys;
  if (more.length > 0) showToast(store, "Select one at a time: each needs confirmation.", "error");
  else if (key === undefined || !askAbout(context, key))
    showToast(store, "This cannot be removed here.");
}
