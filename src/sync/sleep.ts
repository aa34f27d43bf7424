/** Detects that the machine slept: the pending poll is then dead, though no error was reported. */
import type { Clock } from "#base/clock.ts";

const tickMs = 5_000;
const jumpMs = 15_000;

/** Calls `onWake` when the wall clock advanced more than the monotonic clock; the returned function stops it. */
export function watchSleep(clock: Clock, onWake: () => void): () => void {
  let wall = clock.now();
  let steady = clock.elapsed();
  let cancel = () => {};
  const tick = () => {
    const lived = clock.elapsed() - steady;
    const slept = clock.now() - wall - lived;
    wall += lived + slept;
    steady += lived;
    cancel = clock.after(tickMs, tick);
    // Some machines count sleep in the monotonic clock; then the tick itself is late.
    if (slept > jumpMs || lived > tickMs + jumpMs) onWake();
  };
  cancel = clock.after(tickMs, tick);
  return () => cancel();
}
