/** An account's files, or, where they cannot be opened, a memory that ends with the program and says so. */

import { accountFolder, type Folders } from "#host/paths.ts";
import { openAccountFiles, StateError } from "#host/state-db.ts";
import type { JournalStorage } from "#journal/storage.ts";
import { journalStorage } from "./storage.ts";

export type Files = {
  readonly storage: JournalStorage;
  /** What the person should be told. */
  readonly sentences: readonly string[];
};

/** Keeps nothing: what is typed is lost with the program. */
const forgetful: JournalStorage = {
  load: async () => ({ intents: [], drafts: new Map(), places: new Map() }),
  claim: async () => [],
  putIntent: async () => {},
  removeIntent: async () => {},
  putDraft: async () => {},
  removeDraft: async () => {},
  putPlace: async () => {},
  close: async () => {},
};

/** `worker` is the built `state-worker.js`. */
export async function openFiles(
  folders: Folders,
  account: { site: string; email: string },
  worker: URL,
): Promise<Files> {
  try {
    const files = await openAccountFiles(accountFolder(folders, account), worker);
    return { storage: journalStorage(files.state, files.close), sentences: files.sentences };
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    return {
      storage: forgetful,
      sentences: [`What you write is not kept on disk. ${error.failure.sentence}`],
    };
  }
}
