import { expect, test } from "vitest";
import type { Account } from "#config/account.ts";
import {
  emptyConfig,
  lineOfKeys,
  readConfig,
  withAccount,
  withDefaultAccount,
  withoutAccount,
  withoutDefaultAccount,
} from "#config/file.ts";

const path = "config.toml";
const account: Account = {
  site: "https://chat.example.com",
  email: "ana@example.com",
  key: "k3y",
  insecure: false,
  allowHttp: false,
};

function read(text: string) {
  const reading = readConfig(text, path);
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

test("unknown options are skipped, with a warning each", () => {
  const { config, warnings } = read(
    'colour = "red"\nglyph = "ascii"\ndensity = "tight"\ndefault_account = "x"\n[keys]\nquit = 3',
  );
  expect(config).toEqual(emptyConfig);
  expect(warnings).toEqual([
    "config.toml: default_account names x, which is not an account of this file.",
    "config.toml: Unknown option colour. It is ignored.",
    "config.toml: Unknown option glyph. Did you mean glyphs?",
    "config.toml: density must be one of compact, comfortable.",
    "config.toml: keys.quit must be a quoted key, or a list of them.",
  ]);
});

test.each([
  ['theme = "dark"\n[keys]\n# "triage.done" = "x"\n "triage.done" = "e"', 4],
  ["keys.triage.done = ['e', 'd']", 1],
  ["[keys]\ntriage.done = 'e'", 2],
  ["[keys.triage]\ndone = 'e'", undefined],
  ["keys = { 'triage.done' = 'e' }", undefined],
])("the keys of a command are found in any TOML notation: %j", (text, line) => {
  expect(read(text).config.keys.get("triage.done")?.[0]).toBe("e");
  expect(lineOfKeys(text, "triage.done")).toBe(line);
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

test("the only account is the default", () => {
  expect(read(withAccount("", "acme", account)).config.defaultAccount).toBe("acme");
  expect(
    read(withAccount(withAccount("", "a", account), "b", account)).config.defaultAccount,
  ).toBeUndefined();
});

test("adding an account leaves the rest of the file unchanged", () => {
  const before = '# mine\ntheme = "dark" # at night\n\n[accounts.other]\nrc = "~/.svcrc"\n';
  const after = withAccount(before, "chat.example.com", account);
  expect(after.startsWith(before)).toBe(true);
  expect(read(after).config.accounts.get("chat.example.com")).toEqual({ kind: "account", account });
});

test("an account is replaced in place, and removed completely", () => {
  const other = '[accounts.other]\nrc = "~/.svcrc"\n';
  const once = withAccount(other, "chat.example.com", account);
  const twice = withAccount(once, "chat.example.com", {
    ...account,
    key: "new",
    certBundle: "/etc/ours.pem",
  });
  expect(read(twice).config.accounts.get("chat.example.com")).toEqual({
    kind: "account",
    account: { ...account, key: "new", certBundle: "/etc/ours.pem" },
  });
  expect(withoutAccount(twice, "chat.example.com").trim()).toBe(other.trim());
  expect(withoutAccount(other, "nobody")).toBe(other);
});

test("the default account is set once, above all tables", () => {
  const file = withAccount(withAccount("", "a", account), "b", account);
  const set = withDefaultAccount(withDefaultAccount(file, "a"), "b");
  expect(read(set).config.defaultAccount).toBe("b");
  expect(set.match(/default_account/g)).toHaveLength(1);
});

test("an account that is removed is not the default one any more", () => {
  const file = withAccount(withAccount("theme = 'dark'\n", "a", account), "b", account);
  const set = withDefaultAccount(file, "b");
  expect(withoutDefaultAccount(set, "b")).toBe(file);
  expect(withoutDefaultAccount(set, "a")).toBe(set);
  expect(withoutDefaultAccount(file, "a")).toBe(file);
});

test("an account is open with the others unless it is left out, also when it is signed in again", () => {
  const first = withAccount(withAccount("", "a", account), "b", account);
  const text = `${first}live = false\n[accounts.c]\nrc = "~/.svcrc"\nlive = 'no'\n`;
  const { config, warnings } = read(text);
  expect(config.live).toEqual(["a", "c"]);
  expect(config.accounts.get("b")).toEqual({ kind: "account", account });
  expect(warnings).toEqual(["config.toml: live of account c must be true or false."]);
  expect(read(withAccount(text, "b", account)).config.live).toEqual(["a", "c"]);
});
