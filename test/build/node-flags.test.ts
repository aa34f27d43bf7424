/** The first lines of the program, as the system and what package managers write beside it read them. */
import { execFile, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { entryOptions } from "#build/bundle.ts";
import { nodeEnvironment, nodeFlags, quietNodeFlags } from "#build/node-flags.ts";
import { folder } from "../support/folder.ts";

const PATH = `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`;
const isHere = (program: string) => spawnSync(program, ["true"], { env: { PATH } }).status === 0;

/** The entry file with a program that says how it was started. */
const place = mkdtempSync(join(tmpdir(), "weir-test-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));
const at = join(place, "a folder's name");
const script = join(at, "weir.js");
await build({ ...entryOptions(), outdir: at });
chmodSync(script, 0o755);
writeFileSync(join(at, "package.json"), '{ "type": "module" }');
writeFileSync(
  join(at, "main.js"),
  `import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { url } from "node:inspector";
const environ = "/proc/self/environ";
export async function main(argv) {
  const variables = existsSync(environ) ? readFileSync(environ, "latin1").split("\\0") : undefined;
  const left = Object.keys(process.env).filter((name) => name.startsWith("MALLOC"));
  const next = once(process, "SIGUSR2");
  process.kill(process.pid, "SIGUSR1");
  process.kill(process.pid, "SIGUSR2");
  const alive = setInterval(() => {}, 1000);
  await next;
  clearInterval(alive);
  console.log(JSON.stringify({ argv, flags: process.execArgv, variables, left, inspector: url() }));
}`,
);
writeFileSync(
  join(at, "watch-verb.js"),
  `export async function watchAlone(argv) {
  console.log(JSON.stringify({ argv, flags: process.execArgv }));
  return true;
}`,
);
const linked = join(place, "weir");
symlinkSync(script, linked);

const argv = ["send", "#a > b", "it's $HOME", ""];

async function started(program: string, given: readonly string[]) {
  const env = { PATH, HOME: folder(), LANG: "C.UTF-8" };
  const { stdout, stderr } = await promisify(execFile)(program, [...given, ...argv], { env });
  expect(stderr).toBe("");
  const said = JSON.parse(stdout);
  expect(said).toMatchObject({ argv, left: [] });
  return said;
}

async function startsWithFlags(program: string, ...given: readonly string[]): Promise<void> {
  const { flags, variables } = await started(program, given);
  expect(flags).toEqual(nodeFlags);
  for (const [name, value] of Object.entries(nodeEnvironment))
    if (variables !== undefined) expect(variables).toContain(`${name}=${value}`);
}

/** How they read the first line: the program, and what is written behind it. */
const readers = {
  npm: /^#!\s*(?:\/usr\/bin\/env\s+(?:-S\s+)?(?<variables>(?:[^ \t=]+=[^ \t=]+\s+)*))?(?<program>[^ \t]+)(?<rest>.*)$/,
  pnpm: /^#!\s*(?:\/usr\/bin\/env(?:\s+-S\s*)?)?\s*(?<program>[^ \t]+)(?<rest>.*)$/,
};

const [first = ""] = readFileSync(script, "utf8").split("\n");
const shells = ["sh", ...(isHere("busybox") ? ["busybox"] : [])];

test("the first line has a single word behind env, as all systems can read it", () => {
  expect(first).toMatch(/^#!\/usr\/bin\/env [a-z]+$/);
});

test("the program starts with its flags by itself, and through a link", async () => {
  await startsWithFlags(script);
  await startsWithFlags(linked);
});

test(`the program starts with its flags in each shell here: ${shells.join(", ")}`, async () => {
  for (const shell of shells) {
    const applet = shell === "busybox" ? ["sh"] : [];
    await startsWithFlags(shell, ...applet, script);
    await startsWithFlags(shell, ...applet, "-c", '"$0" "$@"', script);
    if (shell === "busybox") await startsWithFlags(shell, "env", "sh", script);
  }
});

test("what runs without a screen has flags of its own in each shell, that of its words only", async () => {
  const env = { PATH, HOME: folder(), LANG: "C.UTF-8" };
  const saidBy = async (program: string, ...words: readonly string[]) =>
    JSON.parse((await promisify(execFile)(program, words, { env })).stdout);
  for (const shell of shells) {
    const applet = shell === "busybox" ? ["sh"] : [];
    const said = await saidBy(shell, ...applet, script, "watch", "--account", "a *");
    expect(said).toEqual({ argv: ["--account", "a *"], flags: quietNodeFlags });
  }
  const { flags } = await saidBy(script, "send", "watch");
  expect(flags).toEqual(nodeFlags);
});

test.each(Object.entries(readers))(
  "the program starts with its flags by the script that %s writes",
  async (_, reader) => {
    const { program = "", rest = "", variables = "" } = reader.exec(first)?.groups ?? {};
    const shim = join(folder(), "weir");
    const run = (path: string) => `exec ${variables}${path} ${rest} "${script}" "$@"`;
    writeFileSync(
      shim,
      `#!/bin/sh
basedir=$(dirname "$0")
if [ -x "$basedir/${program}" ]; then
  ${run(`"$basedir/${program}"`)}
else
  ${run(program)}
fi
`,
    );
    chmodSync(shim, 0o755);
    await startsWithFlags(shim);
    for (const shell of shells)
      await startsWithFlags(shell, ...(shell === "busybox" ? ["sh"] : []), shim);
  },
);

test("no signal opens the inspector of Node, from which every user of the machine could read", async () => {
  expect(await started(script, [])).not.toHaveProperty("inspector");
});

test("the program starts without a shell, as others start scripts of Node", async () => {
  expect(await started(process.execPath, [script])).toMatchObject({ flags: [] });
});
