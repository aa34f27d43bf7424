/**
 * Retries writes to the account's file that the disk refuses.
 *
 * Nothing blocks on disk space. A refused write stays in memory, is marked as unsaved, and is retried until it
 * succeeds: only the newest state of each row.
 */
import { type JournalStorage, StorageError } from "#journal/storage.ts";
import type { Store } from "#store/state.ts";
import { changeSession } from "#store/store.ts";
import { showDone, showError } from "#store/toast.ts";
import type { SyncContext } from "#sync/context.ts";
import { reasonOf } from "#sync/context.ts";

const retryMs = 5_000;

type Write = () => Promise<void>;

export type DiskWrites = {
  /** Writes the newest state of `row`. Resolves when the disk has responded; true: it is on disk. Never rejects. */
  readonly write: (row: string, write: Write) => Promise<boolean>;
  /** Retries refused writes once, and resolves when the disk has responded to all of them. */
  readonly settled: () => Promise<void>;
  /** Stops the retries, except those of `settled`. */
  readonly stop: () => void;
};

/** The context of parts that keep something on disk. */
export type StoringContext = SyncContext & {
  readonly storage: JournalStorage;
  readonly disk: DiskWrites;
};

export function startDiskWrites({
  store,
  clock,
  log,
  idle,
}: Pick<SyncContext, "store" | "clock" | "log" | "idle">): DiskWrites {
  /** The newest pending write of each row. */
  const underWay = new Map<
    string,
    { readonly write: Write; readonly answered: Promise<boolean> }
  >();
  /** The newest refused write of each row. */
  const refused = new Map<string, Write>();
  let told: string | undefined;
  let cancelRetry: (() => void) | undefined;
  let isStopped = false;

  const publish = () =>
    changeSession(store, (session) => {
      const same =
        session.unsaved.size === refused.size &&
        [...refused.keys()].every((row) => session.unsaved.has(row));
      return same ? session : { ...session, unsaved: new Set(refused.keys()) };
    });

  const noteRefusal = (row: string, write: Write, error: unknown) => {
    if (refused.size === 0) told = tellRefusal(store, sentenceOf(error));
    refused.set(row, write);
    if (!isStopped) cancelRetry ??= clock.after(retryMs, retry);
  };
  const noteSuccess = (row: string) => {
    if (!refused.delete(row)) return;
    if (refused.size > 0) return;
    log.note("The disk accepts writes again.");
    tellSaved(store, told);
  };

  const attempt = async (row: string, write: Write): Promise<boolean> => {
    const isNewest = () => underWay.get(row)?.write === write;
    try {
      await idle.during(write());
    } catch (error) {
      // Logged once per outage, not for each retry.
      if (refused.size === 0) log.warn("The disk rejects writes.", { reason: reasonOf(error) });
      if (isNewest()) {
        underWay.delete(row);
        noteRefusal(row, write, error);
        publish();
      }
      return false;
    }
    if (isNewest()) {
      underWay.delete(row);
      noteSuccess(row);
      publish();
    }
    if (refused.size > 0) retry();
    return true;
  };
  const start = (row: string, write: Write): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    underWay.set(row, { write, answered: promise });
    void attempt(row, write).then(resolve);
    return promise;
  };
  const retry = () => {
    cancelRetry?.();
    cancelRetry = undefined;
    for (const [row, write] of refused) if (!underWay.has(row)) void start(row, write);
  };

  return {
    write: start,
    settled: async () => {
      retry();
      while (underWay.size > 0)
        await Promise.all([...underWay.values()].map(({ answered }) => answered));
    },
    stop: () => {
      isStopped = true;
      cancelRetry?.();
    },
  };
}

/** Returns the sentence. The notice says it already if the file was found so. */
function tellRefusal(store: Store, sentence: string): string {
  const { notice = "" } = store.getState().session;
  if (!notice.includes(sentence)) showError(store, sentence);
  return sentence;
}

/** Also ends the notice, if that says nothing else than what was refused. */
function tellSaved(store: Store, told: string | undefined): void {
  showDone(store, "Saved to disk again.");
  changeSession(store, (session) =>
    session.notice === told ? { ...session, notice: undefined } : session,
  );
}

/** The message shown to the user for a storage error; errors other than a refusal by the disk are only logged. */
export function sentenceOf(error: unknown): string {
  return error instanceof StorageError
    ? error.failure.sentence
    : "Saved text could not be read or written. Details are in the log.";
}
