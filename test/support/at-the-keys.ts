/** Somebody of the small realm with a client, at its keys: what the keys do is judged by what the realm holds. */
import { keepLists, selectedRow } from "#commands/lists/lists.ts";
import { openList } from "#store/lists.ts";
import { startActing } from "./acting.ts";
import { pressing } from "./pressing.ts";
import type { people } from "./small-blueprint.ts";
import { noDesktop, nowhere } from "./surroundings.ts";

/** As Ana, a member, unless somebody else is named: `cleo` is an administrator. */
export async function startAtTheKeys(who: keyof typeof people = "ana") {
  const world = await startActing({}, { email: `${who}@small.example` });
  const { store, clock } = world;
  keepLists(store);
  const press = pressing(store, nowhere, noDesktop, clock);
  const rows = () => openList(store.getState().screen)?.rows.map(({ key }) => key) ?? [];
  return {
    ...world,
    press,
    /** Each character of a text as a key. */
    type: (text: string) => press(...text),
    rows,
    row: () => {
      const list = openList(store.getState().screen);
      return list && selectedRow(list);
    },
    /** Moves the cursor of the open list to that row. */
    goes: (key: string) => {
      press("G", "g", "g");
      for (let at = 0; at < rows().indexOf(key); at += 1) press("j");
    },
    dialog: () => store.getState().screen.dialog,
    settles: () => clock.pass("5 s"),
  };
}
