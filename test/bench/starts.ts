/** Start time, idle CPU, and memory. */
import { systemClock } from "#base/clock.ts";
import { type Figure, median } from "./figures.ts";
import { type BenchRealm, freshHome, type Home, openFloor, openWeir } from "./programs.ts";
import { hasInbox, hasRows, isLive, isSkeleton, named } from "./screen-conditions.ts";
import type { Size, TimedProgram } from "./timed-program.ts";

type Started = { readonly skeleton: number; readonly content: number };

async function startOnce(weir: TimedProgram): Promise<Started> {
  try {
    const skeleton = await weir.until(isSkeleton, "the skeleton");
    const content = await weir.until(hasInbox, "the inbox", 60_000);
    return { skeleton: skeleton - weir.startedAt, content: content - weir.startedAt };
  } finally {
    await weir.end();
  }
}

/** A first start in an empty home, and a second one with compiled code and cached data. */
export async function starting(
  size: Size,
  times: number,
  name: string,
  realm: BenchRealm | undefined,
  budget: number,
): Promise<readonly Figure[]> {
  const [first, second, floor]: [Started[], Started[], number[]] = [[], [], []];
  for (let at = 0; at < times; at += 1) {
    const home = freshHome();
    try {
      first.push(await startOnce(openWeir(size, home, realm)));
      second.push(await startOnce(openWeir(size, home, realm)));
    } finally {
      home.remove();
    }
    const raw = openFloor(size);
    floor.push((await raw.until((seen) => seen.line(0) === "ready", "ready")) - raw.startedAt);
    await raw.end();
  }
  const figure = (what: string, values: readonly number[], limit?: number): Figure => ({
    name: `exec → ${what}, ${name} at ${named(size)}`,
    value: median(values),
    unit: "ms",
    budget: limit,
    note: `the floor program ${median(floor).toFixed(0)}`,
  });
  const contents = (all: readonly Started[]) => all.map(({ content }) => content);
  const skeletons = first.map(({ skeleton }) => skeleton);
  return [
    figure("skeleton", skeletons, 130),
    figure("content", contents(first), budget),
    figure("content again", contents(second)),
  ];
}

/** Longer than the archive waits for a quiet moment. */
const archivedAfterMs = 5_000;

/** A home with an archive of this realm. */
export async function archivedHome(size: Size, realm: BenchRealm): Promise<Home> {
  const home = freshHome();
  const before = openWeir(size, home, realm);
  await before.until(hasInbox, "the inbox", 60_000);
  await systemClock.sleep(archivedAfterMs);
  await before.leave();
  return home;
}

/** Starts with an archive of this realm: when its content is there, and when the server has confirmed it. */
export async function startingAgain(
  size: Size,
  times: number,
  name: string,
  realm: BenchRealm,
  budget: number,
): Promise<readonly Figure[]> {
  const home = await archivedHome(size, realm);
  const [contents, confirmed]: [number[], number[]] = [[], []];
  try {
    for (let at = 0; at < times; at += 1) {
      const weir = openWeir(size, home, realm);
      try {
        contents.push((await weir.until(hasRows, "the rows", 60_000)) - weir.startedAt);
        confirmed.push((await weir.until(hasInbox, "the inbox", 60_000)) - weir.startedAt);
        await systemClock.sleep(archivedAfterMs);
      } finally {
        await weir.end();
      }
    }
  } finally {
    home.remove();
  }
  const where = `${name} at ${named(size)}`;
  const content = `exec → content from the archive, ${where}`;
  return [
    { name: content, value: median(contents), unit: "ms", budget },
    {
      name: `exec → live after it, ${where}`,
      value: median(confirmed),
      unit: "ms",
      budget: undefined,
    },
  ];
}

/** CPU, output and memory of an idle client that is connected to a realm. */
export async function resting(
  size: Size,
  name: string,
  realm: BenchRealm | undefined,
  seconds: number,
  budgets: { readonly residentMb?: number; readonly cpuShare?: number },
): Promise<readonly Figure[]> {
  const home = freshHome();
  const weir = openWeir(size, home, realm);
  try {
    await weir.until(isLive, "live", 60_000);
    await systemClock.sleep(2_000);
    const [cpuMs, bytes] = [weir.cpuMs(), weir.bytes()];
    await systemClock.sleep(seconds * 1000);
    const share = (weir.cpuMs() - cpuMs) / (seconds * 10);
    const note = `${weir.bytes() - bytes} bytes in ${seconds} s`;
    const where = `${name} at ${named(size)}`;
    return [
      {
        name: `memory when live, ${where}`,
        value: weir.residentMb(),
        unit: "MB",
        budget: budgets.residentMb,
      },
      { name: `CPU at rest, ${where}`, value: share, unit: "%", budget: budgets.cpuShare, note },
    ];
  } finally {
    await weir.end();
    home.remove();
  }
}
