/** The journal's intents on disk: whatever changes in memory is written in the same order. */
import type { Intent, IntentId } from "#journal/intent.ts";
import type { Journal } from "#journal/journal.ts";
import { type JournalStorage, StorageError } from "#journal/storage.ts";
import { complain, giveBack } from "#store/composer.ts";
import { retire } from "#store/store.ts";
import type { SyncContext } from "./context.ts";

export type Keeper = {
  /** Resolves once the intent is on disk as it is now; rejects with a StorageError when it cannot be. */
  readonly saved: (id: IntentId) => Promise<void>;
  /** Resolves once everything is written, or was tried. */
  readonly settled: () => Promise<void>;
  readonly stop: () => void;
};

export function startKeeper(context: SyncContext, storage: JournalStorage): Keeper {
  const { store } = context;
  const writes = new Map<IntentId, Promise<void>>();

  const put = (intent: Intent) => {
    const write = context.busy.during(storage.putIntent(intent));
    writes.set(intent.id, write);
    write.catch((error: unknown) => onFailure(context, intent, error));
  };
  const remove = (id: IntentId) => {
    const write = context.busy.during(storage.removeIntent(id)).catch((error: unknown) => {
      context.log.warn("An intent could not be removed from the disk.", {
        reason: reasonOf(error),
      });
    });
    writes.set(id, write);
    void write.then(() => writes.get(id) === write && writes.delete(id));
  };
  const write = (before: Journal["intents"], after: Journal["intents"]) => {
    for (const intent of after.values()) if (isNews(before.get(intent.id), intent)) put(intent);
    for (const id of before.keys()) if (!after.has(id)) remove(id);
  };

  write(new Map(), store.getState().journal.intents);
  const stop = store.subscribe(({ journal }, last) => {
    if (journal.intents !== last.journal.intents) write(last.journal.intents, journal.intents);
  });
  return {
    saved: (id) => writes.get(id) ?? Promise.resolve(),
    settled: async () => {
      await Promise.allSettled(writes.values());
    },
    stop,
  };
}

/** What can be repeated without harm need not be written again for each phase; where a send stands must be known. */
function isNews(before: Intent | undefined, after: Intent): boolean {
  if (before === undefined || before.wish !== after.wish) return true;
  return after.wish.kind === "send" && before.phase !== after.phase;
}

/** A send that never left gives its text back to the composer: it must not exist in memory alone. */
function onFailure({ store, log }: SyncContext, intent: Intent, error: unknown): void {
  log.warn("An intent could not be stored.", { kind: intent.wish.kind, reason: reasonOf(error) });
  complain(store, reasonOf(error));
  const first = intent.phase === "waiting" || (intent.phase === "sending" && intent.attempts === 1);
  if (intent.wish.kind !== "send" || !first || !store.getState().journal.intents.has(intent.id))
    return;
  giveBack(store, intent.wish.address, intent.wish.content);
  retire(store, [intent.id]);
}

function reasonOf(error: unknown): string {
  if (error instanceof StorageError) return error.failure.sentence;
  return error instanceof Error ? error.message : String(error);
}
