/** An account's files, or a stand-in that stores nothing if they cannot be opened. */
import { lazy } from "#base/lazy.ts";
import { accountFolder, type Folders } from "#host/paths.ts";
import { openAccountFiles, StateError } from "#host/state-db.ts";
import { type JournalStorage, StorageError, type StorageFailure } from "#journal/storage.ts";
import type { Documents } from "#sync/asks/emoji-names.ts";

export type Files = {
  readonly storage: JournalStorage;
  /** Cached server documents. */
  readonly documents: Omit<Documents, "fetch">;
  /** Warnings for the user. */
  readonly sentences: readonly string[];
};

/** Stands in for files that cannot be opened: it is empty, and every write is rejected. */
function unavailableStorage(failure: StorageFailure): JournalStorage {
  const refuse = () => Promise.reject(new StorageError(failure));
  return {
    load: async () => ({ intents: [], drafts: new Map(), values: new Map(), unreadable: 0 }),
    claim: async () => ({ gained: [], lost: [], elsewhere: [], unreadable: 0 }),
    putIntent: refuse,
    removeIntent: refuse,
    putDraft: refuse,
    removeDraft: refuse,
    putValue: refuse,
    snoozes: async () => new Map(),
    putSnooze: refuse,
    removeSnooze: refuse,
    close: async () => {},
  };
}

/** The first Node version whose SQLite prints no experimental warning. */
const firstQuietNode = 24;

const stateHere = lazy(() => import("#host/state-here.ts"));
const rows = lazy(() => import("./storage.ts"));

/** The journal alone, for verbs: on the main thread if SQLite prints no warning there, because that starts sooner. */
export async function openJournal(
  folders: Folders,
  account: { site: string; email: string },
  worker: URL,
): Promise<JournalStorage> {
  if (Number.parseInt(process.versions.node, 10) < firstQuietNode)
    return (await openFiles(folders, account, worker)).storage;
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

/** Cached server documents, for verbs. */
export async function openDocuments(
  folders: Folders,
  account: { site: string; email: string },
): Promise<Files["documents"]> {
  const isQuiet = Number.parseInt(process.versions.node, 10) >= firstQuietNode;
  if (!isQuiet) return { get: async () => undefined, put: async () => {} };
  const { openCacheHere } = await stateHere();
  return openCacheHere(accountFolder(folders, account));
}

/** `worker` is the built `state-worker.js`. */
export async function openFiles(
  folders: Folders,
  account: { site: string; email: string },
  worker: URL,
): Promise<Files> {
  try {
    const opened = openAccountFiles(accountFolder(folders, account), worker);
    // Loaded while the thread starts: it needs the schemas of everything that can be stored.
    const [{ journalStorage }, files] = await Promise.all([rows(), opened]);
    return {
      storage: journalStorage(files.state, files.close),
      documents: { get: files.cache.getDocument, put: files.cache.putDocument },
      sentences: files.sentences,
    };
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    return {
      storage: unavailableStorage(error.failure),
      documents: { get: async () => undefined, put: async () => {} },
      sentences: [`What you write is not saved to disk. ${error.failure.sentence}`],
    };
  }
}
