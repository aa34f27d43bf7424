import { expect, onTestFinished, test } from "vitest";
import { type RealmServerOptions, realmServerOptions } from "#app/realm-options.ts";
import { openRealmServer } from "#app/realm-server.ts";
import { systemClock } from "#base/clock.ts";
import { silent } from "#base/log.ts";
import { unpredictable } from "#base/random.ts";
import { readCommandLine } from "#cli/command-line.ts";

function wishOf(line: string): RealmServerOptions {
  const invocation = readCommandLine(["realm", ...line.split(" "), "--no-residents"], "0");
  if ("text" in invocation) throw new Error(invocation.text);
  return realmServerOptions(invocation);
}

async function accountsOf(line: string) {
  const realmServer = await openRealmServer(wishOf(line), systemClock, unpredictable, silent);
  onTestFinished(() => realmServer.close());
  return realmServer;
}

test("--variation sets the seed of the variation", () => {
  expect(wishOf("--variation 7").variation).toBe(7);
  expect(wishOf("--seed demo").variation).toBeUndefined();
});

test("--sign-in says how people sign in; without passwords none are printed", async () => {
  const { url, accounts } = await accountsOf("--seed empty --sign-in saml,google");
  expect(accounts.map(({ password }) => password)).toEqual(accounts.map(() => undefined));
  const settings = await (await globalThis.fetch(`${url}/api/v1/server_settings`)).json();
  const { external_authentication_methods: methods } = settings as Record<
    string,
    { name: string }[]
  >;
  expect(methods?.map(({ name }) => name)).toEqual(["saml:test", "google"]);
});

test.for(["demo", "empty"])("the keys and passwords of %s differ at every start", async (seed) => {
  const [one, two] = [await accountsOf(`--seed ${seed}`), await accountsOf(`--seed ${seed}`)];
  const fixed = await accountsOf(`--seed ${seed} --fixed-keys`);
  const secrets = [one, two, fixed].flatMap(({ accounts }) =>
    accounts.flatMap(({ api_key, password }) => [api_key, password ?? ""]),
  );
  expect(new Set(secrets).size).toBe(secrets.length);
  for (const { api_key, password = "" } of one.accounts) {
    expect(api_key).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(password).toMatch(/^[A-Za-z0-9]{20}$/);
  }
});

test("--fixed-keys makes keys and passwords the same at every start, and the printed password signs in", async () => {
  const [one, two] = [
    await accountsOf("--seed empty --fixed-keys"),
    await accountsOf("--seed empty --fixed-keys"),
  ];
  expect(one.accounts).toEqual(two.accounts);
  for (const realmServer of [one, await accountsOf("--seed empty")]) {
    const [{ email = "", password = "", api_key = "" } = {}] = realmServer.accounts;
    const body = new URLSearchParams({ username: email, password });
    const url = `${realmServer.url}/api/v1/fetch_api_key`;
    const answer = await globalThis.fetch(url, { method: "POST", body });
    expect(await answer.json()).toMatchObject({ api_key });
  }
});

test("--fixed-keys without a seed is an error", () => {
  expect(() => wishOf("--fixed-keys")).toThrow("--fixed-keys needs --seed");
});

test.each([
  ["--port many", '--port takes a whole number up to 65535, not "many".'],
  ["--level 0", '--level takes a whole number from 1 to 512, not "0".'],
  ["--level 600", '--level takes a whole number from 1 to 512, not "600".'],
  ["--sign-in saml,paper", /^--sign-in takes password, ldap, saml, .* or oidc, .* not "paper"\.$/],
  ["--seed huge", '--seed takes demo, empty or big, not "huge".'],
])("%s is an error", (line, sentence) => {
  expect(() => wishOf(line)).toThrow(sentence);
});
