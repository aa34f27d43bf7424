/**
 * Incoming messages for a long time, in an unfocused window or while conversations are visited: the growth of memory after
 * it has settled.
 */
import { systemClock } from "#base/clock.ts";
import type { Figure } from "./figures.ts";
import type { BenchRealm } from "./programs.ts";
import { key, type Programs } from "./scenes.ts";

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
  /** Conversations that are opened at first and then visited in turn, all of them each minute; 0: the window has no focus. */
  readonly visited: number;
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
    visited: 0,
    most: () => 40,
  },
  visits: {
    perSecond: 48,
    minutes: 20,
    // By then as many messages are kept as ever are.
    settledMinutes: 10,
    rate: 1,
    isRead: true,
    visited: 6,
    most: () => 15,
  },
  soak: {
    perSecond: 50,
    minutes: 60,
    settledMinutes: 10,
    rate: 12,
    isRead: true,
    visited: 0,
    most: (mb) => mb / 10,
  },
} as const satisfies Readonly<Record<string, LongRun>>;

/** Removes the focus: an unfocused terminal marks nothing as read. */
const focusLost = "\x1b[O";

async function pressed(weir: Programs["weir"], step: string, pauseMs: number): Promise<void> {
  weir.write(step);
  await systemClock.sleep(pauseMs);
}

export async function longRun(
  { weir, counts }: Programs,
  realm: BenchRealm,
  say: (words: string) => void,
  { perSecond, minutes, settledMinutes, rate, isRead, visited, most }: LongRun,
): Promise<readonly Figure[]> {
  const minuteMs = 60_000 / rate;
  const visits = [key.back, key.forward].flatMap((step) =>
    Array<string>(Math.max(0, visited - 1)).fill(step),
  );
  if (visited === 0) weir.write(focusLost);
  else for (let at = 0; at < visited; at += 1) await pressed(weir, "n", 2_000);
  const flood = { perSecond: perSecond * rate, seconds: (minutes * 60) / rate, streamShare: 0.9 };
  const pouring = realm.control("flood", flood);
  let settledMb = Number.NaN;
  for (let minute = 0; minute <= minutes; minute += 1) {
    const { messages = 0, unread = 0 } = await counts();
    say(`minute ${minute}: ${weir.residentMb().toFixed(0)} MB, ${unread} unread, ${messages} kept`);
    if (minute === settledMinutes) settledMb = weir.residentMb();
    if (isRead) await realm.readAll();
    if (minute === minutes) break;
    for (const step of visits) await pressed(weir, step, minuteMs / visits.length);
    if (visits.length === 0) await systemClock.sleep(minuteMs);
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
