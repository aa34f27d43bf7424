/**
 * Compiles the code of the program into `dist/compiled`, so that the first start is as fast as later ones. It is valid for
 * one version of Node, its flags and one user; elsewhere the program creates its own.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Metafile } from "esbuild";
import { systemClock } from "#base/clock.ts";
import { nodeFlags } from "./node-flags.ts";
import { root } from "./plugins.ts";

const folder = `${root}dist/compiled`;

/** What the screen, the demo and the verbs load. */
const compiledModules = [
  "src/app/main.ts",
  "src/app/asked-verb.ts",
  "src/app/chat.ts",
  "src/app/storage.ts",
  "src/app/open-screen.ts",
  "src/app/realm-verb.ts",
  "src/realm/seed/demo/demo.ts",
  "src/app/script-verb.ts",
  "src/cli/verbs/modules.ts",
];

/** Names what the folder was made from. The file is absent if something was left out. */
const mark = join(folder, "made-from");

/** Takes a second or two, and is not done again for the same program. */
export async function compile(outputs: Metafile["outputs"]): Promise<void> {
  const program = hashOf(Object.keys(outputs));
  if (existsSync(mark) && readFileSync(mark, "utf8") === program) return;
  rmSync(folder, { recursive: true, force: true });
  const isWhole = await compileUsed();
  compileRest(outputs);
  if (isWhole) writeFileSync(mark, program);
}

/** Of the files and of whoever runs them: nobody else can use what is compiled. */
function hashOf(paths: readonly string[]): string {
  const hash = createHash("sha256");
  hash.update(JSON.stringify([process.version, process.arch, process.getuid?.(), nodeFlags]));
  for (const path of paths.toSorted()) hash.update(path).update(readFileSync(root + path));
  return hash.digest("hex");
}

/** Whole modules, of which nothing was cached: Node leaves out most functions. */
function compileRest(outputs: Metafile["outputs"]): void {
  const paths = Object.entries(outputs).flatMap(([path, { entryPoint }]) =>
    entryPoint !== undefined && compiledModules.includes(entryPoint) ? [root + path] : [],
  );
  const script = `for (const path of ${JSON.stringify(paths)}) import(path);`;
  execFileSync(process.execPath, [...nodeFlags, "--eval", script], {
    stdio: "inherit",
    // The variable, because one of the caller's would take precedence over a call.
    env: { ...process.env, NODE_COMPILE_CACHE: folder, NODE_COMPILE_CACHE_PORTABLE: "1" },
  });
}

/**
 * Modules with the functions that a start of the screen with its demo, a server and a verb need. What fails is left out; then it
 * is false.
 */
async function compileUsed(): Promise<boolean> {
  const home = mkdtempSync(join(tmpdir(), "weir-build-"));
  try {
    await runScreen(environment(home));
    await runVerb(environment(home));
    return true;
  } catch {
    // Without a terminal or a network, for example.
    return false;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const argv = [...nodeFlags, "--import", `${root}src/build/after-running.ts`, `${root}dist/weir.js`];

const limitMs = 30_000;

function environment(home: string): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    LANG: "C.UTF-8",
    TERM: "xterm-256color",
    // Any value, even an empty one, would make Ink non-interactive.
    CI: "false",
    NODE_DISABLE_COMPILE_CACHE: "1",
    COMPILED_FOLDER: folder,
  };
}

/** What begins when the inbox is there belongs to a start, too. */
const settleMs = 500;

async function runScreen(env: Record<string, string>): Promise<void> {
  const { spawn: open } = await import("@lydell/node-pty");
  const size = { cols: 200, rows: 60 };
  const screen = open(process.execPath, [...argv, "demo"], { env, ...size });
  const shown = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let written = "";
  screen.onData((bytes) => {
    written += bytes;
    if (written.includes("unread")) shown.resolve();
  });
  screen.onExit(() => {
    shown.resolve();
    ended.resolve();
  });
  const forget = systemClock.after(limitMs, () => screen.kill("SIGKILL"));
  await shown.promise;
  await systemClock.sleep(settleMs);
  screen.kill("SIGUSR2");
  await ended.promise;
  forget();
}

async function runVerb(env: Record<string, string>): Promise<void> {
  const options = { env, timeout: limitMs, killSignal: "SIGKILL" } as const;
  const realm = spawn(process.execPath, [...argv, "realm", "--json"], {
    ...options,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(realm, "exit");
  const lines = createInterface({ input: realm.stdout });
  const [first] = await Promise.race([once(lines, "line"), ended.then(() => ["{}"])]);
  const { url, accounts } = JSON.parse(first);
  const account = {
    WEIR_SITE: url,
    WEIR_EMAIL: accounts[0].email,
    WEIR_API_KEY: accounts[0].api_key,
  };
  spawnSync(process.execPath, [...argv, "inbox"], {
    ...options,
    env: { ...env, ...account },
    stdio: "ignore",
  });
  realm.kill("SIGUSR2");
  await ended;
}
