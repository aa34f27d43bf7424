/** How long toasts stay: long enough to be read. */

import type { Clock } from "#base/clock.ts";
import { follow } from "#store/follow.ts";
import type { Toast } from "#store/screen.ts";
import type { Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";

/** A key pressed earlier than this was not a reaction to the toast. */
const readingMs = 1_500;
const longestMs = 10_000;

export type Toasts = {
  /** To be called after a key, with the toast from before it: a toast that the key caused stays. */
  readonly keyPressed: (before: Toast | undefined) => void;
};

export function keepToasts(store: Store, clock: Clock): Toasts {
  let shown = store.getState().screen.toast;
  let since = clock.elapsed();
  let cancel = () => {};

  const clear = (toast: Toast) =>
    changeScreen(store, (screen) =>
      screen.toast === toast ? { ...screen, toast: undefined } : screen,
    );
  follow(store, [({ screen }) => screen.toast], ({ screen: { toast } }) => {
    shown = toast;
    since = clock.elapsed();
    cancel();
    if (toast !== undefined) cancel = clock.after(longestMs, () => clear(toast));
  });
  return {
    keyPressed: (before) => {
      const now = clock.elapsed();
      if (before !== undefined && before === shown && now - since >= readingMs) clear(before);
    },
  };
}
