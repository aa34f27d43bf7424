/**
 * A connection whose key can be replaced while requests are pending.
 *
 * Requests that the server refuses because of the old key are repeated with the new one: a refused request had no
 * effect.
 */
import type { Connection } from "./connection.ts";
import { ApiError } from "./failure.ts";

export type Rekeyed = {
  /** Stays the same when the key is replaced. */
  readonly connection: Connection;
  readonly use: (next: Connection) => void;
  /** Requests wait until `renewal` has settled, and use what it resolves with. */
  readonly during: (renewal: () => Promise<Connection>) => Promise<void>;
};

export function rekeyed(first: Connection): Rekeyed {
  let current = first;
  let renewing: Promise<unknown> | undefined;
  const use = (next: Connection) => {
    // The same server: its level is known.
    next.setLevel(current.level());
    next.skips.listen((_, skip) => first.skips.note([{ ...skip, isNewWord: false }]));
    current = next;
  };
  const call: Connection["call"] = async (endpoint, values, options = {}) => {
    await renewing;
    const used = current;
    try {
      return await used.call(endpoint, values, options);
    } catch (error) {
      await renewing;
      const isStream = options.file !== undefined && "chunks" in options.file;
      if (!isUnauthorized(error) || current === used || isStream) throw error;
      return current.call(endpoint, values, options);
    }
  };
  return {
    connection: {
      site: first.site,
      call,
      raw: (...given) => current.raw(...given),
      file: (...given) => current.file(...given),
      level: () => current.level(),
      setLevel: (level) => current.setLevel(level),
      skips: first.skips,
    },
    use,
    during: async (renewal) => {
      const next = renewal();
      renewing = next.catch(() => undefined);
      try {
        use(await next);
      } finally {
        renewing = undefined;
      }
    },
  };
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.failure.kind === "unauthorized";
}
