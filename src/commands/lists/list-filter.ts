/** The keys of the input that narrows a list. */
import type { CommandContext, DialogKeys } from "#commands/command.ts";
import { askFor } from "#store/asks.ts";
import { type List, moved } from "#store/list.ts";
import { changeList, isList, openList } from "#store/lists.ts";
import type { Screen } from "#store/screen.ts";
import { openRow } from "./list-commands.ts";
import { leaveListFilter, narrowList } from "./list-words.ts";

const settled = (list: List): List => ({ ...list, typing: false });

/** Opens the selected row. The server can look up an address that no known user has. */
function open(context: CommandContext): void {
  const { store } = context;
  const email = addressToLookUp(store.getState().screen);
  changeList(store, settled);
  if (email === undefined) openRow(context);
  else askFor(store, { kind: "address", email });
}

export const listFilterKeys: Partial<DialogKeys> = {
  input: ({ screen }) => openList(screen)?.input,
  change: ({ store }, input) => narrowList(store, input),
  take: open,
  leave: ({ store }) => leaveListFilter(store),
  step: ({ store }, by) => changeList(store, (list) => moved(list, by)),
  // Letters are keys of the list again.
  complete: ({ store }) => changeList(store, settled),
};

const address = /^[^\s@]+@[^\s@]+$/;

/** The address in the filter of the list of users, if no known user has it. */
function addressToLookUp(screen: Screen): string | undefined {
  const list = openList(screen);
  const words = list?.input.text.trim() ?? "";
  const isNobody = isList(screen.place) && screen.place.kind === "people" && !list?.rows.length;
  return isNobody && address.test(words) ? words : undefined;
}
