/** Bounds memory: evicts messages far from where the user reads. */

import { evict, evictionDefaults } from "#model/evict.ts";
import { narrowKey } from "#model/narrow.ts";
import { follow, parts } from "#store/follow.ts";
import type { State } from "#store/state.ts";
import { changeReplica } from "#store/store.ts";
import type { SyncContext } from "./context.ts";

/** Watches the number of messages; the returned function stops it. */
export function startEviction(
  { store, clock }: SyncContext,
  most: number = evictionDefaults.most,
): () => void {
  let isDue = false;
  const tidy = () => {
    isDue = false;
    const keep = { most, open: openNarrows(store.getState()) };
    changeReplica(store, (replica, batch) => evict(replica, keep, batch));
  };
  return follow(store, [parts.replica], ({ replica }) => {
    if (isDue || replica.messages.size <= most) return;
    isDue = true;
    // Not within the change that exceeded the limit: its frame comes first.
    clock.after(0, tidy);
  });
}

/** The open narrow and the message at the reading position; undefined: at its end. */
function openNarrows({ screen }: State) {
  if (screen.place.kind !== "narrow") return new Map();
  const key = narrowKey(screen.place.narrow);
  const reader = screen.readers.get(key);
  const row = reader?.top?.row ?? reader?.selected;
  return new Map([[key, typeof row === "number" ? row : undefined]]);
}
