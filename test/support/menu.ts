/** The open menu as a user reads it. */
import { menuOf } from "#commands/menus/table.ts";
import type { Store } from "#store/state.ts";
import { ownKeys } from "./key-presser.ts";

/** Undefined while no menu is open. `now` in UNIX milliseconds. */
export function menuIn(store: Store, now = 0) {
  const state = store.getState();
  const { dialog } = state.screen;
  if (dialog?.kind !== "menu") return undefined;
  const { title, lines, items } = menuOf({ state, keys: ownKeys, now }, dialog.about);
  return {
    title,
    lines: lines.map(({ text }) => text),
    items: items.map((item) => `${item.key} ${item.title}`),
  };
}
