/** Keeps on disk when the user was here, so that the next visit can tell what happened since. */
import { lookEvery } from "#base/clock.ts";
import { type Here, hereAt, storedHere } from "#store/here.ts";
import { changeSession } from "#store/store.ts";
import type { StoringContext } from "./disk-writes.ts";

export const hereRow = "here";
/** A visit that ends with the machine's power may seem to end so much earlier. */
const everyMs = 60_000;

/** From an earlier run; undefined if there is none. */
export function hereIn(values: ReadonlyMap<string, unknown>): Here | undefined {
  return storedHere(values.get(hereRow));
}

export type KeyTimes = {
  /** UNIX milliseconds; 0 before the first key. */
  readonly lastKeyAt: () => number;
};

/** Returns a function that stores the last key immediately. */
export function startHere(
  { store, clock, storage, disk }: StoringContext,
  { lastKeyAt }: KeyTimes,
): () => void {
  const look = () => {
    const keyAt = lastKeyAt();
    const { here } = store.getState().session;
    const now = keyAt === 0 ? here : hereAt(here, keyAt);
    if (now === undefined || now === here) return;
    changeSession(store, (session) => ({ ...session, here: now }));
    void disk.write(hereRow, () => storage.putValue(hereRow, now));
  };
  lookEvery(clock, everyMs, look);
  return look;
}
