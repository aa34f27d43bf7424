/** What is offered where in a command line. */
import { expect, test } from "vitest";
import { candidates, optionValue } from "#cli/completion.ts";
import { type CachedNames, noNames } from "#cli/names-cache.ts";
import { kindsOf, valueIn } from "#cli/placeholders.ts";
import { allVerbs } from "../support/verb.ts";

const names: CachedNames = {
  ...noNames,
  ownId: 1,
  streams: [
    [2, "dev"],
    [3, "design"],
  ],
  archived: [[4, "old"]],
  people: [
    [7, "Ana Ruiz", "ana@x.example"],
    [8, "Bo Lindt", "bo@x.example"],
    [9, "alerts", "alerts@x.example"],
    [10, "Élodie Martin", "elodie@x.example"],
  ],
  deactivated: [[11, "Max Old", "max@x.example"]],
  groups: [[20, "crew"]],
  fields: [[30, "Team"]],
  emoji: ["tadpole"],
  drafts: [[40, "#dev > deploy window"]],
  scheduled: [[50, "@Ana Ruiz"]],
  messages: [
    [61, "Bo Lindt, #dev > deploy window"],
    [60, "Ana Ruiz, @Bo Lindt"],
  ],
  topics: { 2: ["deploy window", "flaky tests"] },
};
const accounts = ["work", "other one"];

function complete(...words: string[]): readonly string[] | "files" {
  const found = candidates(words, allVerbs, { names, accounts });
  return found === "files" ? found : found.map(({ text }) => text);
}

test("each placeholder stands for something, and each choice for its words", () => {
  for (const { name, argument = "", options } of allVerbs) {
    const values = options.flatMap(({ flags, words }) =>
      words === undefined ? (valueIn(flags) ?? []) : [],
    );
    for (const placeholder of [...argument.split(" ").filter(Boolean), ...values])
      expect(() => kindsOf(placeholder), `weir ${name} ${placeholder}`).not.toThrow();
  }
});

test("verbs, sub-verbs and options are completed", () => {
  expect(complete("str")).toEqual(["streams"]);
  expect(complete("streams", "cr")).toEqual(["create"]);
  expect(complete("users", "re")).toEqual(["reactivate"]);
  expect(complete("read", "--si")).toEqual(["--since"]);
  expect(complete("inbox", "--json=place,un")).toEqual(["--json=place,unread"]);
});

test("streams, topics and people are completed ignoring case and accents", () => {
  expect(complete("read", "#D")).toEqual(["#dev", "#design"]);
  expect(complete("topics", "de")).toEqual(["delete", "dev", "design"]);
  expect(complete("read", "#dev > D")).toEqual(["#dev > deploy window"]);
  expect(complete("send", "#dev > f")).toEqual(["#dev > flaky tests"]);
  for (const typed of ["@a", "@A"])
    expect(complete("send", typed)).toEqual(["@Ana Ruiz", "@alerts"]);
  expect(complete("send", "@el")).toEqual(["@Élodie Martin"]);
  expect(complete("streams", "unarchive", "#")).toEqual(["#old"]);
});

test.each([
  [["people", "edit"]],
  [["people", "show"]],
  [["people", "deactivate"]],
  [["streams", "add", "#dev"]],
  [["streams", "remove", "#dev"]],
  [["groups", "create", "crew", "@Ana Ruiz"]],
  [["groups", "add", "crew"]],
  [["groups", "remove", "crew"]],
  [["streams", "create", "x", "--add"]],
  [["streams", "edit", "#dev", "--posting"]],
  [["settings", "edit", "--muted"]],
  [["send"]],
  [["read"]],
  [["drafts", "add"]],
  [["schedule", "add", "--to"]],
  [["mute"]],
  [["snooze"]],
])("%j completes people", (words) => {
  expect(complete(...words, "@b")).toEqual(["@Bo Lindt"]);
});

test("people are completed by address, after a comma, and by ID where names are equal", () => {
  expect(complete("people", "show", "ana@")).toEqual(["ana@x.example"]);
  expect(complete("send", "ana@")).toEqual(["ana@x.example"]);
  expect(complete("send", "@Ana Ruiz, @b")).toEqual(["@Ana Ruiz, @Bo Lindt"]);
  expect(complete("people", "edit", "@Ana Ruiz, @b")).toEqual([]);
  expect(complete("people", "reactivate", "")).toEqual(["@Max Old"]);
  const people = [...names.people, [12, "Bo Lindt", "b2@x.example"] as const];
  const found = candidates(["send", "@bo"], allVerbs, { names: { ...names, people }, accounts });
  expect(found).toEqual([
    { text: "@Bo Lindt|8", about: "bo@x.example" },
    { text: "@Bo Lindt|12", about: "b2@x.example" },
  ]);
});

test("groups are completed alone, and among people", () => {
  expect(complete("groups", "join", "")).toEqual(["crew"]);
  expect(complete("streams", "add", "#dev", "group:")).toEqual(["group:crew"]);
  expect(complete("streams", "edit", "#dev", "--posting", "m")).toEqual(["members", "moderators"]);
});

test("the narrows of all streams are completed only where they are places", () => {
  const narrows = ["all", "mentions", "starred", "directs"];
  for (const verb of ["read", "tail", "export", "open", "done", "sync"])
    expect(complete(verb, "")).toEqual(expect.arrayContaining(narrows));
  for (const verb of ["send", "mute", "snooze", "follow", "topics"])
    expect(complete(verb, "")).not.toEqual(expect.arrayContaining(["all"]));
});

test("emoji are completed by name, the organization's own too", () => {
  expect(complete("react", "60", "tad")).toEqual(["tadpole", "tada"]);
  expect(complete("react", "60", ":tad")).toEqual([":tadpole:", ":tada:"]);
  expect(complete("status", "--emoji=tada")).toEqual(["--emoji=tada"]);
});

test("IDs are completed, with what they are of", () => {
  const about = (...words: string[]) => candidates(words, allVerbs, { names, accounts });
  expect(about("react", "6")).toEqual([
    { text: "61", about: "Bo Lindt, #dev > deploy window" },
    { text: "60", about: "Ana Ruiz, @Bo Lindt" },
  ]);
  for (const verb of ["read", "open"]) {
    expect(complete(verb, "6")).toEqual(["61", "60"]);
    expect(complete(verb, "")).not.toContain("61");
  }
  expect(complete("tail", "6")).toEqual([]);
  expect(about("drafts", "delete", "")).toEqual([{ text: "40", about: "#dev > deploy window" }]);
  expect(about("schedule", "edit", "")).toEqual([{ text: "50", about: "@Ana Ruiz" }]);
  expect(complete("reply", "61", "6")).toEqual([]);
});

test("settings, their values and those of choices are completed, in either form", () => {
  expect(complete("settings", "edit", "--mark")).toEqual(["--mark-read"]);
  expect(complete("settings", "edit", "--timezone=europe/be")).toContain(
    "--timezone=Europe/Berlin",
  );
  expect(complete("settings", "edit", "--profile", "t")).toEqual(["Team="]);
  const values = ["always", "in-conversations", "never"];
  expect(complete("settings", "edit", "--mark-read", "")).toEqual(values);
  const written = values.map((value) => `--mark-read=${value}`);
  expect(complete("settings", "edit", "--mark-read=")).toEqual(written);
  expect(complete("people", "edit", "@Bo Lindt", "--role", "m")).toEqual(["moderator", "member"]);
  expect(complete("export", "--format=m")).toEqual(["--format=md", "--format=mbox"]);
});

test("each option with a value is completed in both forms alike", () => {
  for (const verb of allVerbs)
    for (const { flags } of verb.options) {
      const [, long] = /(--[\w-]+) </.exec(flags) ?? [];
      if (long === undefined) continue;
      const before = verb.name.split(" ").filter(Boolean);
      const apart = complete(...before, long, "");
      const one = complete(...before, `${long}=`);
      expect(one).toEqual(apart === "files" ? apart : apart.map((value) => `${long}=${value}`));
    }
});

test("the argument of completion is completed with shells, that of man with pages of the guide", () => {
  expect(complete("completion", "")).toEqual(["bash", "zsh", "fish"]);
  expect(complete("man", "acc")).toEqual(["accounts", "accessibility"]);
  expect(complete("help", "str")).toEqual(["streams"]);
});

test("accounts are completed", () => {
  expect(complete("--account", "")).toEqual(["work", "other one"]);
  expect(complete("read", "--account", "o")).toEqual(["other one"]);
  expect(complete("inbox", "--account=w")).toEqual(["--account=work"]);
  expect(complete("logout", "")).toEqual(["work", "other one"]);
});

test("files are left to the shell, and nothing else is", () => {
  expect(complete("read", "--rc", "")).toBe("files");
  expect(complete("read", "--rc=x")).toBe("files");
  expect(complete("upload", "")).toBe("files");
  expect(complete("export", "#dev", "--to", "x")).toBe("files");
  for (const line of ["send -n ", "read --since ", "search ", "reply 61 ", "inbox #d", "nonsense "])
    expect(complete(...line.split(" "))).toEqual([]);
});

test("options are not counted as arguments", () => {
  expect(complete("--account", "work", "str")).toEqual(["streams"]);
  expect(complete("--account", "work", "read", "#de")).toEqual(["#dev", "#design"]);
  expect(complete("people", "--json", "ed")).toEqual(["edit"]);
  expect(complete("streams", "add", "--timeout", "5", "#d")).toEqual(["#dev", "#design"]);
});

test("the value of an option is found in either form", () => {
  expect(optionValue(["--account", "other one", ""], "--account")).toBe("other one");
  expect(optionValue(["read", "--account=other one", ""], "--account")).toBe("other one");
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
  const messages = [[1, "Ana\x1b[2J\t\n"] as const];
  const known = { names: { ...names, streams, messages }, accounts };
  expect(candidates(["read", "#d"], allVerbs, known)).toEqual([{ text: "#dev 👩‍🚀 ✈️" }]);
  const [found] = candidates(["star", ""], allVerbs, known);
  expect(found).toMatchObject({ text: "1", about: expect.stringMatching(/^Ana\P{Cc}+$/u) });
});
