/** The cache file's ports over any transport: the storage thread, or a file of one's own for verbs, which draw nothing. */
import { type Clock, systemClock } from "#base/clock.ts";
import { holderId, isHolderAlive } from "#host/leases.ts";
import type { CacheOwner } from "#host/rows.ts";
import { type Archive, noArchive } from "./archive.ts";
import { type CacheCall, openCacheFile } from "./cache-file.ts";

type Ask = (call: CacheCall) => Promise<unknown>;

/* Each call is answered with the value that its name promises; the transport carries no types. */

export function archiveOver(ask: Ask): Archive {
  type Method = (...args: readonly unknown[]) => Promise<unknown>;
  const methods = Object.entries(noArchive as unknown as Record<string, Method>).map(
    ([call, absent]): [string, Method] => {
      const method: Method = async (...args) =>
        (await ask({ call, args } as CacheCall).catch(() => undefined)) ?? absent(...args);
      return [call, method];
    },
  );
  return { ...(Object.fromEntries(methods) as unknown as Archive), shrink: inSlices(ask) };
}

export function documentsOver(ask: Ask) {
  return {
    get: async (key: string) =>
      (await ask({ call: "getDocument", args: [key] })) as string | undefined,
    put: async (key: string, json: string) =>
      void (await ask({ call: "putDocument", args: [key, json] })),
  };
}

export type OpenArchive = { readonly archive: Archive; readonly close: () => Promise<void> };

/** In slices, so that the thread answers other calls between them. */
function inSlices(ask: Ask): Archive["shrink"] {
  return async (rules) => {
    const slice = () => ask({ call: "shrinkSlice", args: [rules] }).catch(() => undefined);
    while ((await slice()) === true);
  };
}

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
