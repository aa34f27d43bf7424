/** Verbs in scripts, and tools of programs: the time from starting the program to the first byte of output. */
import { spawn } from "node:child_process";
import { type Figure, median } from "./figures.ts";
import { type BenchRealm, freshHome, type Home, weirCommand } from "./programs.ts";
import { residentMbOf } from "./timed-program.ts";

const budgetMs = 250;

const verbs: Readonly<Record<string, readonly string[]>> = {
  inbox: ["inbox"],
  send: ["send", "#backend > deploy window", "as measured"],
};

/** Milliseconds until the first byte. */
async function once(argv: readonly string[], home: Home, realm: BenchRealm): Promise<number> {
  const { command, args, environment } = weirCommand(home, realm, argv);
  const startedAt = performance.now();
  const child = spawn(command, args, { env: environment, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const first = new Promise<number>((resolve) =>
    child.stdout.once("data", () => resolve(performance.now() - startedAt)),
  );
  child.stdout.resume();
  const code = await ended;
  if (code !== 0) throw new Error(`weir ${argv[0]} ended with ${code}.`);
  return first;
}

/** The first run fills the compile cache, and is reported separately. */
export async function firstBytes(times: number, realm: BenchRealm): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [name, argv] of Object.entries(verbs)) {
    const home = freshHome();
    try {
      const first = await once(argv, home, realm);
      const taken: number[] = [];
      for (let at = 0; at < times; at += 1) taken.push(await once(argv, home, realm));
      figures.push({
        name: `exec → first byte of weir ${name}`,
        value: median(taken),
        unit: "ms",
        budget: budgetMs,
        note: `best ${Math.min(...taken).toFixed(0)}, the very first ${first.toFixed(0)}`,
      });
    } finally {
      home.remove();
    }
  }
  return figures;
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
