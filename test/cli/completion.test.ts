import { expect, test } from "vitest";
import { candidates, completionScript, optionValue, shellNames } from "#cli/completion.ts";
import type { CachedNames } from "#cli/names-cache.ts";
import { verbs } from "#cli/verbs.ts";

const names: CachedNames = {
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
const complete = (...words: string[]) => candidates(words, verbs, names, accounts);

test("verbs, sub-verbs and options are completed", () => {
  expect(complete("str")).toEqual(["streams"]);
  expect(complete("streams", "cr")).toEqual(["create"]);
  expect(complete("users", "re")).toEqual(["rename", "reactivate"]);
  expect(complete("read", "--si")).toEqual(["--since"]);
  expect(complete("inbox", "--json=place,un")).toEqual(["--json=place,unread"]);
});

test("streams, topics and people are completed ignoring case, and after a quote", () => {
  expect(complete("read", "#D")).toEqual(["#dev", "#design"]);
  expect(complete("read", "'#dev > D")).toEqual(["#dev > deploy window"]);
  expect(complete("send", "\\#dev\\ >\\ f")).toEqual(["#dev > flaky tests"]);
  expect(complete("send", "@an")).toEqual(["@Ana Ruiz"]);
  expect(complete("people", "role", "@b")).toEqual(["@Bo Lindt"]);
  expect(complete("people", "role", "@Bo Lindt", "m")).toEqual(["moderator", "member"]);
  expect(complete("streams", "add", "#dev", "@b")).toEqual(["@Bo Lindt"]);
  expect(complete("groups", "create", "crew", "@Ana Ruiz", "@b")).toEqual(["@Bo Lindt"]);
  expect(complete("inbox", "#d")).toEqual([]);
});

test("names are completed ignoring case", () => {
  for (const typed of ["@a", "@A"])
    expect(complete("send", typed)).toEqual(["@Ana Ruiz", "@alerts"]);
});

test("the argument of completion is completed with shells", () => {
  expect(complete("completion", "")).toEqual(["bash", "zsh", "fish"]);
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
  expect(complete("people", "--json", "ro")).toEqual(["role"]);
  expect(complete("streams", "add", "--timeout", "5", "#d")).toEqual(["#dev", "#design"]);
});

test("options are parsed as the shell passes them", () => {
  expect(optionValue(["--account", "'other one'", ""], "--account")).toBe("other one");
  expect(optionValue(["read", "--account=other\\ one", ""], "--account")).toBe("other one");
  expect(optionValue(["read", ""], "--account")).toBeUndefined();
});

test("the completion scripts of all shells", async () => {
  const scripts = shellNames.map(
    (shell) => `$ weir completion ${shell}\n${completionScript(shell)}`,
  );
  await expect(scripts.join("\n")).toMatchFileSnapshot("golden/completion.txt");
});
