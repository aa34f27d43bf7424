/**
 * Persists the highest ID of a message that a send became.
 *
 * A register answer does not count messages to streams that the user is not subscribed to. Without this, a send whose
 * response was lost could be taken for an equal message from before a restart, and never be sent.
 */

import { follow, parts } from "#store/follow.ts";
import { changeSession } from "#store/store.ts";
import type { StoringContext } from "./disk-writes.ts";

const key = "newest sent";

export function startNewestSent({ store, storage, disk }: StoringContext): void {
  follow(store, [parts.intents], ({ journal, session }) => {
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
