/** What other processes of this account left when they died: their open intents become ours, and are carried out once. */
import { recovered } from "#journal/phases.ts";
import type { JournalStorage } from "#journal/storage.ts";
import { restoreIntents } from "#store/store.ts";
import type { SyncContext } from "./context.ts";

/** About the time that a lease lasts: nobody waits for it. */
const everyMs = 30_000;

/** Looks now and then; the returned function ends it. */
export function startInheritance(context: SyncContext, storage: JournalStorage): () => void {
  const { store, clock, log, busy } = context;
  let cancel = () => {};
  const look = async () => {
    try {
      const left = await storage.claim();
      restoreIntents(
        store,
        left.map(recovered).filter((intent) => intent !== undefined),
      );
    } catch (error) {
      log.warn("Intents of other processes could not be looked for.", { reason: String(error) });
    }
    arm();
  };
  const arm = () => {
    cancel = clock.after(everyMs, () => void busy.during(look()));
  };
  arm();
  return () => cancel();
}
