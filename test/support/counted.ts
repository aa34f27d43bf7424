/** A clock and a store that know what a session has registered with them and not given back. */
import type { Clock } from "#base/clock.ts";
import type { Store } from "#store/state.ts";

/** What is still registered, and where it was if that is traced. */
export type Left = () => readonly string[];

/** Noting the stack of each registration would take a twentieth of the time of all tests. */
const isTraced = process.env["TRACE_LEFT"] !== undefined;
const untraced = "TRACE_LEFT=1 tells where it was registered";
const shownLines = 7;

/** Both behave as the given ones, which others may use beside them. */
export function counted(
  clock: Clock,
  store: Store,
): { readonly clock: Clock; readonly store: Store; readonly left: Left } {
  const open = new Set<{ readonly stack?: string }>();
  const registered = (kind: string) => {
    const entry = isTraced ? new Error(kind) : { stack: `${kind}: ${untraced}` };
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
