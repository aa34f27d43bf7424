/** Incoming messages in an unfocused window for a long time: the growth of memory after it has settled. */
import { systemClock } from "#base/clock.ts";
import type { Figure } from "./figures.ts";
import type { BenchRealm } from "./programs.ts";
import type { Programs } from "./scenes.ts";

type LongRun = {
  readonly perSecond: number;
  /** By the program's clock. */
  readonly minutes: number;
  /** The time for filling caches and settling the heap. */
  readonly settledMinutes: number;
  /** How fast the program's clock runs. */
  readonly rate: number;
  /** Whether the user reads elsewhere what comes: the IDs of unread messages take memory. */
  readonly isRead: boolean;
  /** How much more it may be at the end than when it has settled. */
  readonly most: (settledMb: number) => number;
};

export const longRuns = {
  memory: {
    perSecond: 180,
    minutes: 15,
    settledMinutes: 5,
    rate: 1,
    isRead: false,
    most: () => 40,
  },
  soak: {
    perSecond: 50,
    minutes: 60,
    settledMinutes: 10,
    rate: 12,
    isRead: true,
    most: (mb) => mb / 10,
  },
} as const satisfies Readonly<Record<string, LongRun>>;

/** Removes the focus: an unfocused terminal marks nothing as read. */
const focusLost = "\x1b[O";

export async function longRun(
  { weir, counts }: Programs,
  realm: BenchRealm,
  say: (words: string) => void,
  { perSecond, minutes, settledMinutes, rate, isRead, most }: LongRun,
): Promise<readonly Figure[]> {
  weir.write(focusLost);
  const flood = { perSecond: perSecond * rate, seconds: (minutes * 60) / rate, streamShare: 0.9 };
  const pouring = realm.control("flood", flood);
  let settledMb = Number.NaN;
  for (let minute = 0; minute <= minutes; minute += 1) {
    const { messages = 0, unread = 0 } = await counts();
    say(`minute ${minute}: ${weir.residentMb().toFixed(0)} MB, ${unread} unread, ${messages} kept`);
    if (minute === settledMinutes) settledMb = weir.residentMb();
    if (isRead) await realm.readAll();
    if (minute < minutes) await systemClock.sleep(60_000 / rate);
  }
  await pouring;
  const { unread } = await counts();
  return [
    {
      name: `memory from minute ${settledMinutes} to ${minutes} at ${perSecond} messages/s`,
      value: weir.residentMb() - settledMb,
      unit: "MB",
      budget: most(settledMb),
      note: `${weir.residentMb().toFixed(0)} MB with ${unread} unread`,
    },
  ];
}
