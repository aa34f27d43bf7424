/**
 * What a start consists of until content from the archive is on the screen, by the clock of who has started it and by the
 * CPU time of the program's main thread.
 */
import { listen, type StartMarks } from "../support/idle-channel.ts";
import { type Figure, median } from "./figures.ts";
import { type BenchRealm, type Home, openWeir } from "./programs.ts";
import { hasRows, named } from "./screen-conditions.ts";
import { archivedHome } from "./starts.ts";
import type { Size } from "./timed-program.ts";

/** What begins before a phase ends, by name; CPU milliseconds are those of the main thread. */
type Moment = { readonly name: string; readonly ms: number; readonly cpuMs: number | undefined };

type Start = {
  readonly moments: readonly Moment[];
  readonly threads: ReadonlyMap<string, number>;
};

async function startOnce(size: Size, home: Home, realm: BenchRealm): Promise<Start> {
  const told = Promise.withResolvers<StartMarks>();
  const channel = await listen(
    () => {},
    () => {},
    told.resolve,
  );
  const weir = openWeir(size, home, realm, channel.path, {}, true);
  try {
    const shown = await weir.until(hasRows, "the rows", 60_000);
    const threads = weir.threadsCpuMs();
    channel.ask("marks");
    const { began, node, marks } = await told.promise;
    const before = began - performance.timeOrigin - weir.startedAt;
    const noted = marks.map(({ name, at, cpuMs }) => ({ name, ms: before + at, cpuMs }));
    const begin = { name: "Node", ms: before + node, cpuMs: undefined };
    const end = { name: "on the screen", ms: shown - weir.startedAt, cpuMs: undefined };
    return { moments: [begin, ...noted, end], threads };
  } finally {
    await weir.end();
    channel.close();
  }
}

/** Each phase, and what all of them took. A phase is named by what it ends with. */
export async function startPhases(
  size: Size,
  times: number,
  name: string,
  realm: BenchRealm,
): Promise<readonly Figure[]> {
  const home = await archivedHome(size, realm);
  try {
    const starts: Start[] = [];
    for (let at = 0; at < times; at += 1) starts.push(await startOnce(size, home, realm));
    const where = `${name} at ${named(size)}`;
    const all = starts.map(({ moments }) => moments);
    const names = all[0]?.map((moment) => moment.name) ?? [];
    const phases = names.map((phase, index): Figure => {
      const spent = all.map((moments) => between(moments, index));
      const cpu = median(spent.flatMap(({ cpuMs }) => cpuMs ?? []));
      const note = Number.isNaN(cpu) ? undefined : `CPU ${cpu.toFixed(1)}`;
      const value = median(spent.map(({ ms }) => ms));
      return figure(`start → ${phase}, ${where}`, value, note);
    });
    const whole = all.map((moments) => moments.at(-1)?.ms ?? Number.NaN);
    const main = all.map((moments) => moments.at(-2)?.cpuMs ?? Number.NaN);
    const files = starts.map(({ threads }) => threads.get(filesThread) ?? Number.NaN);
    const note = `CPU ${median(main).toFixed(0)}, of the thread of the files ${median(files).toFixed(0)}, best ${Math.min(...whole).toFixed(0)} ms`;
    return [...phases, figure(`start → all of these, ${where}`, median(whole), note)];
  } finally {
    home.remove();
  }
}

/** The kernel keeps this much of its name. */
const filesThread = "weir-files";

function between(moments: readonly Moment[], index: number) {
  const [now, last] = [moments[index], moments[index - 1]];
  if (now === undefined) throw new Error("A start has fewer phases than the first one.");
  const cpuMs = now.cpuMs === undefined ? undefined : now.cpuMs - (last?.cpuMs ?? 0);
  return { ms: now.ms - (last?.ms ?? 0), cpuMs };
}

function figure(name: string, value: number, note: string | undefined): Figure {
  return { name, value, unit: "ms", budget: undefined, ...(note && { note }) };
}
