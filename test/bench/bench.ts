/**
 * `npm run bench`: measures latency, memory and CPU. Prints figures without judging them.
 *
 * `--json FILE` also writes the figures to a file, `--only type,inbox,flood` selects parts, and `--quick` uses fewer keys
 * and shorter floods. The parts `memory` and `visits` take 15 and 20
 * minutes, and only run if they are selected.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { parseArgs } from "node:util";
import { systemClock } from "#base/clock.ts";
import { listen } from "../support/idle-channel.ts";
import { accountScenes, memoryOfAnother, workingInAccounts } from "./accounts.ts";
import { bytesPerKey } from "./bytes.ts";
import { tellingWhatHappened } from "./digests.ts";
import { type Figure, figureTable, type Latency, latencyTable } from "./figures.ts";
import { flooding } from "./floods.ts";
import {
  clearing,
  finding,
  findingPeople,
  movingInInbox,
  opening,
  spreadUnread,
  switchingViews,
} from "./inboxes.ts";
import { longRun, longRuns } from "./long-run.ts";
import { contrivedMessages } from "./markdown.ts";
import { openEndsInArchive } from "./open-ends.ts";
import { startPhases } from "./phases.ts";
import { type BenchRealm, freshHome, openFloor, openWeir, startRealm } from "./programs.ts";
import { replayingRules } from "./rules.ts";
import {
  completing,
  floorTypist,
  type Programs,
  paging,
  selecting,
  switching,
  typing,
} from "./scenes.ts";
import { hasInbox, named } from "./screen-conditions.ts";
import { searching } from "./searches.ts";
import { resting, starting, startingAgain } from "./starts.ts";
import { pinned, type Size } from "./timed-program.ts";
import { firstBytes, toolStarts } from "./verbs.ts";
import { composing, pasting } from "./writing.ts";

const sizes: readonly Size[] = [
  { columns: 200, rows: 60 },
  { columns: 80, rows: 24 },
];

const everything = [
  "type",
  "complete",
  "compose",
  "paste",
  "select",
  "switch",
  "page",
  "inbox",
  "palette",
  "views",
  "people",
  "open",
  "triage",
  "flood",
  "start",
  "cached-start",
  "phases",
  "verb",
  "idle",
  "bytes",
  "markdown",
  "search",
  "digest",
  "rules",
  "accounts",
] as const;
const offered = [...everything, "memory", "visits", "soak"] as const;
type Part = (typeof offered)[number];

const { values: flags } = parseArgs({
  options: {
    json: { type: "string" },
    only: { type: "string" },
    quick: { type: "boolean", default: false },
  },
});

function requestedParts(): ReadonlySet<Part> {
  const words: readonly string[] = flags.only?.split(",") ?? everything;
  const parts = offered.filter((part) => words.includes(part));
  const unknown = words.filter((word) => !parts.some((part) => part === word));
  if (unknown.length > 0) {
    throw new Error(`--only takes ${offered.join(",")}, not ${unknown.join(",")}.`);
  }
  return new Set(parts);
}

const parts = requestedParts();
const latencies: Latency[] = [];
const figures: Figure[] = [];

const say = (words: string) => process.stderr.write(`${words}\n`);

/** Reports a failed part and continues with the others. */
async function attempt(what: string, work: () => Promise<void>): Promise<void> {
  say(`${what} …`);
  try {
    await work();
  } catch (error) {
    process.exitCode = 1;
    say(`${what} failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const scenes = {
  type: typing,
  complete: completing,
  compose: composing,
  paste: pasting,
  select: selecting,
  switch: switching,
  page: paging,
  people: findingPeople,
} as const;

/** Requests the program's table sizes, because unrequested output would delay keys. */
async function countsChannel() {
  let answer = (_: Readonly<Record<string, number>>) => {};
  const channel = await listen(
    () => {},
    (counts) => answer(counts),
  );
  const counts: Programs["counts"] = () =>
    new Promise((resolve) => {
      answer = resolve;
      channel.ask("counts");
    });
  return { channel, counts };
}

/** weir with a new register, and the floor program. */
async function withPrograms(
  size: Size,
  realm: BenchRealm,
  use: (programs: Programs) => Promise<void>,
  clockRate = 1,
): Promise<void> {
  const home = freshHome();
  const { channel, counts } = await countsChannel();
  const weir = openWeir(size, home, realm, channel.path, {
    WEIR_CLOCK_RATE: String(clockRate),
  });
  const floor = openFloor(size);
  try {
    await weir.until(hasInbox, "the inbox", 60_000);
    await floor.until((seen) => seen.line(0) === "ready", "the floor program");
    await systemClock.sleep(1_000);
    await use({ weir, pressFloor: floorTypist(floor), counts, keys: flags.quick ? 60 : 200 });
  } finally {
    await Promise.all([weir.end(), floor.end()]);
    channel.close();
    home.remove();
  }
}

async function measureScenes(
  size: Size,
  realm: BenchRealm,
  all: Readonly<Record<string, (programs: Programs) => Promise<readonly Latency[]>>>,
): Promise<void> {
  for (const [part, scene] of Object.entries(all)) {
    if (!parts.has(part as Part)) continue;
    await attempt(`${part} at ${named(size)}`, () =>
      withPrograms(size, realm, async (programs) => {
        latencies.push(...(await scene(programs)));
      }),
    );
  }
}

/** On a separate realm, where every topic has an unread message. */
async function measureInbox(): Promise<void> {
  const wide = {
    inbox: movingInInbox,
    palette: finding,
    open: opening,
    views: switchingViews,
  } as const;
  if (![...Object.keys(wide), "triage"].some((part) => parts.has(part as Part))) return;
  const realm = await startRealm("big", "--no-residents");
  try {
    say(`${await spreadUnread(realm)} unread conversations`);
    for (const size of sizes) {
      await measureScenes(size, realm, wide);
      if (!parts.has("triage")) continue;
      await attempt(`triage at ${named(size)}`, () =>
        withPrograms(size, realm, async (programs) => {
          const triage = await clearing(programs, realm);
          latencies.push(...triage.latencies);
          figures.push(...triage.figures);
        }),
      );
    }
  } finally {
    await realm.end();
  }
}

async function measureFloods(realm: BenchRealm): Promise<void> {
  for (const size of flags.quick ? sizes.slice(0, 1) : sizes) {
    for (const perSecond of [1_000, 5_000]) {
      const isBiggest = perSecond === 5_000 && size === sizes[0];
      // The largest flood has 100,000 messages.
      const wholeSeconds = isBiggest ? 20 : 16;
      const seconds = flags.quick ? 6 : wholeSeconds;
      await attempt(`flood of ${perSecond}/s at ${named(size)}`, () =>
        withPrograms(size, realm, async (programs) => {
          const flood = await flooding(programs, realm, { perSecond, seconds });
          latencies.push(flood.latency);
          figures.push(...flood.figures);
          if (!isBiggest) return;
          await systemClock.sleep(2_000);
          const { messages = Number.NaN } = await programs.counts();
          figures.push({
            name: `memory after ${perSecond * seconds} messages, big realm`,
            value: programs.weir.residentMb(),
            unit: "MB",
            budget: flags.quick ? undefined : 190,
            note: `${messages} of them in memory`,
          });
        }),
      );
    }
  }
}

async function onDemo(measure: (demo: BenchRealm) => Promise<readonly Figure[]>): Promise<void> {
  const demo = await startRealm("demo");
  try {
    figures.push(...(await measure(demo)));
  } finally {
    await demo.end();
  }
}

async function measureStarts(big: BenchRealm): Promise<void> {
  const [size] = sizes as [Size];
  const times = flags.quick ? 2 : 7;
  await attempt("starts", async () => {
    await onDemo((demo) => starting(size, times, "demo realm", demo, 400));
    figures.push(...(await starting(size, times, "own demo", undefined, 400)));
    figures.push(...(await starting(size, times, "big realm", big, 1_500)));
  });
}

async function measureCachedStarts(big: BenchRealm): Promise<void> {
  const [size] = sizes as [Size];
  const times = flags.quick ? 2 : 7;
  await attempt("cached starts", async () => {
    await onDemo((demo) => startingAgain(size, times, "demo realm", demo, 200));
    figures.push(...(await startingAgain(size, times, "big realm", big, 300)));
  });
}

async function measurePhases(big: BenchRealm): Promise<void> {
  const [size] = sizes as [Size];
  const times = flags.quick ? 3 : 9;
  await attempt("phases of a start", async () => {
    await onDemo((demo) => startPhases(size, times, "demo realm", demo));
    figures.push(...(await startPhases(size, times, "big realm", big)));
  });
}

async function measureVerbs(): Promise<void> {
  await attempt("verbs", () => onDemo((demo) => firstBytes(flags.quick ? 5 : 15, demo)));
  await attempt("tools", () => onDemo((demo) => toolStarts(flags.quick ? 5 : 15, demo)));
}

async function measureRest(big: BenchRealm): Promise<void> {
  const [size] = sizes as [Size];
  const seconds = flags.quick ? 3 : 6;
  await attempt("rest", async () => {
    await onDemo((demo) => resting(size, "demo realm", demo, seconds, { residentMb: 100 }));
    figures.push(...(await resting(size, "big realm", big, seconds, { cpuShare: 0.5 })));
    figures.push(...(await resting(size, "own demo", undefined, seconds, {})));
  });
}

async function measureLongRun(realm: BenchRealm, name: keyof typeof longRuns): Promise<void> {
  const [size] = sizes as [Size];
  const run = longRuns[name];
  const measured = async (programs: Programs) => {
    figures.push(...(await longRun(programs, realm, say, run)));
  };
  await attempt(`${name} in a long run`, () => withPrograms(size, realm, measured, run.rate));
}

async function measureBytes(): Promise<void> {
  await attempt("bytes", () => onDemo(bytesPerKey));
}

async function measureMarkdown(): Promise<void> {
  await attempt("contrived Markdown", async () => {
    figures.push(...(await contrivedMessages(flags.quick)));
  });
}

async function measureSearch(): Promise<void> {
  await attempt("searching", async () => {
    figures.push(...(await searching(flags.quick)), ...(await openEndsInArchive()));
  });
}

async function measureDigest(): Promise<void> {
  await attempt("what happened", async () => {
    figures.push(...(await tellingWhatHappened()));
  });
}

async function measureRules(): Promise<void> {
  await attempt("rules", async () => {
    figures.push(...(await replayingRules()));
  });
}

async function measureAccounts(): Promise<void> {
  const [size] = sizes as [Size];
  for (const scene of accountScenes)
    await attempt(`${scene[0]} accounts, ${scene[1].title}`, async () => {
      const { channel, counts } = await countsChannel();
      const floor = openFloor(size);
      try {
        const pressFloor = floorTypist(floor);
        const parts = { pressFloor, counts, keys: flags.quick ? 40 : 200 };
        const measured = await workingInAccounts(size, scene, channel.path, parts);
        latencies.push(...measured.latencies);
        figures.push(...measured.figures);
      } finally {
        await floor.end();
        channel.close();
      }
    });
  await attempt("memory of a second account", async () => {
    const { channel } = await countsChannel();
    try {
      figures.push(await memoryOfAnother(size, channel.path, flags.quick ? 1 : 3));
    } finally {
      channel.close();
    }
  });
}

function report(): void {
  const machine = `${cpus()[0]?.model ?? "?"}, ${cores} cores, Node ${process.versions.node}`;
  const tables = [
    ...(latencies.length > 0 ? [latencyTable(latencies)] : []),
    ...(figures.length > 0 ? [figureTable(figures)] : []),
  ];
  process.stdout.write(`${[machine, ...tables].join("\n\n")}\n`);
  if (flags.json !== undefined) {
    writeFileSync(flags.json, `${JSON.stringify({ machine, latencies, figures }, null, 2)}\n`);
  }
}

/** Keeps the harness off the program's core. */
function pinMyself(): void {
  const [command] = pinned("", [], 0);
  if (command !== "")
    execFileSync(command, ["-p", "-c", "0", String(process.pid)], { stdio: "ignore" });
}

// After pinning, only one core is reported.
const cores = availableParallelism();
pinMyself();
const big = await startRealm("big", "--no-residents");
try {
  for (const size of sizes) await measureScenes(size, big, scenes);
  await measureInbox();
  if (parts.has("flood")) await measureFloods(big);
  if (parts.has("start")) await measureStarts(big);
  if (parts.has("cached-start")) await measureCachedStarts(big);
  if (parts.has("phases")) await measurePhases(big);
  if (parts.has("verb")) await measureVerbs();
  if (parts.has("idle")) await measureRest(big);
  if (parts.has("bytes")) await measureBytes();
  for (const name of ["memory", "visits", "soak"] as const)
    if (parts.has(name)) await measureLongRun(big, name);
  if (parts.has("markdown")) await measureMarkdown();
  if (parts.has("search")) await measureSearch();
  if (parts.has("digest")) await measureDigest();
  if (parts.has("rules")) await measureRules();
  if (parts.has("accounts")) await measureAccounts();
} finally {
  await big.end();
}
report();
process.exit();
