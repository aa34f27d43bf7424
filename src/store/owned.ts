/**
 * A clock and a store for one owner, such as a session or a screen: what its parts register with them ends when the owner
 * releases them, by construction.
 */
import type { Clock } from "#base/clock.ts";
import type { Store } from "./state.ts";

export type Owned = {
  readonly clock: Clock;
  readonly store: Store;
  /** The same for another way to run tasks later. */
  readonly owning: (after: Clock["after"]) => Clock["after"];
  /** Cancels every task and every subscription, and accepts no more. A sleep ends with the signal it was given. */
  readonly release: () => void;
};

export function owned(clock: Clock, store: Store): Owned {
  const ends = new Set<() => void>();
  let isReleased = false;
  const keep = (end: () => void) => {
    ends.add(end);
    return () => {
      ends.delete(end);
      end();
    };
  };
  const owning =
    (after: Clock["after"]): Clock["after"] =>
    (ms, task) => {
      if (isReleased) return () => {};
      const end = keep(
        after(ms, () => {
          end();
          task();
        }),
      );
      return end;
    };
  return {
    clock: { ...clock, after: owning(clock.after) },
    owning,
    store: {
      ...store,
      subscribe: (listener) => (isReleased ? () => {} : keep(store.subscribe(listener))),
    },
    release: () => {
      isReleased = true;
      for (const end of ends) end();
      ends.clear();
    },
  };
}
