/** What could not be read of a server's answers and events in this run, told once each, so that the user learns of it. */
import type { Unreadable } from "./read.ts";

/** Something that could not be read, however often it came. */
export type Skip = {
  /** Names of keys from an answer, a list or an event on. */
  readonly path: string;
  readonly reason: string;
  readonly count: number;
};

export type Skips = {
  /** Adds what could not be read of something; nothing if `unreadable` is empty. */
  readonly note: (unreadable: readonly Unreadable[]) => void;
  /** The first ones first. */
  readonly all: () => readonly Skip[];
  /** Called for each that is new, with all of them. At most one at a time. */
  readonly listen: (listener: (all: readonly Skip[], fresh: Skip) => void) => void;
};

/** Paths consist of declared keys, so there are few; more would not be read by anybody. */
const most = 200;

export function createSkips(): Skips {
  const byPath = new Map<string, Skip>();
  let tell: Parameters<Skips["listen"]>[0] = () => {};
  const all = () => [...byPath.values()];
  return {
    note: (unreadable) => {
      for (const { path, reason } of unreadable) {
        const { count } = byPath.get(path) ?? { count: 0 };
        if (count === 0 && byPath.size >= most) continue;
        const skip = { path, reason, count: count + 1 };
        byPath.set(path, skip);
        if (count === 0) tell(all(), skip);
      }
    },
    all,
    listen: (listener) => {
      tell = listener;
    },
  };
}
