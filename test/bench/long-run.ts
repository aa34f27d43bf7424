/** Fifteen minutes of incoming messages in an unfocused window: the growth of memory after it has settled. */
import { systemClock } from "#base/clock.ts";
import type { Figure } from "./figures.ts";
import type { BenchRealm } from "./programs.ts";
import type { Programs } from "./scenes.ts";

const perSecond = 180;
const minutes = 15;
/** The time for filling caches and settling the heap. */
const settledMinutes = 5;

/** Removes the focus: an unfocused terminal marks nothing as read. */
const focusLost = "\x1b[O";

export async function longRun(
  { weir, counts }: Programs,
  realm: BenchRealm,
  say: (words: string) => void,
): Promise<readonly Figure[]> {
  weir.write(focusLost);
  const pouring = realm.control("flood", { perSecond, seconds: minutes * 60, streamShare: 0.9 });
  let settledMb = Number.NaN;
  for (let minute = 0; minute <= minutes; minute += 1) {
    const { messages = 0, unread = 0 } = await counts();
    say(`minute ${minute}: ${weir.residentMb().toFixed(0)} MB, ${unread} unread, ${messages} kept`);
    if (minute === settledMinutes) settledMb = weir.residentMb();
    if (minute < minutes) await systemClock.sleep(60_000);
  }
  await pouring;
  const { unread } = await counts();
  return [
    {
      name: `memory from minute ${settledMinutes} to ${minutes} at ${perSecond} messages/s`,
      value: weir.residentMb() - settledMb,
      unit: "MB",
      budget: 40,
      note: `${weir.residentMb().toFixed(0)} MB with ${unread} unread`,
    },
  ];
}
