/** What verbs keep in the account's journal on this machine: opened for one use, and closed after it. */
import { type JournalStorage, StorageError } from "#journal/storage.ts";
import { Exit } from "./exit-codes.ts";
import type { VerbContext } from "./verb-context.ts";

/** If the disk refuses, resolves with what `refused` makes of that; by default, throws an Exit with its sentence. */
export async function withStorage<T>(
  { openOutbox }: Pick<VerbContext, "openOutbox">,
  use: (storage: JournalStorage) => Promise<T>,
  refused: (error: StorageError) => T = refuse,
): Promise<T> {
  try {
    const storage = await openOutbox();
    return await use(storage).finally(storage.close);
  } catch (error) {
    if (error instanceof StorageError) return refused(error);
    throw error;
  }
}

function refuse({ message }: StorageError): never {
  throw new Exit("refused", message);
}
