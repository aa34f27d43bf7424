/**
 * Intents that pass between processes of this account: what others left when they died or were stopped is carried out
 * here, once, and what they took over from this one meanwhile is carried out there.
 */
import type { JournalStorage } from "#journal/storage.ts";
import { reasonOf } from "./background.ts";
import type { SyncContext } from "./context.ts";
import type { Keeper } from "./keeper.ts";
import { tellOfUnreadable } from "./restoring.ts";

/** About the time that a lease lasts: nobody waits for it. */
const everyMs = 30_000;

/** Looks now and then; the returned function ends it. */
export function startInheritance(
  { store, clock, log, busy }: SyncContext,
  storage: JournalStorage,
  keeper: Keeper,
): () => void {
  let cancel = () => {};
  const look = async () => {
    try {
      const known = [...store.getState().journal.intents.keys()];
      const { gained, lost, unreadable } = await storage.claim(known);
      keeper.handOver(lost);
      keeper.takeIn(gained);
      tellOfUnreadable({ store, log }, unreadable);
    } catch (error) {
      log.warn("Intents of other processes could not be looked for.", { reason: reasonOf(error) });
    }
    arm();
  };
  const arm = () => {
    cancel = clock.after(everyMs, () => void busy.during(look()));
  };
  arm();
  return () => cancel();
}
