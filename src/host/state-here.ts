/** An account's durable file without a thread of its own: for verbs, which draw nothing that a slow disk could delay. */
import { join } from "node:path";
import { systemClock } from "#base/clock.ts";
import { holderId, isHolderAlive } from "./leases.ts";
import type { StateFailure, StateStore } from "./rows.ts";
import { failureOf } from "./sqlite.ts";
import { StateError, stateStore } from "./state-db.ts";
import { answersOf, openStateFile } from "./state-file.ts";

const leaseMs = 30_000;

/** Rejects with a StateError when the file can neither be opened nor moved aside. */
export async function openStateHere(
  folder: string,
): Promise<{ readonly state: StateStore; readonly close: () => Promise<void> }> {
  const holder = { id: holderId(process.pid), leaseMs, isAlive: isHolderAlive };
  const file = attempt(() => openStateFile(join(folder, "state.db"), systemClock, holder));
  let cancel = () => {};
  const renewLater = () => {
    cancel = systemClock.after(leaseMs / 3, () => {
      try {
        file.renew();
        file.tidy();
      } catch {
        // A lease that could not be renewed expires; the next write of the intent reveals whether it was taken.
      }
      renewLater();
    });
  };
  renewLater();
  const state = stateStore(async (call) => {
    const [outcome] = answersOf(file, [call]);
    if (outcome !== undefined && "failure" in outcome) throw new StateError(outcome.failure);
    return outcome?.value;
  });
  const close = async () => {
    cancel();
    file.close();
  };
  return { state, close };
}

function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const failure: StateFailure = failureOf(error);
    throw new StateError(failure);
  }
}
