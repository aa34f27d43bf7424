/**
 * Shows the continuations of a key sequence in the footer after a pause, so that it does not flicker during fast
 * typing.
 */
import type { Clock } from "#base/clock.ts";
import type { Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";

const pauseMs = 400;

export function keepContinuations(store: Store, clock: Clock): void {
  let cancel = () => {};
  store.subscribe(({ screen: { pending } }, before) => {
    if (pending === before.screen.pending) return;
    cancel();
    if (pending === "") return;
    cancel = clock.after(pauseMs, () =>
      changeScreen(store, (screen) =>
        screen.pending === pending ? { ...screen, pausedAt: pending } : screen,
      ),
    );
  });
}
