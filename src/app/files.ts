/** An account's files, or a stand-in that stores nothing if they cannot be opened. */
import { createHash } from "node:crypto";
import { type Archive, noArchive } from "#archive/archive.ts";
import { archiveOver, documentsOver, type OpenArchive } from "#archive/client.ts";
import { lazy } from "#base/lazy.ts";
import { defaults, type Options } from "#config/options.ts";
import { accountFolder, type Folders } from "#host/paths.ts";
import type { CacheOwner } from "#host/rows.ts";
import { openAccountFiles, StateError } from "#host/state-db.ts";
import { type JournalStorage, StorageError, type StorageFailure } from "#journal/storage.ts";
import type { Documents } from "#sync/asks/emoji-names.ts";

export type Files = {
  readonly storage: JournalStorage;
  /** Cached server documents. */
  readonly documents: Omit<Documents, "fetch">;
  /** What was seen, unless it is to be kept in memory only. */
  readonly archive: Archive;
  /** Bytes that it may take on disk. */
  readonly archiveSize: number;
  /** Warnings for the user. */
  readonly sentences: readonly string[];
};

type ArchiveOptions = Pick<Options, "archive" | "archiveSize">;
type Owner = { readonly site: string; readonly email: string };

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

export const noMessages: ArchiveOptions = { archive: false, archiveSize: 0 };

/** Whether SQLite prints no warning on the main thread that it is experimental. */
function isQuiet(): boolean {
  return Number.parseInt(process.versions.node, 10) >= 24;
}

function cacheOwner({ site, email }: Owner, keepsMessages: boolean): CacheOwner {
  const account = createHash("sha256").update(`${site}\n${email}`).digest("hex");
  return { account, keepsMessages };
}

const stateHere = lazy(() => import("#host/state-here.ts"));
const cacheHere = lazy(() => import("#archive/client.ts"));
const rows = lazy(() => import("./storage.ts"));

/** The journal alone, for verbs: on the main thread if SQLite prints no warning there, because that starts sooner. */
export async function openJournal(
  folders: Folders,
  account: Owner,
  worker: URL,
): Promise<JournalStorage> {
  if (!isQuiet()) return (await openFiles(folders, account, worker, defaults)).storage;
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
export async function openDocuments(folders: Folders, account: Owner): Promise<Files["documents"]> {
  if (!isQuiet()) return { get: async () => undefined, put: async () => {} };
  const { documentsHere } = await cacheHere();
  return documentsHere(accountFolder(folders, account), cacheOwner(account, true));
}

/** The archive alone, for verbs: on the main thread likewise. */
export async function openArchive(
  folders: Folders,
  account: Owner,
  worker: URL,
): Promise<OpenArchive> {
  if (!isQuiet()) {
    const { archive, storage } = await openFiles(folders, account, worker, defaults);
    return { archive, close: storage.close };
  }
  const { openArchiveHere } = await cacheHere();
  return openArchiveHere(accountFolder(folders, account), cacheOwner(account, true));
}

/** `worker` is the built `state-worker.js`. */
export async function openFiles(
  folders: Folders,
  account: Owner,
  worker: URL,
  { archive, archiveSize }: ArchiveOptions,
): Promise<Files> {
  try {
    const owner = cacheOwner(account, archive);
    const opened = openAccountFiles(accountFolder(folders, account), worker, owner);
    // Loaded while the thread starts: it needs the schemas of everything that can be stored.
    const [{ journalStorage }, files] = await Promise.all([rows(), opened]);
    return {
      storage: journalStorage(files.state, files.close),
      documents: documentsOver(files.cache),
      archive: archive ? archiveOver(files.cache) : noArchive,
      archiveSize: archiveSize * 1_000_000,
      sentences: files.sentences,
    };
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    return {
      storage: unavailableStorage(error.failure),
      documents: { get: async () => undefined, put: async () => {} },
      archive: noArchive,
      archiveSize: 0,
      sentences: [`What you write is not saved to disk. ${error.failure.sentence}`],
    };
  }
}
