/** Keeps what this machine knows of views: on disk, in step with the account's other windows. */
import { viewFrom } from "#journal/stored-rows.ts";
import type { LocalView } from "#model/local-state.ts";
import { changeViews } from "#store/store.ts";
import type { StoringContext } from "./disk-writes.ts";
import { keepValues, valueRows } from "./shared-rows.ts";

/** By fragment. */
export const viewRows = valueRows<string, LocalView>("view:", viewFrom);

export function startViews(context: StoringContext): void {
  keepValues(context, viewRows, {
    title: "Views",
    of: ({ views }) => views,
    change: (changes) => changeViews(context.store, changes),
  });
}
