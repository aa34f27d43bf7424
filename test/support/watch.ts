/** Conditions that are checked after each change instead of at intervals. */

export type Watch = {
  readonly happened: () => void;
  /** Resolves when `check` is true; rejects with the complaint if it is not for longer than any machine should need. */
  readonly until: (check: () => boolean, complaint: () => string) => Promise<void>;
};

/** On a busy machine a program may get a core only now and then: whole tests took 25 s with six processes a core. */
const limitMs = 40_000;

export function watch(): Watch {
  const waiters = new Set<{ readonly check: () => boolean; readonly resolve: () => void }>();
  return {
    happened: () => {
      for (const waiter of waiters) {
        if (!waiter.check()) continue;
        waiters.delete(waiter);
        waiter.resolve();
      }
    },
    until: (check, complaint) => {
      if (check()) return Promise.resolve();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const waiter = { check, resolve };
      AbortSignal.timeout(limitMs).addEventListener("abort", () => {
        if (waiters.delete(waiter)) reject(new Error(complaint()));
      });
      waiters.add(waiter);
      return promise;
    },
  };
}
