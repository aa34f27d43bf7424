/** What an earlier run of the program left: its open intents, its drafts and where the person was. */
import { recovered } from "#journal/phases.ts";
import type { JournalStorage } from "#journal/storage.ts";
import { complain, restoreTexts } from "#store/composer.ts";
import { changeDraft, changeScreen, restoreIntents } from "#store/store.ts";
import type { SyncContext } from "./context.ts";
import { placed } from "./places.ts";

/** To be done before anything else: what was sent then is older than anything that is typed now. */
export async function restore(context: SyncContext, storage: JournalStorage): Promise<void> {
  const { store, log } = context;
  try {
    const { intents, drafts, places } = await storage.load();
    restoreIntents(
      store,
      intents.map(recovered).filter((intent) => intent !== undefined),
    );
    for (const [key, draft] of drafts) changeDraft(store, key, draft);
    restoreTexts(store, drafts);
    changeScreen(store, (screen) => placed(screen, places));
    // What the server had said yes to is in its answer to the next register.
    const over = intents.filter((intent) => recovered(intent) === undefined);
    await Promise.all(over.map(({ id }) => storage.removeIntent(id)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn("What an earlier run left could not be read.", { reason });
    complain(store, reason);
  }
}
