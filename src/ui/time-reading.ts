/** Parses typed times: the library is loaded when the first time is typed, and frames never wait for it. */

import type { Clock } from "#base/clock.ts";
import type { Zone } from "#base/time.ts";
import { typedTimeParser } from "#base/typed-time.ts";
import { wantsTime } from "#commands/composer/completion.ts";
import { follow, parts } from "#store/follow.ts";
import type { Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";

export function keepTimeReading(
  store: Store,
  clock: Pick<Clock, "now">,
  zone: () => Zone,
  onFault: (error: unknown) => void,
): void {
  const load = async () => {
    const parse = await typedTimeParser();
    const readTime = (typed: string) => parse(typed, Math.floor(clock.now() / 1000), zone())?.at;
    changeScreen(store, (screen) => ({ ...screen, writing: { ...screen.writing, readTime } }));
  };
  let isAsked = false;
  const stop = follow(store, [parts.screen], ({ screen }) => {
    if (isAsked || !wantsTime(screen)) return;
    isAsked = true;
    load().then(stop, (error: unknown) => {
      // The next time that is typed tries again.
      isAsked = false;
      onFault(error);
    });
  });
}
