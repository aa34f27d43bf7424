/** The keys that open forms from lists: of the row under the cursor, and of something new. */
import type { Command } from "#commands/command.ts";
import { openForm } from "#commands/forms/open-form.ts";
import { contextOf, showToast } from "#commands/screen.ts";
import { sidebarRow } from "#commands/sidebar-rows.ts";
import type { FormRef } from "#store/forms.ts";
import type { ListKind } from "#store/list-places.ts";
import { isList } from "#store/lists.ts";
import type { State } from "#store/state.ts";
import { personHere } from "./people-actions.ts";
import { streamRowHere } from "./streams-actions.ts";

/** The form of what is under the cursor. */
function formHere(state: State): FormRef | undefined {
  if (contextOf(state.screen) === "sidebar") {
    const row = sidebarRow(state);
    return row?.kind === "stream" ? { name: "stream", id: row.row.stream.id } : undefined;
  }
  const stream = streamRowHere(state);
  if (stream !== undefined) return { name: "stream", id: stream };
  const person = personHere(state);
  return person === undefined ? undefined : { name: "person", id: person };
}

const additions: Readonly<Partial<Record<ListKind, FormRef>>> = {
  streams: { name: "new-stream", id: 0 },
};

/** Whether the open list can be added to. */
export function canAdd({ screen }: Pick<State, "screen">): boolean {
  return isList(screen.place) && additions[screen.place.kind] !== undefined;
}

export const rowForms: readonly Command[] = [
  {
    id: "list.edit",
    title: "Settings of the stream, the person, the group or the field",
    keys: ["E"],
    where: ["sidebar", "list"],
    run: ({ store }) => {
      const ref = formHere(store.getState());
      if (ref === undefined) showToast(store, "Nothing here has settings.");
      else openForm(store, ref);
    },
  },
  {
    id: "list.add",
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
];
