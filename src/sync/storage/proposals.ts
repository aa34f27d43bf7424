/** Keeps what programs propose on disk, in step with the account's other windows, and drops what has lapsed. */
import type { IntentId } from "#journal/intent.ts";
import { hasLapsed, type Proposal, type Proposals, proposalFrom } from "#journal/proposals.ts";
import type { JournalStorage } from "#journal/storage.ts";
import { follow } from "#store/follow.ts";
import { changeProposals } from "#store/store.ts";
import type { StoringContext } from "./disk-writes.ts";
import { keptInStep, readRows } from "./shared-rows.ts";

/** Begins the name of a proposal's row. */
const prefix = "proposal ";

/** Those that have not lapsed, of the values that are on disk. `now` is in UNIX milliseconds. */
function proposalsIn(values: ReadonlyMap<string, unknown>, now: number): Proposals {
  const found = [...values].flatMap(([name, value]) => {
    const proposal = name.startsWith(prefix) ? proposalFrom(value) : undefined;
    return proposal === undefined || hasLapsed(proposal, now) ? [] : [proposal];
  });
  return new Map(found.map((proposal) => [proposal.id, proposal]));
}

export async function storedProposals(
  storage: Pick<JournalStorage, "values">,
  now: number,
): Promise<Proposals> {
  return proposalsIn(await storage.values(prefix), now);
}

/** Undefined removes it. */
export function putProposal(
  storage: Pick<JournalStorage, "putValue">,
  id: IntentId,
  proposal: Proposal | undefined,
): Promise<void> {
  return storage.putValue(prefix + id, proposal ?? null);
}

export function startProposals(context: StoringContext): void {
  const { store, clock, storage } = context;
  const file = keptInStep<IntentId, Proposal>(context, {
    nameOf: (id) => prefix + id,
    current: () => store.getState().journal.proposals,
    isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
    stored: () => readRows(context, "Proposals", () => storedProposals(storage, clock.now())),
    put: (id, proposal) => putProposal(storage, id, proposal),
    change: (changes) => changeProposals(store, changes),
  });
  follow(store, [({ journal }) => journal.proposals], ({ journal }, last) =>
    file.write(last.journal.proposals, journal.proposals),
  );
  file.readAgain();
  // Who was told of one by the program looks for it there, and would not wait.
  follow(store, [({ screen }) => screen.place.kind], ({ screen }) => {
    if (screen.place.kind === "outbox") file.readNow();
  });
}
