/** Accounts are added, replaced and removed in every notation of TOML: nothing else of the file changes. */
import fc from "fast-check";
import { parse } from "smol-toml";
import { expect, test } from "vitest";
import type { Account } from "#config/account.ts";
import {
  readConfig,
  withAccount,
  withAccountKey,
  withDefaultAccount,
  withoutAccount,
} from "#config/file.ts";
import { edited } from "#config/toml-edit.ts";

const account: Account = {
  site: "https://new.example",
  email: "new@new.example",
  key: "NEW",
  insecure: false,
  allowHttp: false,
};

const site = 'site = "https://old.example"';
const email = 'email = "a@b.c"';
const own = `${site}\n${email}\nkey = "OLD"\n`;
const inline = `{ ${site}, ${email}, key = "OLD" }`;

test.each<[name: string, text: string]>([
  ["dotted at top", own.replace(/^/gm, "accounts.work.").replace(/accounts\.work\.$/, "")],
  ["inline under [accounts]", `[accounts]\nwork = ${inline}\n`],
  ["dotted under [accounts]", `[accounts]\n${own.replace(/^(?=.)/gm, "work.")}`],
  ["inline all", `accounts = { work = ${inline} }\n`],
  ["inline over lines", `accounts = {\n  # mine\n  work = ${inline},\n  # last\n}\n`],
  ["before a table", `[accounts.work]\n${own}\n# learnt by heart\n[keys]\n"done" = "e"\n`],
  ["directly before a table", `[accounts.work]\n${own}# learnt by heart\n[keys]\n"done" = "e"\n`],
  ["CRLF", `[accounts.work]\n${own}\n[keys]\ndone = "e"\n`.replaceAll("\n", "\r\n")],
  ["header with comment", `[accounts.work] # mine\n${own}`],
  ["quoted header", `[ "accounts" . 'work' ]\n${own}`],
  ["options only", 'theme = "dark"'],
  ["array after it", `[accounts.work]\n${own}[keys]\n"x" = [\n  "a", # [accounts.work]\n]\n`],
  ["header in a text", `[keys]\nx = """\n[accounts.work]\n"""\n[accounts.home]\n${own}`],
  ["byte order mark", `\uFEFFtheme = "dark"\n`],
  ["table within", `[accounts.work]\n${own}[accounts.work.more]\nx = 1\n[keys]\ndone = "e"\n`],
  ["a file of another tool", `[accounts.work]\nrc = "~/.svcrc" # shared\nlive = false\n`],
  ["odd names", `[accounts.constructor]\n${own}[accounts.__proto__]\n${own}`],
])("login and logout edit what is valid: %s", (_, text) => {
  const before = accountsOf(text);
  const added = withDefaultAccount(withAccount(text, "work", account) ?? "", "work") ?? "";
  expect(accountsOf(added)).toEqual(new Map([...before, ["work", { kind: "account", account }]]));
  const removed = withoutAccount(added, "work") ?? "";
  expect([...accountsOf(removed).keys()]).toEqual(
    [...before.keys()].filter((one) => one !== "work"),
  );
  for (const after of [added, removed, withoutAccount(text, "work") ?? ""]) {
    expect(rest(after)).toEqual(rest(text));
    expect(after.includes("learnt by heart")).toBe(text.includes("learnt by heart"));
    expect(after.startsWith("\uFEFF")).toBe(text.startsWith("\uFEFF"));
    if (text.includes("\r")) expect(after).not.toMatch(/[^\r]\n/);
  }
  if (before.has("work")) for (const gone of [added, removed]) expect(gone).not.toContain("OLD");
});

test.each<[name: string, text: string, path: readonly string[]]>([
  ["a list of tables", "[[accounts]]\nkey = 'k'\n", ["accounts", "work"]],
  ["a value above it", "accounts = 3\n", ["accounts", "work", "key"]],
  ["no document", "a = = 3\n", ["b"]],
])("what cannot be changed without loss is not: %s", (_, text, path) => {
  expect(edited(text, [{ path, value: "x" }])).toBeUndefined();
});

test("a new key replaces the old one in place, whatever else is named key", () => {
  const own = (key: string) =>
    `site = "https://a.example"\nemail = "a@a.example"\nkey = "${key}" # since May\n`;
  const file = (key: string) =>
    `# mine\n[accounts."my work"] # here\n${own(key)}\n[accounts.b]\n${own("OLD")}[keys]\nkey = "e"\n`;
  expect(withAccountKey(file("OLD"), "my work", "FRESH")).toBe(file("FRESH"));
});

test("the comments of an account go with it, and a comment of the file or of the next table stays", () => {
  const text = `# my file\n\n[accounts.a] # old key: X\n# also X\n${own}# and X\n\n# next\n[keys]\n`;
  expect(withoutAccount(text, "a")).toBe("# my file\n\n# next\n[keys]\n");
});

test("an account in an empty table over lines keeps the breaks of the file", () => {
  const added = withAccount("accounts = {\r\n}", "work", account) ?? "";
  expect(withDefaultAccount(added, "work")).toMatch(/^accounts = \{ work = .* \}\r\n\}\r\n/);
});

test.each<[name: string, text: string, left: string]>([
  [
    "before an item that closes the table",
    `accounts = {\n  a = ${inline}, # keep\n  # keep\n  b = ${inline} }\n`,
    `accounts = {\n  a = ${inline}, # keep\n  # keep\n   }\n`,
  ],
  [
    "with CRLF",
    `accounts = {\r\n  a = ${inline},\r\n  # keep\r\n  b = ${inline},\r\n}\r\n`,
    `accounts = {\r\n  a = ${inline},\r\n  # keep\r\n}\r\n`,
  ],
])("a comment in an inline table stays: %s", (_, text, left) => {
  expect(withoutAccount(text, "b")).toBe(left);
});

function accountsOf(text: string) {
  const reading = readConfig(text, "f");
  if (reading.kind === "broken") throw new Error(`${reading.sentence}\n${text}`);
  return reading.config.accounts;
}

function rest(text: string) {
  const { accounts: _, default_account: __, ...others } = parse(text);
  return others;
}

// Any document with accounts.

type Written = { readonly name: string; readonly fields: Readonly<Record<string, string>> };
type Notation = "header" | "dotted" | "inline" | "table-dotted" | "table-inline" | "inline-lines";

const names = fc.constantFrom("a", "b-1", "my work", "ünï", "x.y", "#", "[z]", "constructor", '"');
const fields = fc.record(
  {
    site: fc.constantFrom("https://a.example", "b.example"),
    email: fc.constant("a@a.example"),
    key: fc.constantFrom("k3y", "a#b", "]", "x = 1"),
    note: fc.constantFrom("# no comment", "[accounts.a]", "it's"),
  },
  { requiredKeys: ["site", "email", "key"] },
);
const documents = fc.record({
  notation: fc.constantFrom<Notation>(
    "header",
    "dotted",
    "inline",
    "table-dotted",
    "table-inline",
    "inline-lines",
  ),
  accounts: fc.uniqueArray(fc.record({ name: names, fields }), {
    selector: ({ name }) => name,
    maxLength: 4,
  }),
  isIndented: fc.boolean(),
  isCommented: fc.boolean(),
  isLiteral: fc.boolean(),
  hasKeys: fc.boolean(),
  hasOptions: fc.boolean(),
  eol: fc.constantFrom("\n", "\r\n"),
  mark: fc.constantFrom("", "\uFEFF"),
  end: fc.constantFrom("", "\n", "\n\n"),
});
type Shape = typeof documents extends fc.Arbitrary<infer Value> ? Value : never;

function keyText(name: string, isLiteral: boolean): string {
  if (/^[\w-]+$/.test(name)) return name;
  return isLiteral && !name.includes("'") ? `'${name}'` : JSON.stringify(name);
}

function documentOf(shape: Shape): string {
  const { accounts, isCommented, isLiteral, isIndented } = shape;
  const comment = (text: string) => (isCommented ? [`# keep ${text}`] : []);
  const pairs = ({ fields }: Written) =>
    Object.entries(fields).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  const quoted = ({ name }: Written) => keyText(name, isLiteral);
  const inlined = (one: Written) => `${quoted(one)} = { ${pairs(one).join(", ")} }`;
  const inner = isIndented ? "  " : "";
  const options = shape.hasOptions
    ? [
        ...comment("options"),
        'theme = "dark" # keep night',
        "mouse=false",
        "x = '''\n[accounts.a]\n'''",
      ]
    : [];
  const keys = shape.hasKeys
    ? [
        ...comment("keys"),
        "",
        ...comment("keys again"),
        "[keys]",
        '"quit" = ["q", # keep both',
        ' "Q"]',
      ]
    : [];
  const written = {
    header: [
      ...keys,
      ...accounts.flatMap((one) => [
        ...comment("above"),
        `[accounts.${quoted(one)}]`,
        ...pairs(one).map((pair) => inner + pair),
        "",
      ]),
    ],
    dotted: [
      ...accounts.flatMap((one) => pairs(one).map((pair) => `accounts.${quoted(one)}.${pair}`)),
      ...keys,
    ],
    inline: [`accounts = { ${accounts.map(inlined).join(", ")} }`, ...keys],
    "inline-lines": [
      "accounts = {",
      ...accounts.flatMap((one) => [...comment("inside"), `${inner}${inlined(one)},`]),
      "}",
      ...keys,
    ],
    "table-dotted": [
      ...keys,
      "[accounts]",
      ...accounts.flatMap((one) => [
        ...comment("over it"),
        ...pairs(one).map((pair) => `${inner}${quoted(one)}.${pair}`),
      ]),
    ],
    "table-inline": ["[accounts]", ...accounts.map((one) => inner + inlined(one)), ...keys],
  }[shape.notation];
  const text = [...options, ...written].join("\n").replaceAll("\n", shape.eol);
  return shape.mark + text + (shape.end === "" ? "" : shape.eol);
}

function keptComments(text: string): readonly string[] {
  return (text.match(/# keep [a-z ]+/g) ?? []).toSorted();
}

test("in any document, accounts are those before with or without the one, and comments and all else stay", () => {
  fc.assert(
    fc.property(documents, names, (shape, name) => {
      const text = documentOf(shape);
      const before = accountsOf(text);
      const others = [...before].filter(([one]) => one !== name);
      const check = (after: string | undefined, expected: typeof before) => {
        expect(after).toBeDefined();
        if (after === undefined) return;
        expect([...accountsOf(after)]).toEqual([...expected]);
        expect(rest(after)).toEqual(rest(text));
        expect(keptComments(after)).toEqual(keptComments(text));
        if (text.includes("\r")) expect(after.replace(/'''[\s\S]*?'''/, "")).not.toMatch(/[^\r]\n/);
        expect(after.startsWith("\uFEFF")).toBe(shape.mark !== "");
      };
      const signedIn = new Map(before).set(name, { kind: "account", account });
      check(withoutAccount(text, name), new Map(others));
      check(withAccount(text, name, account), signedIn);
      check(withDefaultAccount(text, name), before);
      const set = withDefaultAccount(withAccount(text, name, account) ?? "", name) ?? "";
      check(set, signedIn);
      check(withoutAccount(set, name), new Map(others));
      const fresh = { ...account, key: "FRESH" };
      check(
        withAccountKey(set, name, "FRESH"),
        new Map(before).set(name, { kind: "account", account: fresh }),
      );
    }),
  );
});
