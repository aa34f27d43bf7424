/**
 * A process that can be stopped and resumed, as by ^Z or a closed lid: while it is stopped, its timers do not run and its
 * pending results do not arrive, but time passes.
 */
import type { Clock } from "#base/clock.ts";

export type Stoppable = {
  /** The clock of the process, whose timers only run while it does. */
  readonly clock: Clock;
  /** A result from outside, which arrives only while the process runs. */
  readonly whileRunning: <T>(work: Promise<T>) => Promise<T>;
  readonly stop: () => void;
  readonly resume: () => void;
};

export function stoppable(clock: Clock): Stoppable {
  let held: (() => void)[] | undefined;
  const whenRunning = (task: () => void) => {
    if (held === undefined) task();
    else held.push(task);
  };
  const whileRunning: Stoppable["whileRunning"] = (work) =>
    new Promise((resolve, reject) => {
      work.then(
        (value) => whenRunning(() => resolve(value)),
        (error: unknown) => whenRunning(() => reject(error)),
      );
    });
  return {
    whileRunning,
    clock: {
      now: clock.now,
      elapsed: clock.elapsed,
      sleep: (ms, signal) => whileRunning(clock.sleep(ms, signal)),
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
    resume: () => {
      const tasks = held ?? [];
      held = undefined;
      for (const task of tasks) task();
    },
  };
}
