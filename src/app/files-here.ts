/** An account's files without a thread of their own: for a program without a screen, which a slow disk may delay. */
import { noArchive } from "#archive/archive.ts";
import { documentsHere, openArchiveHere } from "#archive/client.ts";
import type { Options } from "#config/options.ts";
import { accountFolder, type Folders } from "#host/paths.ts";
import { signalIn } from "#host/signal-file.ts";
import { StateError, type StorageThread } from "#host/state-db.ts";
import { openStateHere } from "#host/state-here.ts";
import { cacheOwner, type Files, isQuiet, type Owner, openFiles } from "./files.ts";
import { journalStorage } from "./storage.ts";

/** In the thread only where SQLite would print a warning here, and if the files cannot be opened, which it can tell. */
export async function openFilesHere(
  folders: Folders,
  account: Owner,
  thread: StorageThread,
  options: Pick<Options, "archive" | "archiveSize">,
): Promise<Files> {
  const inThread = () => openFiles(folders, account, thread, options);
  if (!isQuiet()) return inThread();
  const folder = accountFolder(folders, account);
  const owner = cacheOwner(account, options.archive);
  try {
    const { state, close } = await openStateHere(folder);
    const cache = openArchiveHere(folder, owner);
    const closeAll = async () => {
      await close();
      await cache.close();
    };
    return {
      storage: journalStorage(state, closeAll, signalIn(folder)),
      documents: documentsHere(folder, owner),
      archive: options.archive ? cache.archive : noArchive,
      archiveSize: options.archiveSize * 1_000_000,
      // Nothing is shown, so the server's answer is decoded at once.
      nothingToShow: Promise.resolve(),
      sentences: [],
    };
  } catch (error) {
    if (error instanceof StateError) return inThread();
    throw error;
  }
}
