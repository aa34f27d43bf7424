/** Keeps what is in memory within bounds: after a flood, messages far from where somebody reads leave it. */
import { forget, keepDefaults } from "#model/forget.ts";
import { narrowKey } from "#model/narrow.ts";
import type { State } from "#store/state.ts";
import { changePicture } from "#store/store.ts";
import type { SyncContext } from "./context.ts";

/** Watches how many messages there are; the returned function ends it. */
export function startMemory(
  { store, clock }: SyncContext,
  most: number = keepDefaults.most,
): () => void {
  let isDue = false;
  const tidy = () => {
    isDue = false;
    const keep = { most, open: openNarrows(store.getState()) };
    changePicture(store, (picture, batch) => forget(picture, keep, batch));
  };
  return store.subscribe(({ picture }) => {
    if (isDue || picture.messages.size <= most) return;
    isDue = true;
    // Not within the change that went over the bound: its frame comes first.
    clock.after(0, tidy);
  });
}

/** The open narrow with the message at which it is read; undefined: at its end. */
function openNarrows({ screen }: State) {
  if (screen.place.kind !== "narrow") return new Map();
  const key = narrowKey(screen.place.narrow);
  const reader = screen.readers.get(key);
  const row = reader?.top?.row ?? reader?.selected;
  return new Map([[key, typeof row === "number" ? row : undefined]]);
}
