/** Builds the program if a source is newer than the build. Tests that do not need it run meanwhile. */
import { execFile } from "node:child_process";
import { globSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import type { BoundKeys } from "./key-bytes.ts";
import { weir } from "./program.ts";

/** What became of it. */
export type Build = { readonly trouble?: string; readonly keys: readonly BoundKeys[] };

const root = new URL("../..", import.meta.url).pathname;

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

async function build(): Promise<void> {
  const sources = [...globSync(`${root}src/**/*.{ts,tsx,txt}`), `${root}package-lock.json`];
  const newest = Math.max(...sources.map(changedAt));
  if (changedAt(`${root}dist/weir.js`) >= newest) return;
  await promisify(execFile)(process.execPath, [`${root}src/build/bundle.ts`]);
}

async function boundKeys(home: string): Promise<readonly BoundKeys[]> {
  const [command = "", ...argv] = weir;
  const asked = [...argv, "keys", "--json=command,keys"];
  const { stdout } = await promisify(execFile)(command, asked, { env: { HOME: home } });
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

async function prepare(): Promise<Build> {
  await build();
  const home = mkdtempSync(join(tmpdir(), "weir-test-"));
  try {
    return { keys: await boundKeys(home) };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function listening(server: Server, path: string): Promise<string> {
  return new Promise((resolve) => server.listen(path, () => resolve(path)));
}

/**
 * A connection to `builder` receives what became of the build, once the program is ready; at `realms` tests ask for realms.
 */
export async function setup(project: TestProject): Promise<() => void> {
  const place = mkdtempSync(join(tmpdir(), "weir-build-"));
  const built = prepare().catch((error): Build => ({ trouble: String(error), keys: [] }));
  const builder = createServer(async (socket) => socket.end(JSON.stringify(await built)));
  project.provide("builder", await listening(builder, join(place, "builder")));
  // Loaded when the first test needs it.
  const realms = createServer({ allowHalfOpen: true }, async (socket) =>
    (await import("./realm-host.ts")).hostRealm(socket),
  );
  project.provide("realms", await listening(realms, join(place, "realms")));
  return () => {
    builder.close();
    realms.close();
    rmSync(place, { recursive: true, force: true });
  };
}

declare module "vitest" {
  export interface ProvidedContext {
    builder: string;
    realms: string;
  }
}
