/** The keys that open forms from lists: for the row under the cursor, and for a new item. */
import { commandsIn, inPanes } from "#commands/command.ts";
import { openForm } from "#commands/forms/open-form.ts";
import { showToast } from "#commands/screen.ts";
import { sidebarRow } from "#commands/sidebar-rows.ts";
import type { FormRef } from "#store/forms.ts";
import type { RowKey } from "#store/list.ts";
import type { ListKind } from "#store/list-places.ts";
import { isList } from "#store/lists.ts";
import type { State } from "#store/state.ts";
import { fieldOfKey, groupOfKey } from "./organization-sources.ts";
import { personOfKey } from "./people-source.ts";
import { streamOfRow } from "./streams-source.ts";

/** The form for a row of any list; undefined if nothing can be changed. */
export function formOfRow({ view }: Pick<State, "view">, key: RowKey): FormRef | undefined {
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
