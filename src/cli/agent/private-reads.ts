/**
 * The private places that programs have read within a day, on disk: one that is started again, or another one beside it, may
 * carry what stood there.
 *
 * Which program it was does not matter, since what programs call themselves is not verified.
 */
import { withStorage } from "#cli/storage.ts";
import type { VerbPorts } from "#cli/verb-context.ts";
import { hasLapsed, type PrivateRead, privateReadFrom } from "#journal/proposals.ts";
import type { JournalStorage } from "#journal/storage.ts";
import { valueRows } from "#sync/storage/shared-rows.ts";
import type { ReadPlace } from "./reading.ts";

/** By who can read there. */
const rows = valueRows<string, PrivateRead>("agent read ", privateReadFrom);

/** Resolves when they are on disk. Throws an Exit if the disk refuses: nothing is read that would be forgotten. */
export async function keepPrivateReads(
  { openOutbox, clock }: Pick<VerbPorts, "openOutbox" | "clock">,
  places: readonly ReadPlace[],
): Promise<void> {
  const at = clock.now();
  await withStorage({ openOutbox }, async (storage) => {
    for (const { title, audience } of places)
      await rows.put(storage, audience, { title, audience, at });
  });
}

/** The last one comes last. */
export async function privateReads(
  storage: Pick<JournalStorage, "values" | "putValue">,
  now: number,
): Promise<readonly PrivateRead[]> {
  const all = [...(await rows.stored(storage)).values()];
  const isOver = ({ at }: PrivateRead) => hasLapsed({ createdAt: at }, now);
  for (const { audience } of all.filter(isOver)) await rows.put(storage, audience, undefined);
  return all.filter((one) => !isOver(one)).sort((one, other) => one.at - other.at);
}
