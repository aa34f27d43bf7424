/** Long work in batches, within the time that one request has for it (protocol reference 6.5): what is done stays done. */
import type { Server } from "#realm/server.ts";

/** Milliseconds after which no further batch is begun. */
const budgetMs = 50_000;
const batchSize = 2_000;

/** Works through `all` in its order; gives how many were done when time ran out, which are all of them usually. */
export function workThrough<T>(
  server: Server,
  all: readonly T[],
  work: (batch: readonly T[]) => void,
): number {
  const isCutShort = server.runsOutOfTime;
  server.runsOutOfTime = false;
  // Whoever wishes that time runs out means half-way.
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
