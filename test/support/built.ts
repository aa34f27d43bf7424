/**
 * Builds the program if a source is newer than the build, and fills the compile cache. Tests that do not need it run
 * meanwhile.
 */
import { execFile } from "node:child_process";
import { globSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pty from "@lydell/node-pty";
import type { TestProject } from "vitest/node";
import { compiled, weir } from "./program.ts";

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
/** Opens and quits the demo, which stores the compiled code of the screen and the realm. */
async function compile(): Promise<void> {
  if (changedAt(compiled) > changedAt(`${root}dist/weir.js`)) return;
  rmSync(compiled, { recursive: true, force: true });
  const home = mkdtempSync(join(tmpdir(), "weir-test-"));
  const [command = "", ...argv] = weir;
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, NODE_COMPILE_CACHE: compiled };
  const child = pty.spawn(command, argv, { name: "xterm-256color", cols: 80, rows: 24, env });
  const ended = new Promise((resolve) => child.onExit(resolve));
  let written = "";
  child.onData((bytes) => {
    written += bytes;
    if (/unread/.test(written)) child.write("q");
  });
  let isRunning = true;
  // If the program does not start, the tests will report it.
  AbortSignal.timeout(120_000).addEventListener("abort", () => {
    if (isRunning) child.kill("SIGKILL");
  });
  await ended;
  isRunning = false;
  rmSync(home, { recursive: true, force: true });
}

async function prepare(): Promise<void> {
  await build();
  await compile();
}

/** A connection to the socket receives an empty text once the program is ready, or the error. */
export async function setup(project: TestProject): Promise<() => void> {
  const place = mkdtempSync(join(tmpdir(), "weir-build-"));
  const trouble = prepare().then(() => "", String);
  const server = createServer(async (socket) => socket.end(await trouble));
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
