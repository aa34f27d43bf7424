import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { candidates, completionScript, optionValue, shellNames } from "#cli/completion.ts";
import { type CachedNames, noNames } from "#cli/names-cache.ts";
import { allVerbs } from "../support/verb.ts";

const names: CachedNames = {
  ...noNames,
  ownId: 1,
  streams: [
    [2, "dev"],
    [3, "design"],
  ],
  people: [
    [7, "Ana Ruiz", "ana@x.example"],
    [8, "Bo Lindt", "bo@x.example"],
    [9, "alerts", "alerts@x.example"],
  ],
  topics: { 2: ["deploy window", "flaky tests"] },
};
const accounts = ["work", "other one"];
const complete = (...words: string[]) => candidates(words, allVerbs, names, accounts);

test("verbs, sub-verbs and options are completed", () => {
  expect(complete("str")).toEqual(["streams"]);
  expect(complete("streams", "cr")).toEqual(["create"]);
  expect(complete("users", "re")).toEqual(["reactivate"]);
  expect(complete("read", "--si")).toEqual(["--since"]);
  expect(complete("inbox", "--json=place,un")).toEqual(["--json=place,unread"]);
});

test("streams, topics and people are completed ignoring case, and after a quote", () => {
  expect(complete("read", "#D")).toEqual(["#dev", "#design"]);
  expect(complete("read", "'#dev > D")).toEqual(["#dev > deploy window"]);
  expect(complete("send", "\\#dev\\ >\\ f")).toEqual(["#dev > flaky tests"]);
  expect(complete("send", "@an")).toEqual(["@Ana Ruiz"]);
  expect(complete("people", "edit", "@b")).toEqual(["@Bo Lindt"]);
  expect(complete("people", "edit", "@Bo Lindt", "--role", "m")).toEqual(["moderator", "member"]);
  expect(complete("streams", "add", "#dev", "@b")).toEqual(["@Bo Lindt"]);
  expect(complete("groups", "create", "crew", "@Ana Ruiz", "@b")).toEqual(["@Bo Lindt"]);
  expect(complete("inbox", "#d")).toEqual([]);
});

test("names are completed ignoring case", () => {
  for (const typed of ["@a", "@A"])
    expect(complete("send", typed)).toEqual(["@Ana Ruiz", "@alerts"]);
});

test("the argument of completion is completed with shells, that of man with pages of the guide", () => {
  expect(complete("completion", "")).toEqual(["bash", "zsh", "fish"]);
  expect(complete("man", "acc")).toEqual(["accounts", "accessibility"]);
});

test("the value of --account is completed, other values are left to the shell", () => {
  expect(complete("--account", "")).toEqual(["work", "other one"]);
  expect(complete("read", "--account", "o")).toEqual(["other one"]);
  expect(complete("inbox", "--account=w")).toEqual(["--account=work"]);
  expect(complete("logout", "")).toEqual(["work", "other one"]);
  expect(complete("read", "--rc", "")).toEqual([]);
  expect(complete("send", "-n", "")).toEqual([]);
});

test("options are not counted as arguments", () => {
  expect(complete("--account", "work", "str")).toEqual(["streams"]);
  expect(complete("--account", "work", "read", "#de")).toEqual(["#dev", "#design"]);
  expect(complete("people", "--json", "ed")).toEqual(["edit"]);
  expect(complete("streams", "add", "--timeout", "5", "#d")).toEqual(["#dev", "#design"]);
});

test("options are parsed as the shell passes them", () => {
  expect(optionValue(["--account", "'other one'", ""], "--account")).toBe("other one");
  expect(optionValue(["read", "--account=other\\ one", ""], "--account")).toBe("other one");
  expect(optionValue(["read", ""], "--account")).toBeUndefined();
});

test("names with line breaks or other control characters are not completed", () => {
  const hostile = [
    "dev\n/*",
    "dev\r",
    "dev\t",
    "dev\x9b31m",
    "dev\u2028",
    "dev\u202e",
    "dev\x1b[2J",
  ];
  const streams = [...hostile, "dev 👩‍🚀 ✈️"].map((name, id) => [id, name] as const);
  expect(candidates(["read", "#d"], allVerbs, { ...names, streams })).toEqual(["#dev 👩‍🚀 ✈️"]);
});

test("a half-typed escaped character is ignored", () => {
  expect(complete("read", "\\#dev\\ \\>\\ deploy\\")).toEqual(["#dev > deploy window"]);
});

/** Words that a shell would expand, split or run. */
const expanding = [
  "#/*",
  "#* ?[a-z] {a,b} ~",
  "#x{`touch,it`}",
  "#a`touch it`b",
  "#a $(touch it) $HOME",
  '#it\'s "quoted" \\ and\\',
  "#hey! !! !touch",
  "#a;touch it & (b) | c > d",
  "#ünïcödé 👩‍🚀",
  "@Ana Ruiz",
];

test("bash completes each name as one word that expands to exactly that name", () => {
  const script = `
    ${completionScript("bash")}
    compopt() { :; }
    weir() { printf '%s\\n' "$candidate"; }
    for candidate; do
      for quote in '' "'" '"'; do
        typed=$quote\${candidate:0:1}
        COMP_WORDS=(weir read "$typed") COMP_CWORD=2 COMP_TYPE=9 COMP_LINE="weir read $typed"
        COMP_POINT=\${#COMP_LINE}
        _weir
        eval "printf '<%s>' $quote\${COMPREPLY[*]}$quote"
      done
      echo
    done`;
  const env = { PATH: process.env["PATH"], LANG: "C.UTF-8", HOME: "/nonexistent" };
  const argv = ["--norc", "-c", script, "bash", ...expanding];
  const out = execFileSync("bash", argv, { env, cwd: "/", encoding: "utf8" });
  expect(out.split("\n")).toEqual([...expanding.map((name) => `<${name}>`.repeat(3)), ""]);
});

test("the completion scripts of all shells", async () => {
  const scripts = shellNames.map(
    (shell) => `$ weir completion ${shell}\n${completionScript(shell)}`,
  );
  await expect(scripts.join("\n")).toMatchFileSnapshot("golden/completion.txt");
});
