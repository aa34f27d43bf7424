/** Compiled code is executed at the next start, so its folder must not be writable for others. */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { version } from "#app/version.ts";
import { filesWith, folder } from "../support/folder.ts";
import { weir } from "../support/program.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal } from "../support/terminal.ts";

const built = new URL("../../dist", import.meta.url).pathname;

/** A copy of the program without compiled code, as if another user had built it. */
function installed(): string {
  const program = folder();
  const left = ["compiled", "dev"].map((name) => join(built, name));
  const isKept = (path: string) => !left.includes(path);
  cpSync(built, program, { recursive: true, filter: isKept });
  return join(program, "weir.js");
}

/** Starts the program with umask 000. Returns what it printed as errors. */
function start(program: string, environment: Readonly<Record<string, string>>, cwd: string) {
  const [node = "", ...argv] = [...weir.slice(0, -1), program, "--help"];
  const { status, stderr } = spawnSync(
    "/bin/sh",
    ["-c", 'umask 000; exec "$@"', "sh", node, ...argv],
    {
      cwd,
      encoding: "utf8",
      env: { PATH: process.env["PATH"] ?? "", ...environment },
    },
  );
  expect(status).toBe(0);
  return stderr;
}

const modeOf = (path: string) => statSync(path).mode & 0o777;

test("the folder of compiled code is private, for any umask and previous mode", () => {
  const home = folder();
  const compiled = join(home, ".cache/weir/compiled");
  const program = installed();
  start(program, { HOME: home }, home);
  expect(modeOf(compiled)).toBe(0o700);
  expect(readdirSync(compiled)).not.toEqual([]);
  chmodSync(compiled, 0o777);
  start(program, { HOME: home }, home);
  expect(modeOf(compiled)).toBe(0o700);
});

test("the folder follows XDG_CACHE_HOME, ignoring relative paths", () => {
  const home = folder();
  const caches = join(home, "caches");
  mkdirSync(caches);
  const program = installed();
  start(program, { HOME: home, XDG_CACHE_HOME: caches }, home);
  expect(modeOf(join(caches, "weir/compiled"))).toBe(0o700);
  start(program, { HOME: home, XDG_CACHE_HOME: "relative" }, home);
  expect(existsSync(join(home, "relative"))).toBe(false);
  expect(modeOf(join(home, ".cache/weir/compiled"))).toBe(0o700);
});

/**
 * The first start of the screen keeps the code of what it has called, which the next one uses, and drops that of
 * another version.
 */
test("the next start uses the code that the first one has called", async () => {
  const home = folder();
  const compiled = join(home, ".cache/weir/compiled");
  mkdirSync(join(compiled, "open-screen-OLD.js"), { recursive: true });
  const { environment } = (await serveRealm()).as("Robin");
  const opened = { program: [...weir.slice(0, -1), installed()], home, environment };
  const first = await startInTerminal(opened);
  // Said by a function that every start calls.
  const called = () => filesWith(compiled, "The chat screen needs a terminal").length;
  await expect.poll(called).toBe(1);
  await expect.poll(() => readdirSync(compiled)).toEqual([expect.not.stringContaining("OLD")]);
  await first.sees(/live/);
  await first.does("program.leave", "program.leave");
  expect(await first.ended).toEqual({ code: 0, signal: 0 });
  const second = await startInTerminal(opened);
  await second.sees(/live/);
  await second.does("program.leave", "program.leave");
  expect(await second.ended).toEqual({ code: 0, signal: 0 });
  // Code that is not accepted is replaced, at the end, by that of a module that has not run.
  expect(called()).toBe(1);
});

test("code compiled by the build is used by the user and the Node version that built it", () => {
  const home = folder();
  const environment = { HOME: home, NODE_DEBUG_NATIVE: "COMPILE_CACHE" };
  const said = start(join(built, "weir.js"), environment, home);
  expect(existsSync(join(home, ".cache/weir/compiled"))).toBe(false);
  // Code that was compiled with other flags of the engine is rejected.
  expect(said).toMatch(/main\.js was accepted/);
  expect(said).not.toMatch(/was rejected/);
});

test("code compiled by the build is used where the program was moved", () => {
  const home = folder();
  const moved = join(home, "moved");
  cpSync(built, moved, { recursive: true });
  const environment = { HOME: home, NODE_DEBUG_NATIVE: "COMPILE_CACHE" };
  const said = start(join(moved, "weir.js"), environment, home);
  expect(said).toMatch(/main\.js was accepted/);
  expect(said).not.toMatch(/was not found|was rejected/);
});

test("the version is printed by the first file alone", () => {
  const alone = join(folder(), "weir.js");
  cpSync(join(built, "weir.js"), alone);
  const { stdout, status } = spawnSync(weir[0] ?? "", [alone, "--version"], { encoding: "utf8" });
  expect([stdout, status]).toEqual([`${version}\n`, 0]);
});
