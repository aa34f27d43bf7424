/** Without a usable terminal, errors go to standard error with an exit code for scripts. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { folder } from "../support/folder.ts";
import { weir } from "../support/program.ts";

function run(argv: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const [command = "", ...program] = weir;
  const { status, stdout, stderr } = spawnSync(command, [...program, ...argv], {
    encoding: "utf8",
    input: "",
    env: { PATH: process.env["PATH"] ?? "", HOME: folder(), TERM: "xterm", ...environment },
  });
  return { status, stdout, stderr };
}

test("without a terminal, the chat screen is an error with advice", () => {
  const { status, stdout, stderr } = run([]);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(/^weir: .*needs a terminal.*weir --help.*\.\n$/);
});

test("help and version need no terminal", () => {
  expect(run(["--version"])).toMatchObject({ status: 0, stderr: "" });
  const help = run(["--help"]);
  expect(help).toMatchObject({ status: 0, stderr: "" });
  for (const verb of ["demo", "realm", "login"]) expect(help.stdout).toContain(verb);
});

test("keys are printed for people and for scripts, including configured ones", () => {
  const home = folder();
  mkdirSync(`${home}/.config/weir`, { recursive: true });
  writeFileSync(`${home}/.config/weir/config.toml`, '[keys]\n"triage.done" = ["F9"]\n');
  const plain = run(["keys"], { HOME: home });
  expect(plain).toMatchObject({ status: 0, stderr: "" });
  expect(plain.stdout).toMatch(/^F9\tMark as done/m);
  const lines = run(["keys", "--json"], { HOME: home }).stdout.trim().split("\n");
  const done = lines.map((line) => JSON.parse(line)).find((one) => one.command === "triage.done");
  expect(done).toMatchObject({ keys: ["F9"], where: ["list", "reader", "sidebar"] });
  expect(run(["keys", "--json", "--markdown"])).toMatchObject({ status: 2, stdout: "" });
});
