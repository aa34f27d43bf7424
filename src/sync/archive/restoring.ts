/** Restores the realm as it was last seen, to be shown until the server answers. */
import type { SavedRealm } from "#archive/archive.ts";
import { restoredReplica } from "#archive/saved-replica.ts";
import type { Replica } from "#model/replica.ts";
import { changeReplica, changeSession } from "#store/store.ts";
import type { SyncContext } from "#sync/context.ts";
import { inSlices } from "#sync/history/fetching.ts";

/** Returns the restored replica; undefined if nothing was saved, or if it cannot be trusted, and then it is erased. */
export async function restoreRealm(
  { store, clock, stopped, log, archive }: SyncContext,
  saved: SavedRealm | undefined,
): Promise<Replica | undefined> {
  if (saved === undefined) return undefined;
  const replica = await inSlices(restoredReplica(saved.sections), clock, stopped);
  if (replica === undefined) {
    log.warn("The archive cannot be read by this version; it is dropped.");
    await archive.forget();
    return undefined;
  }
  changeReplica(store, () => replica);
  // Clocks can be set back.
  const since = Math.min(saved.savedAt, clock.now());
  changeSession(store, (session) => ({ ...session, connection: { kind: "stale", since } }));
  return replica;
}
