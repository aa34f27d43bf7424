/** A client of the small realm that is driven by keys. */

import { problemOf } from "#commands/forms/form.ts";
import { shownForm } from "#commands/forms/open-form.ts";
import { watchLists } from "#commands/lists/lists.ts";
import { selectedRow } from "#store/list.ts";
import { openList } from "#store/lists.ts";
import { startActionClient } from "./action-client.ts";
import { keyPresser } from "./key-presser.ts";
import { noDesktop, noViewport } from "./no-ports.ts";
import type { people } from "./small-blueprint.ts";

/** Signs in as Ana, a member, by default; `cleo` is an administrator. */
export async function startKeyboardClient(who: keyof typeof people = "ana", level?: number) {
  const realm = level === undefined ? {} : { level };
  const world = await startActionClient(realm, { email: `${who}@small.example` });
  const { store, clock } = world;
  watchLists(store);
  const press = keyPresser(store, noViewport, noDesktop, clock);
  const rows = () => openList(store.getState().screen)?.rows.map(({ key }) => key) ?? [];
  return {
    ...world,
    press,
    /** Types each character as a key. */
    type: (text: string) => press(...text),
    rows,
    row: () => {
      const list = openList(store.getState().screen);
      return list && selectedRow(list);
    },
    /** Moves the cursor of the open list to the row. */
    goes: (key: string) => {
      press("G", "g", "g");
      if (!rows().includes(key)) throw new RangeError(`No row ${key}.`);
      for (let at = 0; at < rows().indexOf(key); at += 1) press("j");
    },
    dialog: () => store.getState().screen.dialog,
    settles: () => clock.pass("5 s"),
  };
}

type AtTheKeys = Awaited<ReturnType<typeof startKeyboardClient>>;

/** The open form, filled in by keys. */
export function formKeys({ store, press, type, dialog }: AtTheKeys) {
  const shown = () => {
    const open = dialog();
    return open?.kind === "form" ? shownForm(store.getState().view, open) : undefined;
  };
  const goesTo = (key: string) => {
    const at = shown()?.now.fields.findIndex((field) => field.key === key) ?? -1;
    if (at < 0) throw new RangeError(`No field ${key}.`);
    while (shown()?.form.at !== at) press("Tab");
  };
  return {
    shown,
    goesTo,
    /** Replaces the text of a field. */
    fills: (key: string, text: string) => {
      goesTo(key);
      press("End", "^U");
      type(text);
    },
    /** Cycles a choice to the value. */
    chooses: (key: string, value: string) => {
      goesTo(key);
      const count = 20;
      for (let turn = 0; turn < count && shown()?.change.values[key] !== value; turn += 1)
        press("Right");
    },
    value: (key: string) => shown()?.change.values[key],
    problems: () => {
      const now = shown();
      return now?.now.fields.flatMap((field) => problemOf(field, now.change) ?? []) ?? [];
    },
    /** Selects and accepts the answer that saves, or the last item of a menu. */
    confirms: () => {
      if (dialog()?.kind === "menu") press("Up");
      else while (shown()?.answer !== "save") press("Tab");
      press("Enter");
    },
  };
}
