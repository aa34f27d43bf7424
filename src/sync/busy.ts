/** Whether anything is going on that will end by itself soon: tests wait for that instead of sleeping. */
import type { Clock } from "#base/clock.ts";

export type Busy = {
  /** Something began; the returned function says that it ended, once. */
  readonly hold: () => () => void;
  /** Runs `task` after `ms`, unless the returned function is called before; busy until either. */
  readonly after: (ms: number, task: () => void) => () => void;
  /** `work`, and busy while it lasts. */
  readonly during: <T>(work: Promise<T>) => Promise<T>;
  /** Resolves once nothing is going on. */
  readonly whenIdle: () => Promise<void>;
};

export function createBusy(clock: Clock): Busy {
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
      // What ended may begin something else at once, so only silence that lasts a turn counts.
      for (await undefined; held > 0; await undefined)
        await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
