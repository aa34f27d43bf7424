/**
 * The store as the screen sees it.
 *
 * It does not change while the terminal is behind: no frame is made that the terminal has no room for, and the next
 * one is the difference from the last frame sent to the newest state. Changes are passed on once, in the microtask
 * after a key, so that its frame is computed only once.
 */
import { createStore } from "zustand/vanilla";
import type { State, Store } from "#store/state.ts";

export type ShownStore = {
  /** For reading and subscribing; changes go to the store itself. */
  readonly shown: Store;
  readonly catchUp: () => void;
};

export function shownStore(store: Store, isBehind: () => boolean): ShownStore {
  const shown = createStore<State>()(() => store.getState());
  let isDue = false;
  const catchUp = () => shown.setState(store.getState(), true);
  store.subscribe(() => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      if (!isBehind()) catchUp();
    });
  });
  return { shown, catchUp };
}
