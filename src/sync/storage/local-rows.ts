/** Keeps what this machine alone knows on disk, in step with the account's other windows: views, folders, what does not wait. */
import { folderFrom, viewFrom } from "#journal/stored-rows.ts";
import type { LocalFolder, LocalView } from "#model/local-state.ts";
import type { Store } from "#store/state.ts";
import { changeLocal } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import type { StoringContext } from "./disk-writes.ts";
import { keepValues, valueRows } from "./shared-rows.ts";

/** By fragment. */
export const viewRows = valueRows<string, LocalView>("view:", viewFrom);

/** A row of a folder, and one of each stream in it. */
export const folderRows = valueRows<string, LocalFolder>("folders:", folderFrom);

/** The messages that are said not to wait for anybody. */
export const dismissalRows = valueRows<MessageId, true>(
  "not waiting ",
  (value) => (value === true ? true : undefined),
  (id) => Number(id) as MessageId,
);

/** Changes the store as the disk was at the start. */
export function restoreLocalRows(store: Store, values: ReadonlyMap<string, unknown>): void {
  changeLocal(store, "dismissals", dismissalRows.among(values));
  changeLocal(store, "views", viewRows.among(values));
  changeLocal(store, "folders", folderRows.among(values));
}

export function startLocalRows(context: StoringContext): void {
  const { store } = context;
  keepValues(context, dismissalRows, {
    title: "What does not wait",
    of: ({ dismissals }) => dismissals,
    change: (changes) => changeLocal(store, "dismissals", changes),
  });
  keepValues(context, viewRows, {
    title: "Views",
    of: ({ views }) => views,
    change: (changes) => changeLocal(store, "views", changes),
  });
  keepValues(context, folderRows, {
    title: "Folders",
    of: ({ folders }) => folders,
    change: (changes) => changeLocal(store, "folders", changes),
  });
}
