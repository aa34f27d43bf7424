/** Choosing an account from real files, and the warnings before its key is used. */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nameForNew } from "#cli/account-names.ts";
import { type AccountOptions, accountOptionsOf, chosenAccount } from "#cli/accounts.ts";
import { readConfiguration } from "#cli/configuration.ts";
import type { Invocation } from "#cli/invocation.ts";
import { defaultSecurity } from "#config/account.ts";
import { emptyConfig } from "#config/file.ts";
import { systemKeyring } from "#host/keyring.ts";
import { folders } from "#host/paths.ts";
import { folder } from "../support/folder.ts";
import { memoryKeyring } from "../support/keyring.ts";

const emptyConfiguration = { path: "", text: "", config: emptyConfig, warnings: [] };
const lan = 'site = "http://chat.lan"\nemail = "ada@chat.lan"\nkey = "k3y"\n';
const inEnvironment = {
  WEIR_SITE: "http://chat.lan",
  WEIR_EMAIL: "ada@chat.lan",
  WEIR_API_KEY: "k3y",
};

/** Chooses an account in a new home folder with these two files. */
async function chosen({
  config = "",
  rc = "",
  environment = {},
  options = {},
  ofAll,
}: {
  readonly config?: string;
  readonly rc?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly options?: Invocation["options"];
  readonly ofAll?: AccountOptions["ofAll"];
}) {
  const home = folder();
  writeFileSync(join(home, "config.toml"), config, { mode: 0o600 });
  writeFileSync(join(home, "rc"), rc, { mode: 0o600 });
  const places = { environment, home, folders: folders(environment, home) };
  const configuration = await readConfiguration(places, "~/config.toml");
  const flags = { verb: "", argument: undefined, options };
  const found = await chosenAccount(places, configuration, {
    ...accountOptionsOf(flags, places),
    ...(ofAll && { ofAll }),
  });
  return { ...found, warning: found?.warnings.join(" ").replaceAll(home, "~") };
}

test.each([
  ['[accounts.acme]\n"key" = "k3y"\n', "config.toml"],
  ['accounts = { acme = { key = "k3y" } }\n', "config.toml"],
  ['accounts.acme.key = "k3y"\n', "config.toml"],
  [`[api]\n${lan.replaceAll('"', "")}`, "rc"],
])("a file with a key that others can read is rejected: %j", async (text, name) => {
  const home = folder();
  writeFileSync(join(home, name), text);
  chmodSync(join(home, name), 0o644);
  const places = { environment: {}, home, folders: folders({}, home) };
  const flags = { verb: "", argument: undefined, options: { rc: "~/rc" } };
  const opening =
    name === "rc"
      ? chosenAccount(places, emptyConfiguration, accountOptionsOf(flags, places))
      : readConfiguration(places, "~/config.toml");
  await expect(opening).rejects.toMatchObject({
    code: 2,
    message: expect.stringMatching(/ contains a key, but others can read it. Run: chmod 600 /),
  });
});

test("a configuration without keys can be readable by others", async () => {
  const home = folder();
  writeFileSync(join(home, "config.toml"), 'theme = "dark" # key = "k"');
  chmodSync(join(home, "config.toml"), 0o644);
  const places = { environment: {}, home, folders: folders({}, home) };
  const { config } = await readConfiguration(places, "~/config.toml");
  expect(config.options.theme).toBe("dark");
});

test("several accounts without a default are an error unless one is named", async () => {
  const config = `[accounts.acme]\n${lan}[accounts.home]\n${lan}`;
  await expect(chosen({ config })).rejects.toMatchObject({
    code: 2,
    message: expect.stringMatching(
      /There are several accounts: acme, home\. Choose one with --account/,
    ),
  });
  const { name } = await chosen({ config, options: { account: "home" } });
  expect(name).toBe("home");
});

test.each([
  ["work", 'default_account = "home"', {}, "work"],
  [undefined, 'default_account = "home"', {}, "home"],
  [undefined, "", {}, "acme"],
  ["removed", "", {}, "acme"],
  ["left", "", {}, "acme"],
  ["broken", 'default_account = "home"', {}, "home"],
  [undefined, 'default_account = "broken"', {}, "acme"],
  ["work", "", { options: { account: "home" } }, "home"],
  ["work", "", { environment: inEnvironment }, undefined],
])(
  "a screen of all accounts, %s shown last, %s, %j, begins with %s",
  async (shownLast, first, setUp, name) => {
    const sections = ["acme", "home", "work"].map((one) => `[accounts.${one}]\n${lan}`);
    const others = `[accounts.left]\n${lan}live = false\n[accounts.broken]\nrc = "/nowhere/rc"\n`;
    const config = `${first}\n${sections.join("")}${others}`;
    expect((await chosen({ config, ...setUp, ofAll: { shownLast } })).name).toBe(name);
  },
);

test("if no account can be used, the screen does not open, and the first one says why", async () => {
  const config = '[accounts.broken]\nrc = "/nowhere/rc"\n[accounts.other]\nrc = "/nowhere/other"\n';
  await expect(chosen({ config, ofAll: { shownLast: undefined } })).rejects.toMatchObject({
    message: expect.stringContaining("/nowhere/rc"),
  });
});

test.each([
  [
    { rc: `[api]\n${lan.replaceAll('"', "")}`, options: { rc: "~/rc" } },
    "add allow_http = true to the section [api] of ~/rc",
  ],
  [
    { config: `[accounts.acme]\n${lan}` },
    'add allow_http = true to the account "acme" in ~/config.toml',
  ],
  [{ environment: inEnvironment }, "set WEIR_ALLOW_HTTP=true"],
])("an unencrypted key is reported with how to accept it: %j", async (setUp, consent) => {
  expect((await chosen(setUp)).warning).toBe(
    `Your key travels unencrypted to http://chat.lan. Use https, or to accept that, ${consent}.`,
  );
});

test.each([
  { config: `[accounts.acme]\n${lan}allow_http = true` },
  { config: `[accounts.acme]\n${lan}`, options: { allowHttp: true } },
  { config: `[accounts.acme]\n${lan}`, environment: { WEIR_ALLOW_HTTP: "true" } },
  { config: `[accounts.acme]\n${lan.replace("http:", "https:")}` },
  { environment: { ...inEnvironment, WEIR_SITE: "http://127.0.0.1:9000" } },
])("there is no warning if it was accepted or does not apply: %j", async (setUp) => {
  const { account, warnings } = await chosen(setUp);
  expect(account?.key).toBe("k3y");
  expect(warnings).toEqual([]);
});

test("without a key in the environment, its site and address name an account of the files", async () => {
  const { WEIR_API_KEY: _, ...named } = inEnvironment;
  const other = `[accounts.other]\n${lan.replace("ada", "bo")}`;
  const config = `default_account = "other"\n${other}[accounts.acme]\n${lan}`;
  const found = await chosen({ config, environment: named });
  expect(found).toMatchObject({ name: "acme", account: { key: "k3y" } });
  const inRc = `default_account = "other"\n${other}[accounts.acme]\nrc = "~/rc"\n`;
  const rc = `[api]\n${lan.replaceAll('"', "")}`;
  expect((await chosen({ config: inRc, rc, environment: named })).name).toBe("acme");
  // Never another one.
  await expect(chosen({ config: other, environment: named })).rejects.toMatchObject({
    message: "The environment has no WEIR_API_KEY. Set all three, or none.",
  });
});

test("an account of the keyring reads its key there, and a missing one is an error with the command to sign in", async () => {
  const home = folder();
  const config =
    '[accounts.acme]\nsite = "https://acme.example"\nemail = "ada@acme.example"\nkeyring = true\n';
  writeFileSync(join(home, "config.toml"), config, { mode: 0o600 });
  const keyring = memoryKeyring();
  const places = { environment: {}, home, folders: folders({}, home), keyring };
  const configuration = await readConfiguration(places, "~/config.toml");
  const flags = { verb: "", argument: undefined, options: {} };
  const opened = () => chosenAccount(places, configuration, accountOptionsOf(flags, places));
  await expect(opened()).rejects.toMatchObject({
    code: 4,
    message: expect.stringMatching(/weir login --keyring --name acme https:\/\/acme\.example$/),
  });
  await keyring.write({ site: "https://acme.example", email: "ada@acme.example" }, "k3y");
  expect(await opened()).toMatchObject({ account: { key: "k3y" }, place: { kind: "keyring" } });
});

test.runIf(process.platform === "linux")(
  "without a keyring service, reading a key is an error with advice",
  async () => {
    const bus = process.env["DBUS_SESSION_BUS_ADDRESS"];
    process.env["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nowhere";
    try {
      const reading = systemKeyring.read({
        site: "https://acme.example",
        email: "ada@acme.example",
      });
      await expect(reading).rejects.toThrow(/^The system's keyring cannot be used: .*weir login/);
    } finally {
      if (bus === undefined) delete process.env["DBUS_SESSION_BUS_ADDRESS"];
      else process.env["DBUS_SESSION_BUS_ADDRESS"] = bus;
    }
  },
);

test.each([
  ["https://chat.example", "ana@a.example", "chat-example"],
  ["https://chat.example", "bo@a.example", "chat-example-bo"],
  ["https://chat.example", "bo@b.example", "chat-example-bo-2"],
  ["http://127.0.0.1:9991", "ana@a.example", "127-0-0-1"],
  ["http://127.0.0.1:9992", "ana@a.example", "127-0-0-1-9992"],
])(
  "a new account on %s of %s is called %s, and so it is when it signs in again",
  (site, email, name) => {
    const all = [
      ["https://chat.example", "ana@a.example", "chat-example"],
      ["https://chat.example", "bo@a.example", "chat-example-bo"],
      ["https://chat.example", "bo@b.example", "chat-example-bo-2"],
      ["http://127.0.0.1:9991", "ana@a.example", "127-0-0-1"],
      ["http://127.0.0.1:9992", "ana@a.example", "127-0-0-1-9992"],
    ] as const;
    const upTo = all.findIndex(([, , one]) => one === name);
    for (const count of [upTo, all.length]) {
      const accounts = new Map(
        all.slice(0, count).map(([at, who, one]) => {
          const account = { ...defaultSecurity, site: at, email: who, key: "k3y" };
          return [one, { kind: "account", account }] as const;
        }),
      );
      expect(nameForNew({ ...emptyConfig, accounts }, { site, email })).toBe(name);
    }
  },
);
