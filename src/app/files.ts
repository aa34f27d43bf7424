/** An account's files, or a stand-in that stores nothing if they cannot be opened. */
import { type Archive, noArchive } from "#archive/archive.ts";
import { archiveOver, documentsOver, loadCall } from "#archive/transport.ts";
import { lazy } from "#base/lazy.ts";
import { sha256 } from "#base/sha256.ts";
import type { Options } from "#config/options.ts";
import { accountFolder, type Folders } from "#host/paths.ts";
import type { CacheOwner } from "#host/rows.ts";
import { noSignal, signalIn } from "#host/signal-file.ts";
import { StateError, type StorageThread } from "#host/state-db.ts";
import { type JournalStorage, StorageError, type StorageFailure } from "#journal/storage.ts";
import type { Documents } from "#sync/asks/emoji-names.ts";

export type Files = {
  readonly storage: JournalStorage;
  /** Cached server documents. */
  readonly documents: Omit<Documents, "fetch">;
  /** What was seen, unless it is to be kept in memory only. */
  readonly archive: Archive;
  /** Resolves if it has nothing to show at the start; else never. */
  readonly nothingToShow: Promise<unknown>;
  /** Bytes that it may take on disk. */
  readonly archiveSize: number;
  /** Warnings for the user. */
  readonly sentences: readonly string[];
};

type ArchiveOptions = Pick<Options, "archive" | "archiveSize">;
export type Owner = { readonly site: string; readonly email: string };

const noSteps: JournalStorage["steps"] = async (_, seen) => ({ rows: [], seen, openElsewhere: [] });

/** For a realm that is new at each start: what was done in the one before would be undone to other messages. */
export function withoutSteps(files: Files): Files {
  const forget = async () => {};
  const storage = { ...files.storage, steps: noSteps, putStep: forget, removeStep: forget };
  return { ...files, storage };
}

/** Stands in for files that cannot be opened: it is empty, and every write is rejected. */
export function unavailableStorage(failure: StorageFailure): JournalStorage {
  const refuse = () => Promise.reject(new StorageError(failure));
  return {
    load: async () => ({ intents: [], drafts: new Map(), values: new Map(), unreadable: 0 }),
    claim: async () => ({ gained: [], lost: [], elsewhere: [], unreadable: 0 }),
    putIntent: refuse,
    removeIntent: refuse,
    putDraft: refuse,
    removeDraft: refuse,
    values: async () => new Map(),
    putValue: refuse,
    ...noSignal,
    take: refuse,
    settle: refuse,
    release: refuse,
    snoozes: async () => new Map(),
    putSnooze: refuse,
    removeSnooze: refuse,
    steps: noSteps,
    putStep: refuse,
    removeStep: refuse,
    close: async () => {},
  };
}

/** Whether SQLite prints no warning on the main thread that it is experimental. */
export function isQuiet(): boolean {
  return Number.parseInt(process.versions.node, 10) >= 24;
}

export const noMessages: ArchiveOptions = { archive: false, archiveSize: 0 };

export function cacheOwner({ site, email }: Owner, keepsMessages: boolean): CacheOwner {
  const account = sha256(`${site}\n${email}`);
  return { account, keepsMessages };
}

const rows = lazy(() => import("./storage.ts"));

/** `first`: what was saved, which is read as soon as the file is open, while this thread is loading the screen. */
function loadedEarly(
  archive: Archive,
  first: ReturnType<Archive["load"]>,
): Pick<Files, "archive" | "nothingToShow"> {
  let early: typeof first | undefined = first;
  const { promise: nothingToShow, resolve } = Promise.withResolvers<void>();
  void early.then((saved) => saved === undefined && resolve(), resolve);
  const load = () => {
    const loaded = early ?? archive.load();
    // It is large.
    early = undefined;
    return loaded;
  };
  return { archive: { ...archive, load }, nothingToShow };
}

export async function openFiles(
  folders: Folders,
  account: Owner,
  thread: StorageThread,
  { archive, archiveSize }: ArchiveOptions,
): Promise<Files> {
  try {
    const owner = cacheOwner(account, archive);
    const folder = accountFolder(folders, account);
    const opened = thread.open(folder, owner, archive ? loadCall : undefined);
    // Loaded while the thread starts: it needs the schemas of everything that can be stored.
    const [{ journalStorage }, files] = await Promise.all([rows(), opened]);
    return {
      storage: journalStorage(files.state, files.close, signalIn(folder)),
      documents: documentsOver(files.cache),
      ...loadedEarly(
        archive ? archiveOver(files.cache) : noArchive,
        archiveOver(async () => files.first).load(),
      ),
      archiveSize: archiveSize * 1_000_000,
      sentences: files.sentences,
    };
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    const { kind, sentence } = error.failure;
    // The disk's own sentences say it themselves.
    const says =
      kind === "full" || kind === "read-only" ? "" : "What you write is not saved to disk. ";
    return {
      storage: unavailableStorage(error.failure),
      documents: { get: async () => undefined, put: async () => {} },
      ...loadedEarly(noArchive, noArchive.load()),
      archiveSize: 0,
      sentences: [says + sentence],
    };
  }
}
