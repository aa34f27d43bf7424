import { expect, test } from "vitest";
import { candidates } from "#cli/completion.ts";
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
const complete = (...words: string[]) => candidates(words, verbs, names);

test("verbs, their sub-verbs and their options", () => {
  expect(complete("str")).toEqual(["streams"]);
  expect(complete("streams", "cr")).toEqual(["create"]);
  expect(complete("users", "re")).toEqual(["rename", "reactivate"]);
  expect(complete("read", "--si")).toEqual(["--since"]);
  expect(complete("inbox", "--json=place,un")).toEqual(["--json=place,unread"]);
});

test("streams, topics and people, as they are typed in any case and with a quote", () => {
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

test("what is typed is never shortened: names of the same case come alone where there are some", () => {
  expect(complete("send", "@A")).toEqual(["@Ana Ruiz"]);
  expect(complete("send", "@a")).toEqual(["@alerts"]);
});

test("the shells that a completion can be printed for", () => {
  expect(complete("completion", "")).toEqual(["bash", "zsh", "fish"]);
});
