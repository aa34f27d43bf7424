/** The realm as it was last seen, to be shown until the server answers. */
import { archiveDropped, type SavedRealm } from "#archive/archive.ts";
import { restoredReplica } from "#archive/saved-replica.ts";
import type { Replica } from "#model/replica.ts";
import { changeReplica, changeSession } from "#store/store.ts";
import type { SyncContext } from "#sync/context.ts";

export type RestoredRealm = {
  readonly replica: Replica;
  /** UNIX milliseconds: when the server confirmed it. */
  readonly since: number;
};

/** Undefined if nothing was saved, or if it cannot be trusted, and then it is erased. */
export async function restoreRealm(
  { clock, log, archive }: Pick<SyncContext, "clock" | "log" | "archive">,
  saved: SavedRealm | undefined,
): Promise<RestoredRealm | undefined> {
  if (saved === undefined) return undefined;
  const replica = restoredReplica(saved.sections);
  if (replica === undefined) {
    log.warn(archiveDropped);
    await archive.forget();
    return undefined;
  }
  // Clocks can be set back.
  return { replica, since: Math.min(saved.savedAt, clock.now()) };
}

/**
 * Shows it until the server answers. What the user has done to it is known before: lists keep rows that are dealt with
 * while they are shown.
 */
export function showRealm({ store }: Pick<SyncContext, "store">, realm: RestoredRealm): void {
  const { replica, since } = realm;
  changeReplica(store, () => replica);
  changeSession(store, (session) => ({ ...session, connection: { kind: "stale", since } }));
}
