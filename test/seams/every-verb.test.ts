/** What every verb has in common; a new verb is tested by being in the table. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readCommandLine } from "#cli/command-line.ts";
import { Exit } from "#cli/exit-codes.ts";
import { isCommon, listOptions, type Verb } from "#cli/verb.ts";
import { verbs } from "#cli/verbs.ts";
import { demoBlueprint } from "#realm/seed/demo/demo.ts";
import { fakeClock } from "../support/clock.ts";
import { folder } from "../support/folder.ts";
import { startRealm } from "../support/realm.ts";
import { allVerbs, json, type Ran, type Shell, shellOn, untilOutput } from "../support/verb.ts";
import {
  argvOf,
  changingVerbs,
  emailFor,
  hasOwnWorld,
  isChange,
  populatedRealm,
} from "../support/verb-lines.ts";

const all = verbs.map((verb) => [`weir ${verb.name}`.trim(), verb] as const);

test.each(all)("%s names its help after an unknown option", (line, { name }) => {
  const argv = [...name.split(" ").filter((word) => word !== ""), "--nonsense"];
  expect(() => readCommandLine(argv, "1")).toThrow(
    new Exit("misuse", `Unknown option '--nonsense'. See ${line} --help.`, true),
  );
});

test.each(all)(
  "the help of %s has its own options, and one line for the common ones",
  (line, verb) => {
    const help = readCommandLine([...line.split(" ").slice(1), "--help"], "1");
    const text = "text" in help ? help.text : "";
    const own = verb.options.filter((option) => verb.name === "" || !isCommon(option));
    for (const { flags } of own) expect(text).toContain(`  ${flags}`);
    if (verb.name === "") return;
    const common = verb.options.filter(isCommon);
    for (const { flags } of common) expect(text).not.toContain(`  ${flags}`);
    expect(text.includes("Common options (see weir --help): ")).toBe(common.length > 0);
    const lines = text.slice(0, text.indexOf("\nExamples:")).split("\n");
    expect(lines.filter((each) => each.length > 80)).toEqual([]);
  },
);

test.each([40, 60, 80])("help wraps at %i columns, except for examples", (columns) => {
  for (const { name } of verbs) {
    const argv = [...name.split(" ").filter((word) => word !== ""), "--help"];
    const help = readCommandLine(argv, "1", allVerbs, columns);
    const text = "text" in help ? help.text : "";
    const lines = text.slice(0, text.indexOf("\nExamples:")).split("\n");
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
  }
});

test("the help of weir describes the options of most verbs", () => {
  const help = readCommandLine(["--help"], "1");
  for (const { flags } of listOptions)
    expect(help).toHaveProperty("text", expect.stringContaining(flags));
});

/** What verbs show; the IDs of recreated things differ, and notices tell of moves. */
async function shownBy({ run }: Shell): Promise<string> {
  const argvs = [
    ["drafts", "--json=place,content"],
    ["schedule", "--json=at,place,content"],
    ["status", "--json"],
    ["settings", "--json"],
    ["views", "--json"],
    ["streams", "--all", "--json"],
    ["groups", "--json"],
    ["fields", "--json"],
    ["people", "--json"],
    ["people", "--deactivated", "--json"],
    ["settings", "--json"],
    ["topics", "#dev", "--json=topic,policy"],
    ["read", "#dev", "--json=id,topic,unread,starred,reactions"],
  ];
  const shown: Ran[] = [];
  for (const argv of argvs) shown.push(await run(argv));
  const lines = shown.flatMap(({ out }) => out.split("\n")).toSorted();
  return lines.filter((line) => !/"id":11[5-9]/.test(line)).join("\n");
}

async function startShell(email: string, verb?: Verb): Promise<Shell> {
  const clock = fakeClock();
  return shellOn(await populatedRealm(clock, verb), { clock, columns: 80, email });
}

const shownAtFirst = new Map<string, string>();

/** What verbs show somebody in a new realm for that verb; looking changes nothing. */
async function shownBefore(email: string, verb: Verb): Promise<string> {
  const key = hasOwnWorld(verb) ? verb.name : email;
  const shown = shownAtFirst.get(key) ?? (await shownBy(await startShell(email, verb)));
  shownAtFirst.set(key, shown);
  return shown;
}

/** The commands after "To undo:", split into words by a shell. */
function undoIn(out: string): readonly (readonly string[])[] {
  const [, commands] = / To undo: (.*)\n$/.exec(out) ?? [];
  if (commands === undefined) return [];
  const script = `weir() { printf '%s\\0' "$@"; echo; }; ${commands}`;
  const words = execFileSync("bash", ["-c", script], { encoding: "utf8" });
  return words
    .split("\0\n")
    .slice(0, -1)
    .map((line) => line.split("\0"));
}

test.each(changingVerbs.map((verb) => [verb.name, verb] as const))(
  "weir %s can be undone, or cannot be for a stated reason",
  async (_, verb) => {
    const email = emailFor(verb);
    const shell = await startShell(email, verb);
    shell.files.set("a.txt", new TextEncoder().encode("hello"));
    const { out } = await shell.run(argvOf(verb));
    const isOption = verb.options.some(({ flags }) => flags === "--undo");
    const [name = ""] = argvOf(verb);
    const option = name === "done" ? [name, "--undo"] : [...argvOf(verb), "--undo"];
    const commands = isOption ? [option] : undoIn(out);
    // What cannot be undone says so, or must be confirmed.
    const isConfirmed = verb.options.some(({ flags }) => flags === "--yes");
    const isFinal = verb.isFinal === true || isConfirmed;
    if (!isConfirmed) expect(commands.length > 0).toBe(!isFinal);
    for (const argv of commands) expect(await shell.run(argv)).toMatchObject({ code: 0 });
    if (!isFinal) expect(await shownBy(shell)).toBe(await shownBefore(email, verb));
  },
);

/** Of these, a second run means another thing. */
const notTwice =
  /^(send|reply|report|upload|topics move|api|.* (add|create|rename))$|^groups edit$/;
const another = ["groups add", "streams add", "later add"];
const repeatable = [...changingVerbs, ...verbs.filter(({ name }) => name === "snooze")].filter(
  ({ name }) => another.includes(name) || !notTwice.test(name),
);

test.each(repeatable.map((verb) => [verb.name, verb] as const))(
  "weir %s, if it is so already, says that and offers no undo",
  async (_, verb) => {
    const shell = await startShell(emailFor(verb), verb);
    const isBack = verb.options.some(({ flags }) => flags === "--undo");
    const [first = "", second = ""] = argvOf(verb);
    const back = verb.name === "snooze" ? [first, second] : argvOf(verb);
    // The undo of the last change is no state.
    const undo = isBack && verb.name !== "done" ? [[...back, "--undo"]] : [];
    for (const argv of [argvOf(verb), ...undo]) {
      await shell.run(argv);
      const { code, out } = await shell.run(argv);
      expect({ argv, code }).toEqual({ argv, code: 0 });
      expect(out).toMatch(
        /\balready\b|\bNothing (is|was) |\b(is|have|are) not |^Not |^There is no /,
      );
      expect(out).not.toContain("To undo");
    }
  },
);

/** A text that looks like an option or needs quoting, where to put it, and what replaces it: the undo needs the text. */
const replacedTexts = [
  ["-f", ["drafts", "edit", "1", "--"], ["drafts", "edit", "1", "new"]],
  ["-", ["drafts", "edit", "1", "--"], ["drafts", "delete", "1"]],
  ["--", ["schedule", "edit", "1", "--"], ["schedule", "edit", "1", "new"]],
  ["--help", ["schedule", "edit", "1", "--"], ["schedule", "delete", "1"]],
  ["--clear", ["status", "--"], ["status", "new"]],
  ["--json=id", ["streams", "edit", "#dev", "--description"], ["--description", "new"]],
  ["-h '$(x)' \\n", ["fields", "edit", "Team", "--hint"], ["--hint", "new"]],
] as const;

test.each(replacedTexts)(
  "the text %s, where %j put it, comes back by undo",
  async (text, by, change) => {
    const isOwn = ["drafts", "schedule", "status"].includes(by[0]);
    const shell = await startShell(`${isOwn ? "ana" : "cleo"}@small.example`);
    const run = async (argv: readonly string[]) => {
      const { code, out, err } = await shell.run(argv, text);
      expect({ argv, code, err }).toEqual({ argv, code: 0, err: "" });
      return out;
    };
    const [last] = by.slice(-1);
    await run(last === "--" ? [...by, text] : [...by.slice(0, -1), `${last}=${text}`]);
    const old = await shownBy(shell);
    const isOption = change[0].startsWith("--");
    const undo = undoIn(await run(isOption ? [...by.slice(0, -1), ...change] : change));
    expect(undo).toHaveLength(1);
    for (const argv of undo) await run(argv);
    expect(await shownBy(shell)).toBe(old);
  },
);

const numberForms = (digits: string) => [
  ` ${digits}`,
  `0${digits}`,
  `+${digits}`,
  `${digits}.0`,
  `${digits}e0`,
  `0x${Number(digits).toString(16)}`,
  `${digits}${"0".repeat(20)}`,
];
const withNumber = all.filter(
  ([, verb]) => verb.run !== undefined && argvOf(verb).some((word) => /^\d+$/.test(word)),
);

test.each(withNumber)("%s takes a number only as lists print it", async (_, verb) => {
  const clock = fakeClock();
  const changes: string[] = [];
  const onRequest = (call: string) => {
    if (isChange(call)) changes.push(call);
  };
  const realm = await populatedRealm(clock, verb);
  const shell = shellOn(realm, { clock, email: emailFor(verb), onRequest });
  for (const [at, word] of argvOf(verb).entries())
    for (const form of /^\d+$/.test(word) ? numberForms(word) : [])
      expect(await shell.run(argvOf(verb).with(at, form))).toMatchObject({ code: 2, out: "" });
  expect(changes).toEqual([]);
});

/** Each command of weir in the example, split into words by a shell that does nothing else. */
function commandsIn(example: string): readonly (readonly string[])[] {
  const home = folder();
  const script = `
    weir() { printf '%s\\0' "$@" >> words; printf '\\n\\0' >> words; }
    make() { :; }; mutt() { :; }
    mkdir -p .config/systemd/user .local/share/bash-completion/completions
    touch notes.md minutes.txt words
    ${example}`;
  execFileSync("bash", ["-c", script], { cwd: home, env: { ...process.env, HOME: home } });
  const words = readFileSync(`${home}/words`, "utf8").split("\n\0").slice(0, -1);
  return words.map((line) => line.split("\0").filter((word) => word !== ""));
}

const examples = all.flatMap(([, { examples: some = [] }]) => some.map((line) => [line] as const));
const demo = fakeClock();
const inDemo = shellOn(
  startRealm({ clock: demo, blueprint: demoBlueprint(Math.floor(demo.now() / 1000)) }),
  { clock: demo },
);

test.each(examples)("the help's example is no misuse: %s", async (example) => {
  const commands = commandsIn(example);
  expect(commands.length).toBeGreaterThan(0);
  for (const argv of commands) {
    const invocation = readCommandLine(argv, "1", allVerbs);
    const verb = verbs.find((one) => "verb" in invocation && one.name === invocation.verb);
    if (verb?.run === undefined || verb.deadlineMs === Number.POSITIVE_INFINITY) continue;
    // What an example names may not exist here.
    expect((await inDemo.run(argv, "A text.")).err).not.toContain("--help");
  }
});

/** Those with a screen say so there. */
const ofMessages = all.filter(
  ([, { name, argument = "" }]) =>
    name !== "open" && (/message/.test(argument) || ["read", "done"].includes(name)),
);

test.each(ofMessages)(
  "%s has the same sentence for a message that does not exist",
  async (_, verb) => {
    const shell = shellOn(await populatedRealm(fakeClock()));
    const words = verb.name.split(" ");
    const rest = argvOf(verb).slice(words.length + 1);
    const { code, err } = await shell.run([...words, "999999", ...rest]);
    const sentence = "weir: There is no message 999999, or you may not see it.\n";
    expect({ code, err }).toEqual({ code: 1, err: sentence });
  },
);

/** What prints neither rows nor a report. */
const withoutJson: Readonly<Record<string, string>> = {
  "": "the screen",
  demo: "the screen",
  open: "the screen",
  completion: "a script",
  man: "a page",
  mcp: "answers of its protocol",
  schema: "a schema",
  "status-line": "formats of status bars",
  watch: "notifications, and a file for systemd or launchd",
};

test.each(all)("%s prints JSON, unless there is nothing to print", (_, { name, options }) => {
  const isJson = options.some(({ flags }) => flags === "--json");
  expect(isJson).toBe(withoutJson[name] === undefined);
});

const readers = all.filter(([, verb]) => verb.run !== undefined && !changingVerbs.includes(verb));

test.each(readers)("%s takes -n if it prints several rows", async (_, verb) => {
  const clock = fakeClock();
  const shell = shellOn(await populatedRealm(clock), { clock });
  const run = (argv: readonly string[]) =>
    verb.deadlineMs === undefined ? shell.run(argv) : untilOutput(clock, shell, argv);
  const takesCount = verb.options.some(({ flags }) => flags.startsWith("-n, "));
  const rows = json(await run([...argvOf(verb), "--json"]));
  if (rows.length > 1) expect(takesCount).toBe(true);
  if (!takesCount) return;
  for (const form of [[], ["--json"]]) {
    const { out } = await run([...argvOf(verb), "-n", "1", ...form]);
    expect(out.split("\n").length).toBeLessThanOrEqual(2);
  }
});
