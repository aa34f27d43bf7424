/** Typing during a flood of messages: latency, lost events, and memory. */
import { systemClock } from "#base/clock.ts";
import type { Figure, Latency } from "./figures.ts";
import type { BenchRealm } from "./programs.ts";
import { composerTypist, leaveComposer, openAll, type Programs, timed } from "./scenes.ts";
import { named } from "./screen-conditions.ts";

export type Flood = { readonly perSecond: number; readonly seconds: number };

/** Removes the focus: an unfocused terminal marks nothing as read, so that unread messages can be counted. */
const focusLost = "\x1b[O";

/** Messages that are missing this long after the flood count as lost. */
const patienceMs = 15_000;

export async function flooding(
  programs: Programs,
  realm: BenchRealm,
  { perSecond, seconds }: Flood,
): Promise<{ readonly latency: Latency; readonly figures: readonly Figure[] }> {
  const { weir } = programs;
  weir.write(focusLost);
  await openAll(weir);
  weir.write("r");
  const press = await composerTypist(weir);
  await systemClock.sleep(1_500);
  const unread = async () => (await programs.counts())["unread"] ?? Number.NaN;
  const before = await unread();
  const cpuBefore = weir.cpuMs();
  const pouring = realm.control("flood", { perSecond, seconds, streamShare: 0.9 });
  const beganAt = performance.now();
  await systemClock.sleep(1_000);
  const scene = `type, ${perSecond.toLocaleString("en")} messages/s`;
  // A key about every 58 ms during the flood.
  const keys = Math.min(programs.keys, Math.floor((seconds - 2) / 0.065));
  const latency = await timed(programs, scene, keys, press, 10);
  const { sent = 0 } = await pouring;
  const pouredAt = performance.now();
  const share = ((weir.cpuMs() - cpuBefore) / (pouredAt - beganAt)) * 100;
  const arrived = async () => (await unread()) - before;
  while ((await arrived()) < sent && performance.now() - pouredAt < patienceMs) {
    await systemClock.sleep(20);
  }
  const size = `${perSecond.toLocaleString("en")}/s at ${named(weir)}`;
  const caughtUp = performance.now() - pouredAt;
  const lost = sent - (await arrived());
  const figures: Figure[] = [
    { name: `messages sent, ${size}`, value: sent, unit: "", budget: undefined },
    { name: `messages lost, ${size}`, value: lost, unit: "", budget: 0 },
    {
      name: `the last one counted after the flood, ${size}`,
      value: caughtUp,
      unit: "ms",
      budget: undefined,
    },
    { name: `CPU share, ${size}`, value: share, unit: "%", budget: undefined },
  ];
  await leaveComposer(weir);
  return { latency, figures };
}
