/** Without a usable terminal, errors go to standard error with an exit code for scripts. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { configuredHome } from "../support/account-home.ts";
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

test("help needs no terminal", () => {
  const help = run(["--help"]);
  expect(help).toMatchObject({ status: 0, stderr: "" });
  for (const verb of ["demo", "realm", "login"]) expect(help.stdout).toContain(verb);
});

test("keys are printed, including configured ones", () => {
  const { home } = configuredHome('[keys]\n"triage.done" = ["F9"]');
  const plain = run(["keys"], { HOME: home });
  expect(plain).toMatchObject({ status: 0, stderr: "" });
  expect(plain.stdout).toMatch(/^F9\tMark as done/m);
});
