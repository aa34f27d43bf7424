/** The cache file's ports over any transport. Without the file itself, which the screen does not load. */
import { type Archive, noArchive } from "./archive.ts";
import type { CacheCall } from "./cache-file.ts";

type Ask = (call: CacheCall) => Promise<unknown>;

/** What `load` of the archive asks. */
export const loadCall: CacheCall = { call: "load", args: [] };

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

/** In slices, so that the thread answers other calls between them. */
function inSlices(ask: Ask): Archive["shrink"] {
  return async (rules) => {
    const slice = () => ask({ call: "shrinkSlice", args: [rules] }).catch(() => undefined);
    while ((await slice()) === true);
  };
}
