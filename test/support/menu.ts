/** The open menu as a user reads it. */
import type { MenuText } from "#commands/menus/menu.ts";
import { menuOf } from "#commands/menus/open-menu.ts";
import { isConversation } from "#model/narrow.ts";
import { titleOf } from "#model/select/conversations.ts";
import type { Store } from "#store/state.ts";
import { ownKeys } from "./key-presser.ts";

/** Undefined while no menu is open. `now` in UNIX milliseconds. */
export function menuIn(store: Store, now = 0) {
  const state = store.getState();
  const { dialog } = state.screen;
  if (dialog?.kind !== "menu") return undefined;
  const { view } = state;
  const words = (text: MenuText) =>
    typeof text === "string" || !isConversation(text) ? text : titleOf(view, text);
  const { title: parts, lines, items } = menuOf({ state, keys: ownKeys, now }, dialog.about);
  const title = typeof parts === "string" ? [parts] : parts;
  return {
    title: title.map((part) => (typeof part === "string" ? part : `“${part.content}”`)).join(""),
    lines: lines.map(({ label, text }) =>
      label === undefined ? words(text) : `${label} ${words(text)}`,
    ),
    items: items.map((item) => `${item.key} ${words(item.title)}`),
  };
}
