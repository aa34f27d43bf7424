/**
 * Gives memory back while nobody is there.
 *
 * V8 lets garbage pile up while messages keep coming and the program is never quiet. Collecting all of it takes 0.1 to 0.2 s,
 * which nobody may notice: so it is done only when no key has been pressed for a while, or the terminal has said that another
 * window has the focus, and only if it is worth it.
 */
import { type Clock, lookEvery } from "#base/clock.ts";
import { collectInQuiet, type Memory } from "#host/engine-memory.ts";
import type { Keyboard } from "./keyboard.ts";

const checkMs = 60_000;
const awayMs = 300_000;
/** Somebody who looks something up elsewhere comes back sooner. */
const elsewhereMs = 30_000;
/** How much more must be in use than after the collection before. */
const growth = 1.1;

/** The returned function stops it. */
export function collectWhileAway(
  clock: Pick<Clock, "now" | "elapsed" | "after">,
  { lastKeyAt, leftAt }: Pick<Keyboard, "lastKeyAt" | "leftAt">,
  { used, collect }: Pick<Memory, "used" | "collect">,
): () => void {
  const startedAt = clock.now();
  let usedBefore = 0;
  return lookEvery(clock, checkMs, () => {
    const now = clock.now();
    const isElsewhere = now - leftAt() >= elsewhereMs;
    const isAway = isElsewhere || now - Math.max(startedAt, lastKeyAt()) >= awayMs;
    if (isAway && used() > usedBefore * growth) {
      collect();
      usedBefore = used();
    }
  });
}

const lookMs = 5_000;
const quietMs = 4_000;

/** Collects in slices when no key has been pressed for a moment. The returned function stops it. */
export function collectWhileQuiet(
  clock: Pick<Clock, "now" | "elapsed" | "after">,
  { lastKeyAt }: Pick<Keyboard, "lastKeyAt">,
  { used, collectInSlices: collect }: Pick<Memory, "used" | "collectInSlices">,
): () => void {
  const isQuiet = () => clock.now() - lastKeyAt() >= quietMs;
  return collectInQuiet(clock, { used, collect }, lookMs, isQuiet);
}
