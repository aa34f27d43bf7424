/** What bars get, from a real file in the user's folder. */
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { StatusEntry } from "#app/status-file.ts";
import { formatProblem, requestIn, statusLine } from "#app/status-line.ts";
import { processStart } from "#host/processes.ts";
import { folder } from "../support/folder.ts";

const work: StatusEntry = {
  account: "work",
  site: "https://chat.example.com",
  state: "live",
  needs_you: 2,
  unread: 41,
  more_unread: false,
  pid: process.pid,
  started: processStart(process.pid) ?? "",
};

const before = process.env["XDG_RUNTIME_DIR"];
let path = "";

beforeEach(() => {
  const runtime = folder();
  process.env["XDG_RUNTIME_DIR"] = runtime;
  mkdirSync(`${runtime}/weir`);
  path = `${runtime}/weir/status.json`;
});

afterEach(() => {
  if (before === undefined) delete process.env["XDG_RUNTIME_DIR"];
  else process.env["XDG_RUNTIME_DIR"] = before;
});

const file = (...accounts: readonly unknown[]) =>
  writeFileSync(path, JSON.stringify({ version: 1, accounts }));

const line = (...words: readonly string[]) => {
  const request = requestIn(["status-line", ...words]);
  if (request === undefined) throw new Error("The parser would be asked.");
  return statusLine(request);
};

test.each([
  [[], "2 need you, 41 unread\n"],
  [["--format", "tmux"], "#[bold]@2#[nobold] 41\n"],
  [["--format=zellij"], "@2 41\n"],
  [["--format", "{needs_you}/{unread} {account}:{state}"], "2/41 work:live\n"],
  [["--account", "work"], "2 need you, 41 unread\n"],
  [["--account", "home"], ""],
])("%j prints %j", (words, printed) => {
  file(work);
  expect(line(...words)).toBe(printed);
});

test("Waybar gets a text, a tooltip and a class", () => {
  file(work, { ...work, account: "home", needs_you: 0, unread: 0, state: "offline" });
  expect(JSON.parse(line("--format", "waybar"))).toEqual({
    text: "offline @2 41",
    tooltip: "work: 2 need you, 41 unread\nhome: offline",
    alt: "offline",
    class: "offline",
  });
  file({ ...work, needs_you: 0, unread: 0 });
  expect(JSON.parse(line("--format", "waybar"))).toEqual({
    text: "",
    tooltip: "work: nothing is unread",
    alt: "quiet",
    class: "quiet",
  });
});

test("accounts are added up, and the worst state is told", () => {
  file(work, { ...work, account: "home", needs_you: 1, unread: 9, more_unread: true });
  expect(line()).toBe("3 need you, 50+ unread\n");
  file(work, { ...work, account: "home", needs_you: 1, unread: 0, state: "signed-out" });
  expect(line("--format", "{account} {state} {unread}")).toBe("work, home signed-out 41\n");
  expect(line()).toBe("signed out, 3 need you, 41 unread\n");
  expect(line("--account", "home")).toBe("signed out, 1 needs you\n");
});

test("nothing is printed if nothing is unread, or no weir runs", () => {
  expect(line()).toBe("");
  file({ ...work, needs_you: 0, unread: 0 });
  expect(line()).toBe("");
  expect(line("--format", "{unread}")).toBe("0\n");
  const { pid } = spawnSync("true");
  file({ ...work, pid }, { ...work, started: "1" });
  expect(line("--format", "{unread}")).toBe("");
});

test("no name reaches a bar as an instruction", () => {
  for (const account of [
    "#[fg=red]#(touch x)#{pane_pid}",
    "%H %{A1:touch x:}",
    "<b>&amp;",
    '","class":"x',
    "\u001b]0;x\u0007\n\u202e",
    "`$(touch x)`",
  ]) {
    file({ ...work, account });
    expect(line("--format", "{account}")).toMatch(/^[\w .?+-]+\n$/);
    expect(JSON.parse(line("--format", "waybar")).tooltip).toMatch(/^[^<>&#%]+$/);
  }
  file({ ...work, account: "Büro 2" }, { ...work, account: "a".repeat(10_000) });
  expect(line("--format", "{account}")).toBe(`Büro 2, ${"a".repeat(60)}\n`);
});

test.each([
  "",
  "{",
  "null",
  "[]",
  '{"version":1}',
  '{"version":1,"accounts":{}}',
  '{"version":1,"accounts":[null,7,{}]}',
  `{"version":2,"accounts":[${JSON.stringify(work)}]}`,
  `{"version":1,"accounts":[${JSON.stringify({ ...work, unread: "41" })}]}`,
  `{"version":1,"accounts":[${JSON.stringify({ ...work, state: "#[fg=red]" })}]}`,
  `{"version":1,"accounts":[${JSON.stringify({ ...work, pid: "1" })}]}`,
])("a file that weir has not written says nothing: %s", (text) => {
  writeFileSync(path, text);
  expect(line("--format", "{unread}")).toBe("");
});

test("what is not a small file is not read", () => {
  spawnSync("mkfifo", [path]);
  expect(line()).toBe("");
  spawnSync("rm", [path]);
  symlinkSync("/dev/zero", path);
  expect(line()).toBe("");
});

test.each([
  ["--json"],
  ["--format"],
  ["work"],
  ["--format", "tmux", "--format", "tmux"],
  ["--format", "polybar"],
  ["--format", "{toString}"],
  ["--format", "toString"],
])("the parser explains what is wrong with %j %j", (...words) => {
  expect(requestIn(["status-line", ...words])).toBeUndefined();
});

test("a format is refused with those that there are", () => {
  const problem = (format: string) => formatProblem({ format, account: undefined });
  expect(problem("{unread} {topic}")).toBe(
    "--format takes tmux, waybar, zellij, or a text with {needs_you}, {unread}, {account}, {state}: it does not know {topic}.",
  );
  expect(problem("polybar")).toMatch(/"polybar" is none\.$/);
  expect(problem("{{unread}}")).toBeUndefined();
});
