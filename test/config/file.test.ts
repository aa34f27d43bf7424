import { expect, test } from "vitest";
import type { Account } from "#config/account.ts";
import {
  emptyConfig,
  readConfig,
  withAccount,
  withDefaultAccount,
  withoutAccount,
} from "#config/file.ts";
import { options } from "#config/options.ts";
import { lineFinder } from "#config/toml-text.ts";

const path = "config.toml";
const account: Account = {
  site: "https://chat.example.com",
  email: "ana@example.com",
  key: "k3y",
  insecure: false,
  allowHttp: false,
};

const two = withAccount(withAccount("", "a", account) ?? "", "b", account) ?? "";

/** `text` may be a change that was refused. */
function read(text: string | undefined) {
  const reading = readConfig(text ?? "refused", path);
  if (reading.kind === "broken") throw new Error(reading.sentence);
  return reading;
}

test.each([
  ['[accounts.a]\nkey = "k"', true],
  ['[accounts.a]\n"key" = "k"', true],
  ['accounts = { a = { site = "x", key = "k" } }', true],
  ['accounts.a.key = "k"', true],
  ['[[accounts]]\nkey = "k"', true],
  ['[acounts.a]\nkey = "k"', true],
  ['[accounts.a]\nrc = "~/rc" # key = "k"', false],
  ['theme = """\nkey = "k"\n"""', false],
  ['[keys]\n"key" = "e"', false],
])("whether a file contains a key is decided by its parsed content: %j", (text, expected) => {
  expect(read(text).holdsKey).toBe(expected);
});

test("an empty file has all defaults", () => {
  expect(read("")).toMatchObject({ config: emptyConfig, warnings: [] });
});

test("options, keys and accounts are read from one file", () => {
  const { config, warnings } = read(`
    theme = "dark"
    ambiguous_width = 2
    mouse = false
    archive_size = 50
    default_account = "acme"
    [keys]
    "message.star" = "*"
    "go.inbox" = ["i", "g i"]
    [accounts.acme]
    site = "chat.example.com"
    email = "ana@example.com"
    key = "k3y"
    [accounts.other]
    rc = "~/.svcrc"
  `);
  expect(warnings).toEqual([]);
  expect(config.options).toEqual({
    ...emptyConfig.options,
    theme: "dark",
    ambiguousWidth: "2",
    mouse: false,
    archiveSize: 50,
  });
  expect([...config.keys]).toEqual([
    ["message.star", ["*"]],
    ["go.inbox", ["i", "g i"]],
  ]);
  expect(config.accounts.get("acme")).toEqual({ kind: "account", account });
  expect(config.accounts.get("other")).toEqual({ kind: "rc", path: "~/.svcrc" });
  expect(config.defaultAccount).toBe("acme");
});

test.each([
  ["llm -m x | head", { kind: "shell", line: "llm -m x | head" }],
  [["llm", "-m"], { kind: "words", words: ["llm", "-m"] }],
])("the command that sums up is a line or a list: %j", (written, run) => {
  const { config, warnings } = read(`summary_command = ${JSON.stringify(written)}`);
  expect([config.summaryCommand, warnings]).toEqual([run, []]);
});

test("a summary_command of another kind is ignored with a warning", () => {
  const { config, warnings } = read("theme = 'dark'\nsummary_command = 7");
  expect(config.summaryCommand).toBeUndefined();
  expect(warnings).toEqual([
    "config.toml, line 2: summary_command is 7; it must be a shell line, or a list of a program and arguments, each a quoted text.",
  ]);
});

test("unknown options are skipped, with a warning each", () => {
  const { config, warnings } = read(
    'colour = "red"\nglyph = "ascii"\ndensity = "tight"\ndefault_account = "x"\n[keys]\nquit = 3',
  );
  expect(config).toEqual(emptyConfig);
  expect(warnings).toEqual([
    'config.toml, line 4: default_account is "x", which is not an account of this file.',
    "config.toml, line 1: Unknown option colour. It is ignored.",
    "config.toml, line 2: Unknown option glyph. Did you mean glyphs?",
    'config.toml, line 3: density is "tight"; it must be one of compact, comfortable.',
    "config.toml, line 6: keys.quit is 3; it must be a quoted key, or a list of them.",
  ]);
});

test.each([
  ['theme = "dark"\n[keys]\n# "triage.done" = "x"\n "triage.done" = "e"', 4],
  ["keys.triage.done = ['e', 'd']", 1],
  ["[keys]\ntriage.done = 'e'", 2],
  ["theme = 'x'\n[keys.triage]\ndone = 'e'", 3],
  ["keys = { 'triage.done' = 'e' }", 1],
  ['theme = """\n[keys]\ntriage.done = 1\n"""\n[keys]\ntriage.done = "e"', 6],
])("the keys of a command are found in any TOML notation: %j", (text, line) => {
  expect(read(text).config.keys.get("triage.done")?.[0]).toBe("e");
  expect(lineFinder(text)("keys.triage.done")).toBe(line);
});

test("a syntax error is reported with its line", () => {
  const reading = readConfig('theme = "dark"\nmouse = = true\n', path);
  expect(reading).toMatchObject({
    kind: "broken",
    line: 2,
    sentence: expect.stringMatching(/^config\.toml, line 2: /),
  });
});

test("an incomplete account is reported when it is opened", () => {
  const { config } = read('[accounts.acme]\nsite = "chat.example.com"\nemail = "ana@example.com"');
  expect(config.accounts.get("acme")).toEqual({
    kind: "wrong",
    sentence: "config.toml, account acme, has no key. It needs email, key and site.",
  });
});

/** A value of every kind that TOML has, with the words for it. */
const kinds: readonly (readonly [string, string])[] = [
  ['"tight"', '"tight"'],
  ["3.5", "3.5"],
  ["false", "false"],
  ["2026-01-02", "a date or time"],
  ["07:30:00", "a date or time"],
  ["[1, [2]]", "a list"],
  ["[{}]", "a list"],
  ["{}", "a table"],
  ["{ a = { b = 1 } }", "a table"],
];

/** Which values of those kinds are right for what has that name. */
function isRight(name: string, value: string, words: string): boolean {
  if (words === "a table") return /^(?:keys|accounts)/.test(name);
  if (name === "keys.quit") return value === '"tight"';
  const isSwitch = Object.values(options).find((row) => row.name === name)?.kind === "switch";
  return (isSwitch || name === "lean") && value === "false";
}

const named = [
  ...Object.values(options).map(({ name }) => name),
  ...["keys", "accounts", "default_account", "colour", "keys.quit", "accounts.a"],
];

test("every option, and every table of the file, may have a value of any kind: it is a sentence with its line", () => {
  for (const name of named) {
    for (const [value, words] of kinds.filter(([text, kind]) => !isRight(name, text, kind))) {
      const rest = name === "accounts" ? "" : '[accounts.b]\nrc = "~/.svcrc"';
      const { config, warnings } = read(`\n${name} = ${value}\n${rest}`);
      const sentence = name === "colour" ? "Unknown option colour." : `${name} is ${words}`;
      expect(warnings).toEqual([expect.stringContaining(`config.toml, line 2: ${sentence}`)]);
      expect(config.options).toEqual(emptyConfig.options);
      expect([...config.accounts.keys()]).toEqual(rest === "" ? [] : ["b"]);
    }
  }
});

test("the only account is the default", () => {
  expect(read(withAccount("", "acme", account)).config.defaultAccount).toBe("acme");
  expect(read(two).config.defaultAccount).toBeUndefined();
});

test("adding an account leaves the rest of the file unchanged", () => {
  const before = '# mine\ntheme = "dark" # at night\n\n[accounts.other]\nrc = "~/.svcrc"\n';
  const after = withAccount(before, "chat.example.com", account);
  expect(after?.startsWith(before)).toBe(true);
  expect(read(after).config.accounts.get("chat.example.com")).toEqual({ kind: "account", account });
});

test.each([
  ["[accounts]\nthree = 3", 2, "accounts.three is 3; it must be a table with site, email and key."],
  ['[[accounts]]\nkey = "k"', 1, "accounts is a list; it must be a table of accounts."],
  ["[accounts.a.x]\ny = 1", 1, "Unknown setting x of account a. It is ignored."],
  ["[theme]\na = 1", 1, expect.stringContaining("theme is a table; it must be one of auto, ")],
])("a value where a table belongs, and the reverse, is a warning: %j", (text, line, sentence) => {
  const { config, warnings } = read(`${text}\n[keys]\nquit = "q"\n`);
  expect(warnings).toEqual([expect.stringContaining(`config.toml, line ${line}: `)]);
  expect(warnings[0]?.replace(/^.*?: /, "")).toEqual(sentence);
  expect(config.keys.get("quit")).toEqual(["q"]);
});

test("a setting of an account that is no single value is reported when it is opened, with its line", () => {
  for (const [value, words] of kinds.slice(3)) {
    const { config, warnings } = read(`[accounts.a]\nkey = "k"\nsite = ${value}\n`);
    expect(config.accounts.get("a")).toEqual({
      kind: "wrong",
      sentence: `config.toml, line 3: site of account a is ${words}; it must be a quoted text.`,
    });
    expect(warnings).toEqual([]);
  }
});

test("an account is replaced in place, and removed completely", () => {
  const other = '[accounts.other]\nrc = "~/.svcrc"\n';
  const once = withAccount(other, "chat.example.com", account) ?? "";
  const twice =
    withAccount(once, "chat.example.com", {
      ...account,
      key: "new",
      certBundle: "/etc/ours.pem",
    }) ?? "";
  expect(read(twice).config.accounts.get("chat.example.com")).toEqual({
    kind: "account",
    account: { ...account, key: "new", certBundle: "/etc/ours.pem" },
  });
  expect(withAccount(twice, "chat.example.com", account)).toBe(once);
  expect(withoutAccount(twice, "chat.example.com")?.trim()).toBe(other.trim());
  expect(withoutAccount(other, "nobody")).toBe(other);
});

test("the default account is set once, above all tables", () => {
  const set = withDefaultAccount(withDefaultAccount(two, "a") ?? "", "b");
  expect(read(set).config.defaultAccount).toBe("b");
  expect(set?.match(/default_account/g)).toHaveLength(1);
});

test("an account that is removed is not the default one any more", () => {
  const set = withDefaultAccount(`theme = 'dark'\n${two}`, "b") ?? "";
  expect(withoutAccount(set, "b")).toBe(`theme = 'dark'\n${withoutAccount(two, "b")}`);
  expect(read(withoutAccount(set, "a")).config.defaultAccount).toBe("b");
});

test("an account is open with the others unless it is left out, also when it is signed in again", () => {
  const text = `${two}live = false\n[accounts.c]\nrc = "~/.svcrc"\nlive = 'no'\n`;
  const { config, warnings } = read(text);
  expect(config.live).toEqual(["a", "c"]);
  expect(config.accounts.get("b")).toEqual({ kind: "account", account });
  expect(warnings).toEqual([
    'config.toml, line 13: live of account c is "no"; it must be true or false.',
  ]);
  expect(read(withAccount(text, "b", account)).config.live).toEqual(["a", "c"]);
});
