/** Builds the program if a source is newer than the build. Tests that do not need it run meanwhile. */
import { execFile } from "node:child_process";
import { globSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
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

/** A connection to the socket receives what became of the build, once the program is ready. */
export async function setup(project: TestProject): Promise<() => void> {
  const place = mkdtempSync(join(tmpdir(), "weir-build-"));
  const built = prepare().catch((error): Build => ({ trouble: String(error), keys: [] }));
  const server = createServer(async (socket) => socket.end(JSON.stringify(await built)));
  const path = join(place, "socket");
  await new Promise<void>((resolve) => server.listen(path, resolve));
  project.provide("builder", path);
  return () => {
    server.close();
    rmSync(place, { recursive: true, force: true });
  };
}

declare module "vitest" {
  export interface ProvidedContext {
    builder: string;
  }
}
