/**
 * An account's files for verbs: on the main thread if SQLite prints no warning there, because that starts sooner. Apart
 * from those of the screen, which would load this code as well.
 */
import type { OpenArchive } from "#archive/client.ts";
import { lazy } from "#base/lazy.ts";
import { defaults } from "#config/options.ts";
import { accountFolder, type Folders } from "#host/paths.ts";
import { StateError, type StorageThread } from "#host/state-db.ts";
import type { JournalStorage } from "#journal/storage.ts";
import { cacheOwner, type Files, type Owner, openFiles, unavailableStorage } from "./files.ts";

/** Whether SQLite prints no warning on the main thread that it is experimental. */
function isQuiet(): boolean {
  return Number.parseInt(process.versions.node, 10) >= 24;
}

const stateHere = lazy(() => import("#host/state-here.ts"));
const cacheHere = lazy(() => import("#archive/client.ts"));
const rows = lazy(() => import("./storage.ts"));

/** The journal alone. */
export async function openJournal(
  folders: Folders,
  account: Owner,
  thread: StorageThread,
): Promise<JournalStorage> {
  if (!isQuiet()) return (await openFiles(folders, account, thread, defaults)).storage;
  try {
    const { openStateHere } = await stateHere();
    const { state, close } = await openStateHere(accountFolder(folders, account));
    const { journalStorage } = await rows();
    return journalStorage(state, close);
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    return unavailableStorage(error.failure);
  }
}

/** Cached server documents. */
export async function openDocuments(folders: Folders, account: Owner): Promise<Files["documents"]> {
  if (!isQuiet()) return { get: async () => undefined, put: async () => {} };
  const { documentsHere } = await cacheHere();
  return documentsHere(accountFolder(folders, account), cacheOwner(account, true));
}

/** The archive alone. */
export async function openArchive(
  folders: Folders,
  account: Owner,
  thread: StorageThread,
): Promise<OpenArchive> {
  if (!isQuiet()) {
    const { archive, storage } = await openFiles(folders, account, thread, defaults);
    return { archive, close: storage.close };
  }
  const { openArchiveHere } = await cacheHere();
  return openArchiveHere(accountFolder(folders, account), cacheOwner(account, true));
}
