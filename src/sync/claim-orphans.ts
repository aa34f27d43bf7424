/**
 * Claims the intents of this account's processes that died or were suspended, so that each is delivered once, and gives
 * up those that another process has claimed.
 */
import type { JournalStorage } from "#journal/storage.ts";
import { reasonOf } from "./background.ts";
import type { SyncContext } from "./context.ts";
import type { IntentPersistence } from "./persist-intents.ts";
import { tellOfUnreadable } from "./restoring.ts";

/** About the duration of a lease: this is not urgent. */
const everyMs = 30_000;

/** Checks periodically; the returned function stops it. */
export function startClaimingOrphans(
  { store, clock, log, idle }: SyncContext,
  storage: JournalStorage,
  persistence: IntentPersistence,
): () => void {
  let cancel = () => {};
  const look = async () => {
    try {
      const known = [...store.getState().journal.intents.keys()];
      const { gained, lost, unreadable } = await storage.claim(known);
      persistence.handOver(lost);
      persistence.takeIn(gained);
      tellOfUnreadable({ store, log }, unreadable);
    } catch (error) {
      log.warn("Intents of other processes could not be checked.", { reason: reasonOf(error) });
    }
    arm();
  };
  const arm = () => {
    cancel = clock.after(everyMs, () => void idle.during(look()));
  };
  arm();
  return () => cancel();
}
