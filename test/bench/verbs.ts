/** Verbs in scripts, and tools of programs: the time from starting the program to the first byte of output. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { systemClock } from "#base/clock.ts";
import { type Figure, median } from "./figures.ts";
import { type BenchRealm, freshHome, type Home, weirCommand } from "./programs.ts";
import { residentMbOf } from "./timed-program.ts";

type Measured = {
  readonly name: string;
  readonly argv: readonly string[];
  readonly budgetMs: number;
  /** Beside a weir that runs with the account. */
  readonly isBeside?: true;
};

const verbs: readonly Measured[] = [
  { name: "inbox", argv: ["inbox"], budgetMs: 250 },
  { name: "send", argv: ["send", "#backend > deploy window", "as measured"], budgetMs: 250 },
  { name: "inbox beside a running weir", argv: ["inbox"], budgetMs: 80, isBeside: true },
];

/** Of the time that an empty Node takes. */
const statusLineTimes = 1.5;

/** Milliseconds until the first byte, or until the end if there is none. */
async function once(argv: readonly string[], home: Home, realm: BenchRealm): Promise<number> {
  const { command, args, environment } = weirCommand(home, realm, argv);
  return taken(command, args, environment);
}

async function taken(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(command, args, { env: environment, stdio: ["ignore", "pipe", "inherit"] });
  const first = new Promise<number>((resolve) =>
    child.stdout.once("data", () => resolve(performance.now() - startedAt)),
  );
  child.stdout.resume();
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}.`);
  return Promise.race([first, Promise.resolve(performance.now() - startedAt)]);
}

/** A weir that runs with the account, without a screen; the returned function ends it. */
async function besideWeir(home: Home, realm: BenchRealm): Promise<() => Promise<void>> {
  const { command, args, environment } = weirCommand(home, realm, ["--plain"]);
  const child = spawn(command, args, { env: environment, stdio: ["pipe", "ignore", "inherit"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const status = `${home.path}/.local/state/weir/run/status.json`;
  const deadline = systemClock.elapsed() + 20_000;
  while (!existsSync(status) && systemClock.elapsed() < deadline) await systemClock.sleep(50);
  // What it loads after that is not to be measured.
  await systemClock.sleep(2_000);
  return async () => {
    child.stdin.end();
    await ended;
  };
}

/** The first run fills the compile cache, and is reported separately. */
export async function firstBytes(times: number, realm: BenchRealm): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const { name, argv, budgetMs, isBeside } of verbs) {
    const home = freshHome();
    const end = isBeside ? await besideWeir(home, realm) : async () => {};
    try {
      const first = await once(argv, home, realm);
      const all = await repeated(times, () => once(argv, home, realm));
      figures.push({
        name: `exec → first byte of weir ${name}`,
        value: median(all),
        unit: "ms",
        budget: budgetMs,
        note: `best ${Math.min(...all).toFixed(0)}, the very first ${first.toFixed(0)}`,
      });
    } finally {
      await end();
      home.remove();
    }
  }
  return [...figures, await statusLine(times, realm)];
}

/** In turn with an empty Node, so that both see the same machine. */
async function statusLine(times: number, realm: BenchRealm): Promise<Figure> {
  const home = freshHome();
  const end = await besideWeir(home, realm);
  const ours: number[] = [];
  const empty: number[] = [];
  const { environment } = weirCommand(home, realm, []);
  try {
    for (let at = 0; at < times; at += 1) {
      ours.push(await once(["status-line"], home, realm));
      empty.push(await taken(process.execPath, ["-e", "0"], environment));
    }
  } finally {
    await end();
    home.remove();
  }
  return {
    name: "exec → first byte of weir status-line",
    value: median(ours) / median(empty),
    unit: "× an empty Node",
    budget: statusLineTimes,
    note: `${median(ours).toFixed(0)} ms, best ${Math.min(...ours).toFixed(0)}; Node ${median(empty).toFixed(0)}`,
  };
}

async function repeated(times: number, work: () => Promise<number>): Promise<readonly number[]> {
  const all: number[] = [];
  for (let at = 0; at < times; at += 1) all.push(await work());
  return all;
}

const toolBudgets = { ms: 60, megabytes: 50 };

const hello = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench" } },
};

/** Milliseconds until `weir mcp` has answered, and the megabytes that it has then. */
async function answered(home: Home, realm: BenchRealm): Promise<readonly [number, number]> {
  const { command, args, environment } = weirCommand(home, realm, ["mcp"]);
  const startedAt = performance.now();
  const child = spawn(command, args, { env: environment, stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.stdin.write(`${JSON.stringify(hello)}\n`);
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const taken = performance.now() - startedAt;
  const resident = residentMbOf(child.pid ?? 0);
  child.stdin.end();
  await ended;
  return [taken, resident];
}

/** The first run fills the compile cache, and does not count. */
export async function toolStarts(times: number, realm: BenchRealm): Promise<readonly Figure[]> {
  const home = freshHome();
  try {
    await answered(home, realm);
    const all: (readonly [number, number])[] = [];
    for (let at = 0; at < times; at += 1) all.push(await answered(home, realm));
    const { ms, megabytes } = toolBudgets;
    return [
      {
        name: "exec → first answer of weir mcp",
        value: median(all.map(([taken]) => taken)),
        unit: "ms",
        budget: ms,
      },
      {
        name: "memory of weir mcp when it has answered",
        value: median(all.map(([, taken]) => taken)),
        unit: "MB",
        budget: megabytes,
      },
    ];
  } finally {
    home.remove();
  }
}
