/** What the browser gives back, against the digits that were opened: as people paste it, and as somebody else makes it up. */
import { createCipheriv, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { type Attempt, browserMethods, newAttempt, readPasted } from "#api/browser-sign-in.ts";

const site = "https://acme.example";
const key = "Ab1".repeat(10).padEnd(32, "z");
const settings = (changes: Readonly<Record<string, unknown>> = {}) => ({
  ...("brand" in changes
    ? { [`${changes["brand"]}_feature_level`]: 512 }
    : { svc_feature_level: 512 }),
  realm_url: site,
  external_authentication_methods: [
    { name: "google", display_name: "Google", login_url: "/accounts/login/social/google" },
  ],
  ...changes,
});
const method = (login_url: string, display_name = "X") => ({
  external_authentication_methods: [{ name: "x", display_name, login_url }],
});

/** As the server encrypts it. */
function sealed({ pad }: Attempt, text = key): string {
  const digits = Buffer.from(pad, "hex");
  return Buffer.from(
    text.split("").map((letter, at) => letter.charCodeAt(0) ^ (digits[at] ?? 0)),
  ).toString("hex");
}

function attemptFor(flow: "mobile" | "desktop"): Attempt {
  const { methods, scheme = "" } = browserMethods(settings(), site);
  return newAttempt(methods[0] ?? expect.fail(), scheme, flow);
}

const mobile = attemptFor("mobile");
const given = { otp_encrypted_api_key: sealed(mobile), email: "noor@acme.example", user_id: "7" };
const address = (changes: Readonly<Record<string, string>> = {}, begin = "svc://login?") =>
  begin + new URLSearchParams({ ...given, realm: site, ...changes });
const read = { kind: "key", key, email: "noor@acme.example", userId: 7 };

test("each attempt has 64 digits of its own, in the one parameter of its flow", () => {
  const [first, second] = [mobile, attemptFor("desktop")];
  const query = (attempt: Attempt) => [...new URL(attempt.address).searchParams];
  expect(query(first)).toEqual([["mobile_flow_otp", first.pad]]);
  expect(query(second)).toEqual([["desktop_flow_otp", second.pad]]);
  expect(first.pad).toMatch(/^[\da-f]{64}$/);
  expect(second.pad).not.toBe(first.pad);
});

const whole = address();
test.each([
  ["whole", whole],
  ["quoted", `"${whole}"`],
  ["in angle brackets", `<${whole}>`],
  ["percent-encoded", encodeURIComponent(whole)],
  ["after the header's name", `Location: ${whole}`],
  ["from the page's source", `<a href="${whole.replaceAll("&", "&amp;")}">`],
  ["broken over lines", whole.replace(/.{30}/g, "$&\n  ")],
  ["with an upper-case scheme", whole.replace("svc", "SVC")],
])("the address is read as it is found: %s", async (_, pasted) => {
  expect(await readPasted(mobile, pasted)).toEqual(read);
});

test("at every place where a terminal could break it, the address is incomplete and not wrong", async () => {
  const kinds = new Set<string>();
  for (let at = 4; at < whole.length; at += 1)
    kinds.add((await readPasted(mobile, whole.slice(0, at))).kind);
  expect([...kinds]).toEqual(["incomplete"]);
});

test("old servers name no account", async () => {
  const old = whole.replace("&user_id=7", "");
  expect(await readPasted(mobile, old)).toEqual({ ...read, userId: undefined });
});

test.each([
  ["of another realm", address({ realm: "https://evil.example" }), /another server/],
  ["of the realm over http", address({ realm: "http://acme.example" }), /another server/],
  ["with a short key", address({ otp_encrypted_api_key: "ab" }), /damaged/],
  ["with a long key", address({ otp_encrypted_api_key: `${sealed(mobile)}00` }), /damaged/],
  ["with upper-case digits", address({ otp_encrypted_api_key: "A".repeat(64) }), /damaged/],
  ["with other letters", address({ otp_encrypted_api_key: "g".repeat(64) }), /damaged/],
  [
    "of another attempt",
    address({ otp_encrypted_api_key: sealed(attemptFor("mobile")) }),
    /another attempt/,
  ],
  ["made up by a page", address({ otp_encrypted_api_key: "0".repeat(64) }), /another attempt/],
  ["with two keys", `${whole}&otp_encrypted_api_key=${sealed(mobile)}`, /twice/],
  ["with two accounts", `${whole}&user_id=8`, /twice/],
  ["with a strange account", address({ user_id: "-1" }), /no account/],
  ["with another host", address({}, "svc://logout?"), /begins with svc:\/\/login/],
  ["of another scheme", address({}, "evilsvc://login?"), /begins with svc:\/\/login/],
  ["of the page itself", mobile.address, /begins with svc:\/\/login/],
  ["of a megabyte", whole.padEnd(1_000_000, "a"), /too long/],
])("an address %s is refused", async (_, pasted, sentence) => {
  expect(await readPasted(mobile, pasted)).toEqual({
    kind: "wrong",
    sentence: expect.stringMatching(sentence),
  });
});

/** As the page's button copies it. */
function copied({ pad }: Attempt, token: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(pad, "hex"), iv);
  const body = Buffer.concat([cipher.update(token), cipher.final()]);
  return Buffer.concat([iv, body, cipher.getAuthTag()]).toString("hex");
}

test("the copied token is decrypted only by the digits of its attempt, unchanged", async () => {
  const desktop = attemptFor("desktop");
  const text = copied(desktop, "Token-1");
  for (const pasted of [text, ` "${text}"\n`, text.replace(/.{20}/g, "$&\n")])
    expect(await readPasted(desktop, pasted)).toEqual({ kind: "token", token: "Token-1" });
  const changed = text.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));
  for (const pasted of [changed, copied(attemptFor("desktop"), "Token-1"), copied(desktop, "../x")])
    expect(await readPasted(desktop, pasted)).toMatchObject({
      sentence: expect.stringContaining("another attempt"),
    });
  for (const pasted of ["", "abc", text.slice(0, 56), whole, text.toUpperCase()])
    expect(await readPasted(desktop, pasted)).toMatchObject({
      sentence: expect.stringContaining("copy button"),
    });
});

test("methods are offered in the server's order, their names made safe", () => {
  const tag = String.fromCodePoint(0xe0041);
  const more = {
    name: "saml:a",
    display_name: `Of\u202efi\u001b[31mce${tag}`,
    login_url: "in?next=1",
  };
  const [first] = settings().external_authentication_methods;
  const found = browserMethods(settings({ external_authentication_methods: [more, first] }), site);
  expect(found.methods.map(({ name, title, url }) => [name, title, url.href])).toEqual([
    ["saml:a", "Of‹U+202E›fi␛[31mce‹U+E0041›", `${site}/in?next=1`],
    ["google", "Google", `${site}/accounts/login/social/google`],
  ]);
});

test.each([
  ["on another origin", method("https://evil.example/in"), /another server/],
  ["without a scheme, on another origin", method("//evil.example/in"), /another server/],
  ["over http", method("http://acme.example/in"), /another server/],
  ["that is a script", method("javascript:alert(1)"), /another server/],
  ["with user information", method("https://a:b@acme.example/in"), /password/],
  ["of a realm that states http", { realm_url: "http://acme.example" }, /another server/],
  [
    "on the origin that an impostor states",
    { realm_url: "https://evil.example" },
    /another server/,
  ],
  ["of a server without a level", { brand: "" }, /too old for signing in through a browser/],
  ["of a server that claims the web's scheme", { brand: "https" }, /by which name/],
  ["of a server whose brand is no scheme", { brand: "a/b" }, /by which name/],
])("a method %s is not offered", (_, changes, reason) => {
  const found = browserMethods(settings(changes), site);
  expect(found).toMatchObject({ methods: [], refused: [expect.stringMatching(reason)] });
});

test("another brand is another scheme", () => {
  const other = { brand: "acme" };
  expect(browserMethods(settings(other), site).scheme).toBe("acme");
});
