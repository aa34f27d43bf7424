/** The user's own folders of streams, for verbs: as the disk has them, and changing them there. */
import { type FolderChanges, type LocalFolder, noLocalFolders } from "#model/local-state.ts";
import { hasServerFolders, ownFolders } from "#model/own-folders.ts";
import type { Replica } from "#model/replica.ts";
import { folderRows } from "#sync/storage/local-rows.ts";
import { withStorage } from "./storage.ts";
import type { VerbContext } from "./verb-context.ts";

/** With the user's own folders, where they are shown. A disk that refuses leaves the streams in no folder. */
export async function withOwnFolders(context: VerbContext, replica: Replica): Promise<Replica> {
  if (hasServerFolders(replica)) return replica;
  const localFolders = await withStorage(context, folderRows.stored, () => noLocalFolders);
  return { ...replica, localFolders };
}

/** Puts the changes on disk. */
export async function putFolders(
  context: VerbContext,
  { localFolders }: Replica,
  changes: FolderChanges,
): Promise<void> {
  await withStorage(context, async (storage) => {
    for (const [key, row] of changes) await folderRows.put(storage, key, row);
  });
  const after = [...new Map<string, LocalFolder | undefined>([...localFolders, ...changes])];
  const left = new Map(after.flatMap(([key, row]) => (row === undefined ? [] : [[key, row]])));
  context.noteFolders(ownFolders(left).map(({ name }) => name));
}
