/**
 * The store as the screen shows it.
 *
 * It stands still while the terminal is behind: a frame that the terminal has no room for is not made, and the next one
 * is the difference from what the terminal was sent last to what is newest then. A key may change the store several
 * times; it follows once, in the microtask after them, so that the lines of a pane are made once for the key's frame.
 */
import { createStore } from "zustand/vanilla";
import type { State, Store } from "#store/state.ts";

export type ShownStore = {
  /** To be read and subscribed to; whoever changes something changes the store itself. */
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
