/** The keys of the input that narrows a list. */
import { type Command, commandsIn } from "#commands/command.ts";
import { erasing } from "#commands/erasing.ts";
import { askFor } from "#store/asks.ts";
import { type List, moved } from "#store/list.ts";
import { changeList } from "#store/lists.ts";
import { openRow } from "./list-commands.ts";
import { leaveListFilter, narrowList } from "./list-words.ts";
import { addressToLookUp } from "./refetch.ts";

const settled = (list: List): List => ({ ...list, typing: false });

const contexts = ["filter"] as const;

export const listFilter: readonly Command[] = [
  ...commandsIn(contexts, {
    "filter.list-open": {
      title: "Open the row",
      hint: "open",
      keys: ["Enter"],
      run: (context) => {
        const { store } = context;
        // The server can look up an address that no known user has.
        const email = addressToLookUp(store.getState().screen);
        changeList(store, settled);
        if (email === undefined) openRow(context);
        else askFor(store, { kind: "address", email });
      },
    },
    "filter.list-keep": {
      title: "Move to the results",
      hint: "keep",
      keys: ["Tab"],
      run: ({ store }) => changeList(store, settled),
    },
    "filter.list-leave": {
      title: "Show all rows again",
      hint: "close",
      keys: ["Esc"],
      run: ({ store }) => leaveListFilter(store),
    },
    "filter.list-down": {
      title: "Next row",
      keys: ["Down", "^N", "^J"],
      run: ({ store }) => changeList(store, (list) => moved(list, 1)),
    },
    "filter.list-up": {
      title: "Previous row",
      keys: ["Up", "^P"],
      run: ({ store }) => changeList(store, (list) => moved(list, -1)),
    },
  }),
  ...erasing("filter.list-", contexts, ({ store }, change) => narrowList(store, change)),
];
