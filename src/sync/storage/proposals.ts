/** Keeps what programs propose on disk, in step with the account's other windows, and drops what has lapsed. */
import type { IntentId } from "#journal/intent.ts";
import { hasLapsed, type Proposal, proposalFrom } from "#journal/proposals.ts";
import { follow } from "#store/follow.ts";
import { changeLocal } from "#store/store.ts";
import type { StoringContext } from "./disk-writes.ts";
import { keepValues, valueRows } from "./shared-rows.ts";

/** Those that have lapsed as well. */
export const proposalRows = valueRows<IntentId, Proposal>("proposal ", proposalFrom);

export function startProposals(context: StoringContext): void {
  const { store, clock, storage, stopped } = context;
  const readNow = keepValues(context, proposalRows, {
    title: "Proposals",
    of: ({ proposals }) => proposals,
    change: (changes) => changeLocal(store, "proposals", changes),
    isOver: (proposal) => hasLapsed(proposal, clock.now()),
  });
  stopped.addEventListener("abort", storage.whenTold(readNow), { once: true });
  // Who was told of one by the program looks for it there, and would not wait.
  follow(store, [({ screen }) => screen.place.kind], ({ screen }) => {
    if (screen.place.kind === "outbox") readNow();
  });
}
