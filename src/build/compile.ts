/**
 * Compiles the code of the program into `dist/compiled`, so that the first start is as fast as later ones. It is valid for
 * one version of Node, its flags and one user; elsewhere the program creates its own.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
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
  "src/app/chat.ts",
  "src/app/storage.ts",
  "src/app/open-screen.ts",
  "src/app/realm-verb.ts",
  "src/realm/seed/demo/demo.ts",
  "src/app/script-verb.ts",
  "src/cli/verbs/modules.ts",
];

export async function compile(outputs: Metafile["outputs"]): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  await compileUsed();
  compileRest(outputs);
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
    env: { ...process.env, NODE_COMPILE_CACHE: folder },
  });
}

/** Modules with the functions that a start of the screen with its demo, a server and a verb need. What fails is left out. */
async function compileUsed(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "weir-build-"));
  try {
    await runScreen(environment(home));
    await runVerb(environment(home));
  } catch {
    // Without a terminal or a network, for example.
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
