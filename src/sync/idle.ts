/** Tracks work in progress, so that tests can wait until the program is idle instead of sleeping. */
import type { Clock } from "#base/clock.ts";

export type IdleTracker = {
  /** Marks the start of work; call the returned function once when it ends. */
  readonly hold: () => () => void;
  /** Runs `task` after `ms`, unless the returned function is called first; busy until either. */
  readonly after: (ms: number, task: () => void) => () => void;
  /** Returns `work`; busy until it settles. */
  readonly during: <T>(work: Promise<T>) => Promise<T>;
  /** Resolves once no work is in progress. */
  readonly whenIdle: () => Promise<void>;
};

export function createIdleTracker(clock: Clock): IdleTracker {
  let held = 0;
  let waiting: (() => void)[] = [];

  const release = () => {
    held -= 1;
    if (held > 0) return;
    const released = waiting;
    waiting = [];
    for (const resolve of released) resolve();
  };
  const hold = () => {
    held += 1;
    let open = true;
    return () => {
      if (open) release();
      open = false;
    };
  };
  return {
    hold,
    after: (ms, task) => {
      const end = hold();
      const cancel = clock.after(ms, () => {
        task();
        end();
      });
      return () => {
        cancel();
        end();
      };
    },
    during: async (work) => {
      const end = hold();
      try {
        return await work;
      } finally {
        end();
      }
    },
    whenIdle: async () => {
      // Work that ends may start more at once, so idle means a whole turn without work.
      for (await undefined; held > 0; await undefined)
        await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
