/**
 * A process that can be stopped and continued, as by ^Z or a closed lid: while it is stopped no timer of it rings and
 * nothing that it waits for comes in, but time goes by.
 */
import type { Clock } from "#base/clock.ts";

export type Stoppable = {
  /** The process's own view of the time. */
  readonly clock: Clock;
  /** What comes in from outside: it is heard of only while the process runs. */
  readonly hears: <T>(work: Promise<T>) => Promise<T>;
  readonly stop: () => void;
  readonly goesOn: () => void;
};

export function stoppable(clock: Clock): Stoppable {
  let held: (() => void)[] | undefined;
  const whenRunning = (task: () => void) => {
    if (held === undefined) task();
    else held.push(task);
  };
  const hears: Stoppable["hears"] = (work) =>
    new Promise((resolve, reject) => {
      work.then(
        (value) => whenRunning(() => resolve(value)),
        (error: unknown) => whenRunning(() => reject(error)),
      );
    });
  return {
    hears,
    clock: {
      now: clock.now,
      elapsed: clock.elapsed,
      sleep: (ms, signal) => hears(clock.sleep(ms, signal)),
      after: (ms, task) => {
        let isCancelled = false;
        const cancel = clock.after(ms, () => whenRunning(() => isCancelled || task()));
        return () => {
          isCancelled = true;
          cancel();
        };
      },
    },
    stop: () => {
      held ??= [];
    },
    goesOn: () => {
      const tasks = held ?? [];
      held = undefined;
      for (const task of tasks) task();
    },
  };
}
