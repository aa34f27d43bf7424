/** Restores what other runs of the program left: open intents, drafts and the place. */

import { withCachedNames } from "#journal/cached-names.ts";
import type { Intent } from "#journal/intent.ts";
import { restoreTexts, showError } from "#store/composer.ts";
import { changeDraft, changeReplica, changeScreen, changeSession } from "#store/store.ts";
import { reasonOf } from "./background.ts";
import { namesRow } from "./cached-names.ts";
import type { SyncContext } from "./context.ts";
import { type StoringContext, sentenceOf } from "./disk-writes.ts";
import { newestSentIn } from "./newest-sent.ts";
import { placed } from "./places.ts";
import { statusUntilFrom } from "./status-expiry.ts";

/** Restores drafts and place. Returns the intents, which are older than any added now. */
export async function restore({
  store,
  log,
  clock,
  storage,
}: StoringContext): Promise<readonly Intent[]> {
  try {
    const { intents, drafts, places, unreadable } = await storage.load();
    changeReplica(store, (replica) => withCachedNames(replica, places.get(namesRow)));
    for (const [key, draft] of drafts) changeDraft(store, key, draft);
    restoreTexts(store, drafts);
    changeScreen(store, (screen) => placed(screen, places, clock.now()));
    const newestSent = newestSentIn(places);
    const statusUntil = statusUntilFrom(places);
    changeSession(store, (session) => ({ ...session, newestSent, statusUntil }));
    reportUnreadable({ store, log }, unreadable);
    return intents;
  } catch (error) {
    log.warn("The state of an earlier run could not be read.", { reason: reasonOf(error) });
    showError(store, sentenceOf(error));
    return [];
  }
}

/** Notifies the user of data that only another version of weir can show or send. */
export function reportUnreadable(
  { store, log }: Pick<SyncContext, "store" | "log">,
  count: number,
): void {
  if (count === 0) return;
  log.warn("Saved rows cannot be read by this version.", { count });
  const what = count === 1 ? "A saved text or change" : `${count} saved texts or changes`;
  showError(store, `${what} cannot be read by this version of weir. Nothing was deleted.`);
}
