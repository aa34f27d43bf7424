/** Compiled code is run at the next start, so nobody else may write where it is kept. */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder } from "../support/folder.ts";
import { weir } from "../support/program.ts";

const built = new URL("../../dist", import.meta.url).pathname;

/** The program without the compiled code that the build leaves beside it, as where another user has built it. */
function installed(): string {
  const program = folder();
  const isKept = (path: string) => path !== join(built, "compiled");
  cpSync(built, program, { recursive: true, filter: isKept });
  return join(program, "weir.js");
}

/** Starts the program with a umask that keeps nothing from anybody. */
function start(environment: Readonly<Record<string, string>>, cwd: string, program = installed()) {
  const [node = "", ...argv] = [...weir.slice(0, -1), program, "--version"];
  const { status } = spawnSync("/bin/sh", ["-c", 'umask 000; exec "$@"', "sh", node, ...argv], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", ...environment },
  });
  expect(status).toBe(0);
}

const modeOf = (path: string) => statSync(path).mode & 0o777;

test("the folder of compiled code is its owner's alone, whatever the umask and however it was left", () => {
  const home = folder();
  const compiled = join(home, ".cache/weir/compiled");
  start({ HOME: home }, home);
  expect(modeOf(compiled)).toBe(0o700);
  expect(readdirSync(compiled)).not.toEqual([]);
  chmodSync(compiled, 0o777);
  start({ HOME: home }, home);
  expect(modeOf(compiled)).toBe(0o700);
});

test("it follows the rules of the XDG folders: relative paths are ignored", () => {
  const home = folder();
  const caches = join(home, "caches");
  mkdirSync(caches);
  start({ HOME: home, XDG_CACHE_HOME: caches }, home);
  expect(modeOf(join(caches, "weir/compiled"))).toBe(0o700);
  start({ HOME: home, XDG_CACHE_HOME: "relative" }, home);
  expect(existsSync(join(home, "relative"))).toBe(false);
  expect(modeOf(join(home, ".cache/weir/compiled"))).toBe(0o700);
});

test("the code that the build compiled is used instead, by the user and the Node that built it", () => {
  const home = folder();
  start({ HOME: home }, home, join(built, "weir.js"));
  expect(existsSync(join(home, ".cache/weir/compiled"))).toBe(false);
});
