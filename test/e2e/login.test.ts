/** Signing in on a terminal, over real TLS and through a real proxy. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { configuredHome } from "../support/account-home.ts";
import { authority } from "../support/certificates.ts";
import { run } from "../support/command.ts";
import { forward, startConnectProxy } from "../support/connect-proxy.ts";
import { accountSection } from "../support/correspondent.ts";
import { filesWith, folder } from "../support/folder.ts";
import { startHttps } from "../support/https-server.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal } from "../support/terminal.ts";

/** A home folder with the authority's certificate. */
function home(): string {
  const path = folder();
  mkdirSync(`${path}/.config/weir`, { recursive: true });
  writeFileSync(`${path}/ca.pem`, authority);
  return path;
}

const stored = (at: string) => readFileSync(`${at}/.config/weir/config.toml`, "utf8");
/** The account of commands that name none. */
const commandsUse = (at: string) => /^default_account = "(.+)"$/m.exec(stored(at))?.[1];

/** Signs in on a terminal, typing each line when its question appears. Returns exit code and output. */
async function signIn(
  argv: readonly string[],
  at: string,
  environment: Readonly<Record<string, string>>,
  steps: readonly (readonly [RegExp, string])[],
) {
  const person = await startInTerminal({
    argv: ["login", ...argv],
    home: at,
    environment,
    columns: 200,
  });
  for (const [question, line] of steps) {
    await person.sees(question);
    person.sends(`${line}\r`, 0);
  }
  const { code } = await person.ended;
  return { code, written: person.written() };
}

test("signing in and calls work through a proxy and with a private certificate authority", async () => {
  const realm = await serveRealm();
  const { WEIR_EMAIL = "", WEIR_API_KEY = "" } = realm.as("Robin").environment;
  const advanceFrom = Number(new URL(realm.url).port);
  const server = await startHttps((request, response) => forward(request, response, advanceFrom));
  const proxy = await startConnectProxy({ port: server.port, password: "ada:hush" });
  const at = home();
  const https_proxy = proxy.url.replace("//", "//ada:hush@");

  const steps = [[/Password or API key:/, WEIR_API_KEY]] as const;
  const flags = ["--email", WEIR_EMAIL, "--cert-bundle", "ca.pem"];
  const signedIn = await signIn(["chat.test", ...flags], at, { https_proxy }, steps);
  expect(signedIn.written).toMatch(/Signed in to .* as Robin.*weir opens it\.\s*$/s);
  expect(signedIn.code).toBe(0);
  expect(stored(at)).toContain(`cert_bundle = "${at}/ca.pem"`);
  expect(commandsUse(at)).toBe("chat-test");

  const environment = { HOME: at, HTTPS_PROXY: https_proxy };
  const called = await run(["api", "GET", "/users/me"], environment);
  expect(called).toMatchObject({ code: 0, err: "", out: expect.stringContaining("Robin") });
  expect(new Set(proxy.requests)).toEqual(new Set(["CONNECT chat.test:443"]));

  const refused = await run(["api", "GET", "/users/me"], {
    ...environment,
    HTTPS_PROXY: proxy.url,
  });
  expect(refused.code).toBe(3);
  expect(refused.err).toMatch(/^weir: Cannot connect: the proxy needs a password/);
  expect(signedIn.written + called.err + refused.err).not.toContain("hush");
});

test("an http address requires consent before the key is entered, and the consent is stored", async () => {
  const realm = await serveRealm();
  const { WEIR_EMAIL = "", WEIR_API_KEY = "" } = realm.as("Robin").environment;
  const proxy = await startConnectProxy({ port: Number(new URL(realm.url).port) });
  const at = home();
  const environment = { http_proxy: proxy.url };
  const argv = ["http://chat.test", "--email", WEIR_EMAIL];

  const no = await signIn(argv, at, environment, [[/Sign in anyway\?/, "no"]]);
  expect(no.code).toBe(2);
  expect(proxy.requests).toEqual(["GET http://chat.test/api/v1/server_settings"]);

  const bare = {
    HOME: at,
    ...environment,
    WEIR_SITE: "http://chat.test",
    WEIR_EMAIL,
    WEIR_API_KEY,
  };
  const warned = await run(["api", "GET", "/users/me"], bare);
  expect(warned.err).toMatch(/^weir: Your key travels unencrypted .*set WEIR_ALLOW_HTTP=true\.\n$/);
  expect(warned.code).toBe(0);

  const steps = [
    [/Sign in anyway\?/, "yes"],
    [/Password or API key:/, WEIR_API_KEY],
  ] as const;
  expect((await signIn(argv, at, environment, steps)).code).toBe(0);
  expect(stored(at)).toContain("allow_http = true");
  const quiet = await run(["api", "GET", "/users/me"], { HOME: at, ...environment });
  expect(quiet).toMatchObject({ code: 0, err: "" });
});

test("an account that cannot be stored is reported as an error", async () => {
  const realm = await serveRealm();
  const { WEIR_EMAIL = "", WEIR_API_KEY = "" } = realm.as("Robin").environment;
  const steps = [[/Password or API key:/, WEIR_API_KEY]] as const;
  const environment = { XDG_CONFIG_HOME: "/sys/nowhere" };
  const { code, written } = await signIn(
    [realm.url, "--email", WEIR_EMAIL],
    home(),
    environment,
    steps,
  );
  expect(code).toBe(1);
  expect(written).toMatch(
    /weir: \/sys\/nowhere\/weir\/config\.toml cannot be written: (?:you have|the disk is)/,
  );
});

test("a password is only sent to the typed https address, even if the server states another", async () => {
  const heard: string[] = [];
  const server = await startHttps((request, response) => {
    heard.push(request.url ?? "");
    const refusal = { result: "error", msg: "Your password is incorrect", code: "UNAUTHORIZED" };
    const settings = { result: "success", msg: "", realm_name: "Acme", svc_feature_level: 278 };
    const isSettings = request.url === "/api/v1/server_settings";
    response.writeHead(isSettings ? 200 : 401, { "content-type": "application/json" });
    const stated = { realm_url: "http://chat.test", email_auth_enabled: true };
    response.end(JSON.stringify(isSettings ? { ...settings, ...stated } : refusal));
  });
  const proxy = await startConnectProxy({ port: server.port });
  const environment = {
    https_proxy: proxy.url,
    http_proxy: proxy.url,
    WEIR_CERT_BUNDLE: "~/ca.pem",
  };
  const steps = [[/Password or API key:/, "secret"]] as const;
  const argv = ["https://chat.test", "--email", "ada@chat.test"];
  expect((await signIn(argv, home(), environment, steps)).code).toBe(4);
  expect(heard).toEqual(["/api/v1/server_settings", "/api/v1/fetch_api_key"]);
  expect(new Set(proxy.requests)).toEqual(new Set(["CONNECT chat.test:443"]));
});

test("without a terminal, login says what needs no signing in", async () => {
  const { code, err } = await run(["login", "--rc", "~/rc"], { HOME: folder() });
  expect(`${code} ${err}`).toMatch(
    /^2 weir: Signing in needs a terminal, .* Without signing in, use weir --rc FILE, or set WEIR_SITE/,
  );
});

/**
 * Another account leaves the default of commands as it was, and says so; a removed one leaves nothing that was seen
 * there.
 */
test("where nothing is saved, what says how to save it is refused", async () => {
  const refused = async (line: string) => {
    const { code, err } = await run(["login", ...line.split(" ")], { HOME: folder() });
    return `${code} ${err}`;
  };
  for (const flag of ["--name x", "--keyring", "--default"]) {
    const [named] = flag.split(" ");
    const sentence = `saves nothing: leave out ${named}. See weir login --help.\n`;
    expect(await refused(`--demo ${flag}`)).toBe(`2 weir: --demo ${sentence}`);
    expect(await refused(`chat.test --json ${flag}`)).toBe(`2 weir: --json ${sentence}`);
  }
});

test("adding and removing an account changes nothing of the others", async () => {
  const [acme, home] = [await serveRealm(), await serveRealm()];
  await home.as("Ana").says("general > lunch", "swordfish again");
  const { home: at } = configuredHome(
    'default_account = "acme"',
    accountSection("acme", acme.as("Robin")),
  );
  const keyOf = (realm: typeof acme) => realm.as("Robin").environment["WEIR_API_KEY"] ?? "";
  const loginOf = (realm: typeof acme, name: string) => {
    const { WEIR_EMAIL = "" } = realm.as("Robin").environment;
    return [realm.url, "--email", WEIR_EMAIL, "--name", name];
  };
  const add = (realm: typeof acme, name: string, ...flags: readonly string[]) =>
    signIn([...loginOf(realm, name), ...flags], at, {}, [[/Password or API key:/, keyOf(realm)]]);
  expect((await add(home, "home")).written).toContain(
    'Commands still use "acme": add --account home, or change default_account in the file.',
  );
  expect(commandsUse(at)).toBe("acme");
  expect((await add(home, "home", "--default")).written).toMatch(/Commands use it\.\s*$/);
  expect(commandsUse(at)).toBe("home");
  await add(acme, "acme");
  expect(commandsUse(at)).toBe("home");

  // Another login ends while this one asks.
  const asked = await startInTerminal({
    argv: ["login", ...loginOf(acme, "third")],
    home: at,
    columns: 200,
  });
  await asked.sees(/Password or API key:/);
  await add(home, "fourth");
  asked.sends(`${keyOf(acme)}\r`, 0);
  await asked.ended;
  const names = (await run(["accounts", "--json=name"], { HOME: at })).out;
  for (const name of ["acme", "home", "third", "fourth"]) expect(names).toContain(`"${name}"`);
  for (const name of ["third", "fourth"])
    await (await startInTerminal({ argv: ["logout", name], home: at })).ended;

  await run(["sync"], { HOME: at });
  expect(filesWith(at, "swordfish")).not.toEqual([]);
  const leaving = await startInTerminal({ argv: ["logout", "home"], home: at, columns: 200 });
  await leaving.ended;
  expect(leaving.written()).toContain('Commands use "acme" now.');
  // weir cannot revoke the key.
  expect(leaving.written()).toContain(`there: ${home.url}/#settings/account-and-privacy.`);
  expect(filesWith(at, "swordfish")).toEqual([]);
  const accounts = await run(["accounts", "--json=name,default"], { HOME: at });
  expect(accounts.out).toBe('{"name":"acme","default":true}\n');
});
