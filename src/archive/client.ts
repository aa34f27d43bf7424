/** The account's cache file without a thread of its own: for verbs, which draw nothing. */
import { type Clock, systemClock } from "#base/clock.ts";
import { holderId, isHolderAlive } from "#host/leases.ts";
import type { CacheOwner } from "#host/rows.ts";
import type { Archive } from "./archive.ts";
import { openCacheFile } from "./cache-file.ts";
import { archiveOver, documentsOver } from "./transport.ts";

export type OpenArchive = { readonly archive: Archive; readonly close: () => Promise<void> };

/** The account's archive without a thread of its own. */
export function openArchiveHere(
  folder: string,
  owner: CacheOwner,
  clock: Clock = systemClock,
): OpenArchive {
  const cache = openHere(folder, owner, clock);
  return {
    archive: archiveOver(async (call) => cache.run(call)),
    close: async () => cache.close(),
  };
}

/** The account's cached documents: the file is only open during an access. */
export function documentsHere(folder: string, owner: CacheOwner) {
  return documentsOver(async (call) => {
    const cache = openHere(folder, owner, systemClock);
    const answer = cache.run(call);
    cache.close();
    return answer;
  });
}

function openHere(folder: string, owner: CacheOwner, clock: Clock) {
  const holder = { id: holderId(process.pid), isAlive: isHolderAlive };
  return openCacheFile({ folder, ...owner, clock, holder });
}
