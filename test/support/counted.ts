/** A clock and a store that know what a session has registered with them and not given back. */
import type { Clock } from "#base/clock.ts";
import type { Store } from "#store/state.ts";

/** Where what is still registered was registered. */
export type Left = () => readonly string[];

const shownLines = 7;

/** Both behave as the given ones, which others may use beside them. */
export function counted(
  clock: Clock,
  store: Store,
): { readonly clock: Clock; readonly store: Store; readonly left: Left } {
  const open = new Set<Error>();
  const registered = (kind: string): Error => {
    const { stackTraceLimit } = Error;
    // More frames are not shown, and this is done so often that they would take a twentieth of the time of all tests.
    Error.stackTraceLimit = shownLines;
    const entry = new Error(kind);
    Error.stackTraceLimit = stackTraceLimit;
    open.add(entry);
    return entry;
  };
  return {
    left: () =>
      [...open].map(({ stack = "" }) => stack.split("\n").slice(0, shownLines).join("\n")),
    clock: {
      now: clock.now,
      elapsed: clock.elapsed,
      after: (ms, task) => {
        const timer = registered("a timer");
        const cancel = clock.after(ms, () => {
          open.delete(timer);
          task();
        });
        return () => {
          open.delete(timer);
          cancel();
        };
      },
      sleep: async (ms, signal) => {
        const timer = registered("a timer");
        try {
          await clock.sleep(ms, signal);
        } finally {
          open.delete(timer);
        }
      },
    },
    store: {
      ...store,
      subscribe: (listener) => {
        const subscription = registered("a subscription");
        const unsubscribe = store.subscribe(listener);
        return () => {
          open.delete(subscription);
          unsubscribe();
        };
      },
    },
  };
}
