/**
 * What does not fit beside a change is counted after it: with twenty views and twenty thousand unread conversations that
 * takes a fifth of a second.
 */
import { follow, parts } from "#store/follow.ts";
import { countOnViews } from "#store/store.ts";
import type { SyncContext } from "#sync/context.ts";

export function startViewCounts({ store, idle }: Pick<SyncContext, "store" | "idle">): void {
  let isWaiting = false;
  const look = () => {
    if (isWaiting || !store.isCounting()) return;
    isWaiting = true;
    // Keys, and the frame, come first.
    idle.after(0, () => {
      isWaiting = false;
      countOnViews(store);
      look();
    });
  };
  look();
  follow(store, [parts.view], look);
}
