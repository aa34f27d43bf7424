/** Keeps the user's own folders of streams: on disk, in step with the account's other windows. */
import type { JournalStorage } from "#journal/storage.ts";
import { folderFrom } from "#journal/stored-rows.ts";
import type { LocalFolder, LocalFolders } from "#model/local-state.ts";
import { follow } from "#store/follow.ts";
import { changeFolders } from "#store/store.ts";
import type { StoringContext } from "./disk-writes.ts";
import { keptInStep, readRows } from "./shared-rows.ts";

/** Begins the name of a row: of a folder, and of a stream in one. */
const prefix = "folders:";

/** From the values of an earlier run, or of another window. */
export function foldersIn(values: ReadonlyMap<string, unknown>): LocalFolders {
  return new Map(
    [...values].flatMap(([name, value]) => {
      const row = name.startsWith(prefix) ? folderFrom(value) : undefined;
      return row === undefined ? [] : [[name.slice(prefix.length), row]];
    }),
  );
}

/** Undefined: it is gone. */
export function putFolder(
  storage: Pick<JournalStorage, "putValue">,
  key: string,
  row: LocalFolder | undefined,
): Promise<void> {
  return storage.putValue(prefix + key, row ?? null);
}

/** As the disk has them now. */
export async function storedFolders(
  storage: Pick<JournalStorage, "values">,
): Promise<LocalFolders> {
  return foldersIn(await storage.values(prefix));
}

export function startFolders(context: StoringContext): void {
  const { store, storage } = context;
  const file = keptInStep<string, LocalFolder>(context, {
    nameOf: (key) => `folder ${key}`,
    current: () => store.getState().journal.folders,
    isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
    stored: () => readRows(context, "Folders", () => storedFolders(storage)),
    put: (key, row) => putFolder(storage, key, row),
    change: (changes) => changeFolders(store, changes),
  });
  follow(store, [({ journal }) => journal.folders], ({ journal }, last) =>
    file.write(last.journal.folders, journal.folders),
  );
  file.readAgain();
}
