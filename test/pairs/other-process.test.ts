/** Pairs of what weir does to a file of the user, and what another process does to it meanwhile: both count. */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { updateConfiguration } from "#cli/configuration.ts";
import { isExit } from "#cli/exit-codes.ts";
import { type KeyPlace, storedKey } from "#cli/key-place.ts";
import { type Account, defaultSecurity } from "#config/account.ts";
import { readConfig, withAccount, withDefaultAccount, withoutAccount } from "#config/file.ts";
import { readRc } from "#config/rc.ts";
import { folder } from "../support/folder.ts";

const account = (key: string): Account => ({
  ...defaultSecurity,
  site: "https://acme.example",
  email: "ana@acme.example",
  key,
});

const section = (name: string, key: string) =>
  `[accounts.${name}]\nsite = "https://acme.example"\nemail = "ana@acme.example"\nkey = "${key}"\n`;
const before = `# mine\ntheme = "dark"\n\n${section("ana", "A")}\n${section("robin", "R")}`;

type Act = (path: string, meanwhile: () => void) => Promise<unknown>;

/** What weir does; `meanwhile` runs after the file was read, and before it is written. */
const changes: Readonly<Record<string, Act>> = {
  "login of mei": (path, meanwhile) => login(path, "mei", "M", meanwhile),
  "login of ana again": (path, meanwhile) => login(path, "ana", "A2", meanwhile),
  "logout of ana": (path, meanwhile) =>
    updateConfiguration(path, ({ text }) => {
      const without = withoutAccount(text, "ana");
      meanwhile();
      return without;
    }),
  "new key for ana": async (path, meanwhile) => {
    meanwhile();
    await storedKey({ kind: "config", path, name: "ana" }).write("A3");
  },
};

const storedAgain: Act = (path) => updateConfiguration(path, ({ text }) => text);

function login(path: string, name: string, key: string, meanwhile = () => {}) {
  return updateConfiguration(path, ({ text }) => {
    const added = withAccount(text, name, account(key));
    meanwhile();
    return added;
  });
}

type Edit = (text: string) => string;

/** What another process does: it knows no lock. */
const others: Readonly<Record<string, Edit>> = {
  "an editor changes an option": (text) => text.replace('"dark"', '"light"'),
  "an editor adds an account": (text) => `${text}\n${section("noor", "N")}`,
  "an older weir signs robin out": (text) => withoutAccount(text, "robin") ?? "",
  "an older weir sets the default": (text) => withDefaultAccount(text, "robin") ?? "",
};

/** The keys by account, the theme and the default account. */
function summary(text: string) {
  const reading = readConfig(text, "config.toml");
  if (reading.kind === "broken") throw new Error(reading.sentence);
  const { accounts, options, defaultAccount } = reading.config;
  const keys = [...accounts].map(([name, found]) => [
    name,
    found.kind === "account" ? found.account.key : found.kind,
  ]);
  return { keys: Object.fromEntries(keys), theme: options.theme, defaultAccount };
}

/** Once only, however often the change is made again. */
function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}

test.each(
  Object.keys(changes).flatMap((one) => Object.keys(others).map((other) => [one, other] as const)),
)("configuration: %s, and meanwhile %s", async (one, other) => {
  const path = join(folder(), "config.toml");
  const edit = others[other] ?? String;
  const act = changes[one] ?? storedAgain;
  const result = async (first: Edit, meanwhile: Edit) => {
    writeFileSync(path, first(before), { mode: 0o600 });
    const save = once(() => {
      // As editors do.
      writeFileSync(`${path}~`, meanwhile(readFileSync(path, "utf8")), { mode: 0o600 });
      renameSync(`${path}~`, path);
    });
    await act(path, save);
    return readFileSync(path, "utf8");
  };
  const together = await result(String, edit);
  const inTurn = await result(edit, String);
  expect(summary(together)).toEqual(summary(inTurn));
  expect(together).toContain("# mine");
});

test("configuration: six logins and logouts at once all count", async () => {
  const path = join(folder(), "config.toml");
  writeFileSync(path, before, { mode: 0o600 });
  await Promise.all([
    ...["a", "b", "c", "d"].map((name) => login(path, name, name)),
    updateConfiguration(path, ({ text }) => withoutAccount(text, "ana")),
    updateConfiguration(path, ({ text }) => withDefaultAccount(text, "c")),
  ]);
  const keys = { a: "a", b: "b", c: "c", d: "d", robin: "R" };
  expect(summary(readFileSync(path, "utf8"))).toEqual({ keys, theme: "dark", defaultAccount: "c" });
});

test.each<[how: string, content: string | Buffer]>([
  ["an editor left it invalid", 'theme = = "dark"\n'],
  ["a list stands where accounts belong", '[[accounts]]\nkey = "k"\n'],
  ["it has bytes that are no text", Buffer.from(`# caf\xe9\n${before}`, "latin1")],
])("configuration: %s: nothing is written, and that is said", async (_, content) => {
  const path = join(folder(), "config.toml");
  writeFileSync(path, content, { mode: 0o600 });
  const found = readFileSync(path);
  const error = await login(path, "mei", "M").catch((thrown: unknown) => thrown);
  expect(isExit(error) && error.message).toMatch(/config\.toml(?:, line 1: | cannot be changed)/);
  expect(readFileSync(path)).toEqual(found);
  expect(existsSync(`${path}.lock`)).toBe(false);
});

test("rc file: of a new key and what another tool writes meanwhile, both count", async () => {
  const path = join(folder(), "rc");
  const rc = "[api]\nemail=a@a.example\nkey=OLD\nsite=https://a.example\n";
  writeFileSync(path, rc, { mode: 0o600 });
  const place: KeyPlace = { kind: "rc", path };
  await Promise.all([storedKey(place).write("ONE"), storedKey(place).check()]);
  expect(await storedKey(place).read()).toBe("ONE");
  writeFileSync(path, `${readFileSync(path, "utf8")}[other]\nkey=x\n`);
  await storedKey(place).write("TWO");
  const text = readFileSync(path, "utf8");
  expect(readRc(text, path)).toMatchObject({ account: { key: "TWO" } });
  expect(text).toContain("[other]\nkey=x\n");
});
