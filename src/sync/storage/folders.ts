/** Keeps the user's own folders of streams: on disk, in step with the account's other windows. */
import { folderFrom } from "#journal/stored-rows.ts";
import type { LocalFolder } from "#model/local-state.ts";
import { changeFolders } from "#store/store.ts";
import type { StoringContext } from "./disk-writes.ts";
import { keepValues, valueRows } from "./shared-rows.ts";

/** A row of a folder, and one of each stream in it. */
export const folderRows = valueRows<string, LocalFolder>("folders:", folderFrom);

export function startFolders(context: StoringContext): void {
  keepValues(context, folderRows, {
    title: "Folders",
    of: ({ folders }) => folders,
    change: (changes) => changeFolders(context.store, changes),
  });
}
