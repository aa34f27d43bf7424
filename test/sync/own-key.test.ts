import { expect, test } from "vitest";
import { getOwnUser } from "#api/account.ts";
import { createConnection } from "#api/connection.ts";
import { rekeyed } from "#api/rekeyed.ts";
import type { Send } from "#api/transport.ts";
import { silent } from "#base/log.ts";
import { keyChanges } from "#sync/own-key.ts";
import { networkTo } from "../support/client.ts";
import { fakeClock } from "../support/clock.ts";
import { startRealm } from "../support/realm.ts";

/** An account of the realm with its key in memory; `write` and `check` may refuse. */
async function opened({ realm } = startRealm(), answers?: Send) {
  const [account] = realm.accounts;
  if (account === undefined) throw new RangeError("A realm without accounts.");
  const { email, api_key: key } = account;
  const { send, sent } = networkTo(realm);
  const clock = fakeClock();
  const connect = (one: string | undefined) => {
    const credentials = one === undefined ? undefined : { email, key: one };
    const site = "http://realm.test";
    return createConnection({
      site,
      credentials,
      send: answers ?? send,
      clock,
      log: silent,
      userAgent: "weir-test/1",
    });
  };
  const disk = { key, refuses: "" };
  const refuse = (what: string) => {
    if (disk.refuses === what) throw new Error("The disk is full.");
  };
  const stored = {
    read: async () => disk.key,
    check: async () => refuse("check"),
    write: async (fresh: string) => {
      refuse("write");
      disk.key = fresh;
    },
  };
  const own = rekeyed(connect(key));
  const name = async () => (await getOwnUser(own.connection, {})).email;
  return { ...keyChanges({ email, key, connect, stored }, own, silent), disk, name, sent, account };
}

test.each(["[]", "7", "<html>"])(
  "where the server's settings are %j, no browser leads in",
  async (text) => {
    const send: Send = async () => ({ status: 200, headers: {}, text });
    const { browserWays } = await opened(startRealm(), send);
    expect(await browserWays()).toEqual([]);
  },
);

test.each([
  "svc://login?otp_encrypted_api_key=ab&email=a%40b.c&realm=https%3A%2F%2Facme.example",
  "  Location: acme1://login?otp_encrypted_api_key=ab",
  '"svc://lo\ngin?otp_encrypted_api_key=ab"',
  "svc%3A%2F%2Flogin%3Fotp_encrypted_api_key%3Dab",
])(
  "the address %j is not sent as a password while the ways to sign in are unknown",
  async (secret) => {
    const { signIn, sent, disk, account } = await opened();
    const sentence =
      "That is the address that a browser is sent to, not a password, and was not sent.";
    expect(await signIn(secret)).toEqual({ signedIn: false, sentence });
    expect([sent, disk.key]).toEqual([[], account.api_key]);
  },
);

test.each(["svc:login", "https://acme.example", "hunter:2"])(
  "%j may be a password",
  async (password) => {
    const { signIn, sent } = await opened();
    await signIn(password);
    expect(sent.some((line) => line.includes("fetch_api_key"))).toBe(true);
  },
);

test("a password with a colon is one where browsers lead in, too", async () => {
  const world = startRealm();
  const login_url = "/accounts/login/google";
  const methods = [{ name: "google", display_name: "Google", login_url }];
  world.realm.control.server.state.settings.set("external_authentication_methods", methods);
  const { browserWays, signIn, sent } = await opened(world);
  expect(await browserWays()).toHaveLength(1);
  await signIn("hunter:2");
  expect(sent.some((line) => line.includes("fetch_api_key"))).toBe(true);
});

test("a new key is stored and used, and pending requests with the old one are answered", async () => {
  const { renew, disk, name, account } = await opened();
  const before = name();
  const renewal = renew();
  const meanwhile = name();
  expect(await renewal).toBeUndefined();
  expect(disk.key).toMatch(/^\w{32}$/);
  expect(disk.key).not.toBe(account.api_key);
  expect([await before, await meanwhile, await name()]).toEqual(Array(3).fill(account.email));
});

test("if the disk cannot be written, no new key is requested", async () => {
  const { renew, disk, name, sent, account } = await opened();
  disk.refuses = "check";
  await expect(renew()).rejects.toThrow("The disk is full.");
  expect(sent.filter((line) => line.includes("regenerate"))).toEqual([]);
  expect(await name()).toBe(account.email);
});

test("if the new key cannot be stored, the error is returned and the new key is used", async () => {
  const { renew, disk, name, account } = await opened();
  disk.refuses = "write";
  expect(await renew()).toBe("The disk is full.");
  expect(await name()).toBe(account.email);
});

test("after the key was replaced elsewhere, the stored key or the password signs in again", async () => {
  const world = startRealm();
  const { tryStoredKey, signIn, disk, name, account } = await opened(world);
  const elsewhere = await opened(world);
  expect(await tryStoredKey()).toBe(false);
  await elsewhere.renew();
  await expect(name()).rejects.toThrow();
  expect(await signIn("x".repeat(32))).toEqual({
    signedIn: false,
    sentence: "The server rejects this key too.",
  });
  expect(await signIn("")).toMatchObject({ signedIn: false });
  expect(disk.key).toBe(account.api_key);
  disk.key = elsewhere.disk.key;
  expect(await tryStoredKey()).toBe(true);
  expect(await name()).toBe(account.email);
  await elsewhere.renew();
  expect(await signIn(account.password ?? "")).toEqual({ signedIn: true });
  expect(disk.key).toBe(elsewhere.disk.key);
  expect(await name()).toBe(account.email);
  // It may be valid again, such as that of an account that was reactivated.
  expect(await signIn("")).toEqual({ signedIn: true });
  expect(await name()).toBe(account.email);
});
