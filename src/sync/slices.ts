/** Runs long work in slices, so that keys are handled in between. */
import type { Clock } from "#base/clock.ts";

const sliceMs = 4;

/** Runs `work` to its end, yielding to other tasks every 4 ms; rejects with the signal's reason if that comes first. */
export async function inSlices<T>(
  work: Iterator<unknown, T>,
  clock: Clock,
  signal: AbortSignal,
): Promise<T> {
  let began = clock.elapsed();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (clock.elapsed() - began < sliceMs) continue;
    await clock.sleep(0, signal);
    began = clock.elapsed();
  }
}
