/**
 * Persists the highest ID of a message that a send became.
 *
 * A register answer does not count messages to streams that the user is not subscribed to. Without this, a send whose
 * response was lost could be taken for an equal message from before a restart, and never be sent.
 */
import type { JournalStorage } from "#journal/storage.ts";
import { changeSession } from "#store/store.ts";
import type { SyncContext } from "./context.ts";
import type { DiskWrites } from "./disk-writes.ts";

const key = "newest sent";

/** The returned function stops it. */
export function startNewestSent(
  { store }: SyncContext,
  storage: JournalStorage,
  disk: DiskWrites,
): () => void {
  return store.subscribe(({ journal, session }, last) => {
    if (journal.intents === last.journal.intents) return;
    const ids = [...journal.intents.values()].map(({ messageId }) => messageId ?? 0);
    const newest = Math.max(session.newestSent, ...ids);
    if (newest === session.newestSent) return;
    changeSession(store, (before) => ({ ...before, newestSent: newest }));
    void disk.write(key, () => storage.putPlace(key, newest));
  });
}

/** From an earlier run; 0 if there is none. */
export function newestSentIn(places: ReadonlyMap<string, unknown>): number {
  const newest = places.get(key);
  return typeof newest === "number" && Number.isInteger(newest) ? newest : 0;
}
