/** Notes the time while open ends are listed: a question is only one when nobody has answered for some hours. */
import { lookEvery } from "#base/clock.ts";
import { follow, parts } from "#store/follow.ts";
import { changeScreen } from "#store/store.ts";
import type { SyncContext } from "#sync/context.ts";

const everyMs = 60_000;

export function startOpenEnds({ store, clock }: Pick<SyncContext, "store" | "clock">): void {
  const note = () =>
    changeScreen(store, (screen) => ({
      ...screen,
      triage: { ...screen.triage, waitedAt: Math.floor(clock.now() / 1000) },
    }));
  const noteWhileOpen = () => {
    if (store.getState().screen.place.kind === "waiting") note();
  };
  note();
  follow(store, [parts.place], noteWhileOpen);
  lookEvery(clock, everyMs, noteWhileOpen);
}
