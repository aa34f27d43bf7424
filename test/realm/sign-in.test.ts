/** Signing in at the realm, as other clients than weir do: a mobile and a desktop client, made from the protocol alone. */
import { createDecipheriv, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { fakeClock } from "../support/clock.ts";
import { base, call, type StartedRealm, type StartOptions, startRealm } from "../support/realm.ts";
import { people } from "../support/small-blueprint.ts";

const ana = { email: "ana@small.example", password: "ana-secret" };
const site = new URL(base).origin;
const providers = ["saml", "google"] as const;

function start(options: StartOptions = {}) {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock, ...options });
  const { email, api_key: key } = as(people.ana).account;
  const set = (changes: Parameters<typeof realm.control.setSignIn>[0]) =>
    realm.control.setSignIn(changes);
  return { realm, as, clock, ana: { id: people.ana, email, key }, set };
}

const settingsOf = async (realm: StartedRealm["realm"]) =>
  (await call(realm, "GET", "/server_settings")).body;

/** A browser at the page of the first method: the choice of a person is sent as the page's form says. */
async function signIn(
  realm: StartedRealm["realm"],
  query: Readonly<Record<string, string>>,
  email?: string,
): Promise<Response> {
  const { external_authentication_methods: methods, ...settings } = await settingsOf(realm);
  const url = new URL(methods[0].login_url, settings["realm_url"] ?? settings["realm_uri"]);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const shown = await realm.fetch(new Request(url));
  if (!shown.ok) return shown;
  const html = await shown.text();
  const [, action = ""] = /<form method="post" action="([^"]+)"/.exec(html) ?? [];
  const [, first = ""] = /<select name="email"><option value="([^"]+)"/.exec(html) ?? [];
  const body = new URLSearchParams({ email: email ?? first });
  const target = new URL(action.replaceAll("&amp;", "&"), url);
  return realm.fetch(new Request(target, { method: "POST", body }));
}

const hex = (count: number) => randomBytes(count).toString("hex");

/** What a mobile client reads in the address that the browser is sent to. */
async function mobile(realm: StartedRealm["realm"]) {
  const pad = hex(32);
  const response = await signIn(realm, { mobile_flow_otp: pad });
  const address = new URL(response.headers.get("location") ?? "");
  const { otp_encrypted_api_key: sealed = "", ...rest } = Object.fromEntries(address.searchParams);
  expect(sealed).toMatch(/^[0-9a-f]{64}$/);
  const digits = Buffer.from(pad, "hex");
  const key = Buffer.from(Buffer.from(sealed, "hex").map((byte, at) => byte ^ (digits[at] ?? 0)));
  const begin = `${address.protocol}//${address.host}`;
  const { email, ...others } = rest;
  return { status: response.status, begin, key: key.toString("latin1"), email, ...others };
}

/** What a person copies for a desktop client, and the token in it. */
async function desktop(realm: StartedRealm["realm"]) {
  const pad = hex(32);
  const html = await (await signIn(realm, { desktop_flow_otp: pad })).text();
  const [, copied = ""] = /<p id="token">([0-9a-f]+)<\/p>/.exec(html) ?? [];
  const bytes = Buffer.from(copied, "hex");
  const opened = createDecipheriv("aes-256-gcm", Buffer.from(pad, "hex"), bytes.subarray(0, 12));
  opened.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([opened.update(bytes.subarray(12, -16)), opened.final()]).toString();
}

async function sessionFor(realm: StartedRealm["realm"], token: string) {
  const response = await realm.fetch(new Request(`${site}/accounts/login/subdomain/${token}`));
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  const [, csrf = ""] = /csrftoken=(\w+)/.exec(cookies.join()) ?? [];
  const headers = { cookie: cookies.join("; "), "x-csrftoken": csrf, referer: `${site}/` };
  return { status: response.status, headers };
}

async function keyFor(
  realm: StartedRealm["realm"],
  headers: Readonly<Record<string, string>>,
  password = "",
) {
  const url = `${site}/json/fetch_api_key`;
  const body = new URLSearchParams({ password });
  const response = await realm.fetch(new Request(url, { method: "POST", headers, body }));
  return { status: response.status, ...(await response.json()) };
}

test("server settings list the methods in the order of --sign-in, and passwords only if they are among them", async () => {
  const { realm, set } = start({ signIn: ["google", "saml", "oidc"] });
  const methods = ["google", "saml:test", "oidc:test"];
  const settings = await settingsOf(realm);
  expect(settings["external_authentication_methods"].map(({ name = "" }) => name)).toEqual(methods);
  expect(settings).toMatchObject({
    email_auth_enabled: false,
    require_email_format_usernames: true,
    authentication_methods: { password: false, saml: true, "openid connect": true, github: false },
  });
  set({ ways: ["ldap"] });
  expect(await settingsOf(realm)).toMatchObject({
    email_auth_enabled: false,
    require_email_format_usernames: false,
    authentication_methods: { password: true, ldap: true, email: false },
    external_authentication_methods: [],
  });
});

test.for([
  [500, "svc", true],
  [256, "svc", true],
  [107, "acme", false],
] as const)(
  "at level %i a mobile client gets the key of the chosen account (brand %s)",
  async ([level, brand, hasId]) => {
    const { realm, ana: own } = start({ signIn: [...providers, "password"], level, brand });
    const id = hasId ? { user_id: String(own.id) } : {};
    const { key, ...rest } = await mobile(realm);
    const begin = `${brand}://login`;
    expect(rest).toEqual({ status: 302, begin, email: own.email, realm: site, ...id });
    const authorization = `Basic ${btoa(`${rest.email}:${key}`)}`;
    const me = await call(realm, "GET", "/users/me", {}, { authorization });
    expect(me.body["user_id"]).toBe(own.id);
  },
);

test("a desktop client gets the key with the copied token where passwords are off", async () => {
  const { realm, ana: own } = start({ signIn: providers });
  const { status, headers } = await sessionFor(realm, await desktop(realm));
  expect(status).toBe(302);
  const fetched = { status: 200, api_key: own.key, email: own.email };
  expect(await keyFor(realm, headers)).toMatchObject(fetched);
});

test("where passwords are on, a session gets the key for the password alone", async () => {
  const { realm, ana: own } = start({ signIn: ["password", ...providers] });
  const { headers } = await sessionFor(realm, await desktop(realm));
  const wrong = { status: 400, msg: "Password is incorrect." };
  expect(await keyFor(realm, headers)).toMatchObject(wrong);
  expect(await keyFor(realm, headers, ana.password)).toMatchObject({ api_key: own.key });
});

test("a token begins one session, within 15 seconds", async () => {
  const { realm, clock } = start({ signIn: providers });
  const [used, late] = [await desktop(realm), await desktop(realm)];
  await clock.pass("15 s");
  expect((await sessionFor(realm, used)).status).toBe(302);
  expect((await sessionFor(realm, used)).status).toBe(400);
  await clock.pass("1 s");
  expect((await sessionFor(realm, late)).status).toBe(400);
});

test.for([
  ["without the page's token", { "x-csrftoken": "" }, 403],
  ["from another page", { referer: "http://elsewhere.test/" }, 403],
  ["without a session", { cookie: "csrftoken=a; sessionid=b", "x-csrftoken": "a" }, 401],
] as const)("a key is refused %s", async ([, changes, status]) => {
  const { realm } = start({ signIn: providers });
  const { headers } = await sessionFor(realm, await desktop(realm));
  expect((await keyFor(realm, { ...headers, ...changes })).status).toBe(status);
});

test.for([
  [{ mobile_flow_otp: hex(32), desktop_flow_otp: hex(32) }, /Can't use both/],
  [{ mobile_flow_otp: hex(31) }, /Invalid OTP/],
  [{ desktop_flow_otp: "z".repeat(64) }, /Invalid OTP/],
  [{}, /Missing 'mobile_flow_otp'/],
] as const)("the page refuses %o", async ([query, sentence]) => {
  const { realm } = start({ signIn: providers });
  const response = await signIn(realm, query);
  expect(response.status).toBe(400);
  expect((await response.json()).msg).toMatch(sentence);
});

test("only the page of a method that is offered exists, and it signs in no account that is missing or deactivated", async () => {
  const { realm, as, set } = start({ signIn: providers });
  expect((await as(people.cleo).delete(`/users/${people.bo}`)).status).toBe(200);
  const query = { mobile_flow_otp: hex(32) };
  for (const [email, sentence] of [
    [as(people.bo).account.email, /has been deactivated/],
    ["nobody@small.example", /No account/],
  ] as const) {
    const response = await signIn(realm, query, email);
    expect(response.status).toBe(403);
    expect(await response.text()).toMatch(sentence);
  }
  set({ realm: "deactivated" });
  expect((await signIn(realm, query)).status).toBe(403);
  set({ ways: ["password"] });
  const gone = new Request(`${site}/accounts/login/social/google?mobile_flow_otp=${hex(32)}`);
  expect((await realm.fetch(gone)).status).toBe(404);
});

test.for([
  ["PASSWORD_AUTH_DISABLED", 401, { ways: ["saml"] }],
  ["REALM_DEACTIVATED", 401, { realm: "deactivated" }],
  ["PASSWORD_RESET_REQUIRED", 401, { resets: [people.ana] }],
  ["NONEXISTENT_SUBDOMAIN", 404, { realm: "absent" }],
] as const)("a right password is refused with %s", async ([code, status, changes]) => {
  const { realm } = start();
  // As over the control URL.
  const body = JSON.stringify(changes);
  const url = `${site}/control/${realm.control.token}/sign-in`;
  expect((await realm.fetch(new Request(url, { method: "POST", body }))).status).toBe(200);
  const typed = { username: ana.email, password: ana.password };
  const answer = await call(realm, "POST", "/fetch_api_key", typed);
  expect(answer).toMatchObject({ status, body: { code } });
});

test.for(["a right", "a wrong"] as const)(
  "%s password of a deactivated account is refused with that, and counts as no failure",
  async (which) => {
    const { realm } = start();
    const person = realm.control.server.state.people.byId.get(people.ana) as { isActive: boolean };
    person.isActive = false;
    const typed = { username: ana.email, password: which === "a right" ? ana.password : "wrong" };
    for (let times = 0; times < 6; times += 1)
      expect(await call(realm, "POST", "/fetch_api_key", typed)).toMatchObject({
        status: 401,
        body: { code: "USER_DEACTIVATED" },
      });
    person.isActive = true;
    const right = { ...typed, password: ana.password };
    expect((await call(realm, "POST", "/fetch_api_key", right)).status).toBe(200);
  },
);

test("keys of a realm that is deactivated or absent are refused, and a root address says nothing about a realm", async () => {
  const { realm, as, set } = start();
  set({ realm: "deactivated" });
  expect(await as(people.ana).get("/users/me")).toMatchObject({
    status: 401,
    body: { code: "REALM_DEACTIVATED" },
  });
  set({ realm: "absent" });
  expect((await as(people.ana).get("/users/me")).status).toBe(404);
  const keys = Object.keys(await settingsOf(realm)).filter((key) => key.startsWith("realm_"));
  expect(keys).toEqual([]);
});

test("with LDAP one signs in by user name, and by address", async () => {
  const { realm, set, ana: own } = start({ signIn: ["ldap"] });
  const status = async (username: string) =>
    (await call(realm, "POST", "/fetch_api_key", { username, password: ana.password })).status;
  expect([await status("ana"), await status("Ana"), await status(own.email)]).toEqual([
    200, 200, 200,
  ]);
  expect(await status("an")).toBe(401);
  set({ ways: ["password"] });
  expect(await status("ana")).toBe(401);
});

test("after five wrong passwords a name is refused until half an hour has passed; a right one forgets them", async () => {
  const { realm, clock } = start();
  const attempt = async (password: string, username = ana.email) =>
    call(realm, "POST", "/fetch_api_key", { username, password });
  for (let count = 0; count < 4; count += 1) await attempt("wrong");
  expect((await attempt(ana.password)).status).toBe(200);
  for (let count = 0; count < 5; count += 1)
    expect((await attempt("wrong")).body["code"]).toBe("AUTHENTICATION_FAILED");
  await clock.pass("29 min");
  const refused = await attempt(ana.password);
  expect(refused).toMatchObject({ status: 429, body: { code: "RATE_LIMIT_HIT" } });
  expect(refused.headers.get("retry-after")).toBe("60");
  expect((await attempt("wrong", "bo@small.example")).status).toBe(401);
  await clock.pass("1 min");
  expect((await attempt(ana.password)).status).toBe(200);
});

test("at old levels the answer to a password has no user ID", async () => {
  const { realm } = start({ level: 170 });
  const typed = { username: ana.email, password: ana.password };
  const { body } = await call(realm, "POST", "/fetch_api_key", typed);
  expect(Object.keys(body)).not.toContain("user_id");
});
