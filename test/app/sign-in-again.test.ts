import { expect, test } from "vitest";
import { createConnection } from "#api/connection.ts";
import { askForKey, browseToSignIn, signInAgain } from "#app/sign-in-again.ts";
import { silent } from "#base/log.ts";
import { networkTo, startClient } from "../support/client.ts";
import { type FakeClock, fakeClock } from "../support/clock.ts";
import { keyPresser, ownKeys } from "../support/key-presser.ts";
import { startRealm } from "../support/realm.ts";
import { showScreen } from "../support/screen.tsx";
import { people } from "../support/small-blueprint.ts";
import { deploy, inDeploy, startSmall } from "../support/small-client.ts";

const idle = (clock: FakeClock) => ({ clock, keys: ownKeys, isIdle: () => true });

test("an account that is reactivated goes on without a key, and what is typed meanwhile goes nowhere", async () => {
  const world = await startSmall();
  const { clock, client, store, bo, control, connection, dialog, rows, press, sent } = world;
  askForKey(store, client.session, idle(clock));
  const person = control.server.state.people.byId.get(people.ana) as { isActive: boolean };
  person.isActive = false;
  client.session.poke();
  await clock.pass("5 s");
  expect([connection().kind, dialog()?.kind]).toEqual(["signed-out", "sign-in"]);
  client.send(deploy, "while signed out");
  await bo.say(inDeploy, "are you back?");
  person.isActive = true;
  await clock.pass("6 min");
  expect([connection().kind, dialog()?.kind]).toEqual(["live", "sign-in"]);
  expect(rows().slice(-2)).toEqual(["are you back?", "while signed out"]);
  const screen = await showScreen(store);
  await screen.settles();
  expect(screen.whole.shows("You are signed in again.")).toBe(true);
  expect(screen.whole.shows("paste it here")).toBe(false);
  screen.ends();
  const before = sent(/./);
  await signInAgain(store, client.session, "the rest of a password");
  expect([dialog(), sent(/./)]).toEqual([undefined, before]);
  press("Esc");
});

test("put off, it leaves what is stored to be read, asks no more by itself, and the palette asks again", async () => {
  const world = await startSmall();
  const { clock, client, store, bo, control, connection, dialog, rows, press, type, toast } = world;
  askForKey(store, client.session, idle(clock));
  const person = control.server.state.people.byId.get(people.ana) as { isActive: boolean };
  person.isActive = false;
  client.session.poke();
  await clock.pass("5 s");
  expect(dialog()?.kind).toBe("sign-in");
  press("Esc");
  expect([connection().kind, dialog()]).toEqual(["signed-out", undefined]);
  expect(toast()).toBe('Nothing is sent until you sign in: ^K "sign in again".');
  const screen = await showScreen(store);
  await screen.settles();
  expect(screen.header.lines()[0]).toMatch(/ · signed out · \^K "sign in again" /);
  expect(screen.whole.shows("rolling")).toBe(true);
  screen.ends();
  press("g", "i", "G", "Enter");
  client.open(deploy);
  client.send(deploy, "while signed out");
  for (let asked = 0; asked < 3; asked += 1) await clock.pass("6 min");
  expect([connection().kind, dialog()]).toEqual(["signed-out", undefined]);
  await bo.say(inDeploy, "are you back?");

  press("^K");
  type("sign in again");
  press("Enter");
  expect(dialog()?.kind).toBe("sign-in");
  press("Esc");
  press("^K");
  type("sign in again");
  press("Enter");
  person.isActive = true;
  await clock.pass("6 min");
  expect([connection().kind, dialog()]).toMatchObject(["live", { isOver: true }]);
  expect(rows().slice(-2)).toEqual(["are you back?", "while signed out"]);
  press("Esc");

  press("^K");
  type("sign in again");
  press("Enter");
  expect([dialog(), toast()]).toEqual([undefined, "Sign in again: you are signed in."]);
});

test("while somebody presses keys it is said, and nothing asks by itself", async () => {
  const { clock, client, store, control, connection, dialog, toast } = await startSmall();
  askForKey(store, client.session, { ...idle(clock), isIdle: () => false });
  const person = control.server.state.people.byId.get(people.ana) as { isActive: boolean };
  person.isActive = false;
  client.session.poke();
  await clock.pass("5 s");
  expect([connection().kind, dialog()]).toEqual(["signed-out", undefined]);
  expect(toast()).toBe('Nothing is sent until you sign in: ^K "sign in again".');
});

test("where the key was replaced, the browser leads back, and what waits is sent", async () => {
  const clock = fakeClock();
  const { realm } = startRealm({ clock });
  const { people: all, settings } = realm.control.server.state;
  const ana = all.byId.get(people.ana) as { apiKey: string; loginEmail: string };
  const disk = { key: ana.apiKey };
  const site = "http://realm.test";
  const { send } = networkTo(realm);
  const connect = (key: string | undefined) =>
    createConnection({
      ...{ site, send, clock, log: silent, userAgent: "weir-test/1" },
      credentials: key === undefined ? undefined : { email: ana.loginEmail, key },
    });
  const write = async (key: string) => {
    disk.key = key;
  };
  const stored = { read: async () => disk.key, write, check: async () => undefined };
  const ownKey = { email: ana.loginEmail, key: ana.apiKey, connect, stored };
  const client = startClient({ clock, realm, ownKey });
  const { store } = client;
  await clock.pass("5 s");
  client.open(deploy);
  await clock.pass("5 s");
  const dialog = () => store.getState().screen.dialog;
  const login_url = "/accounts/login/google";
  const methods = ["Google", "Acme SSO"].map((name) => ({ name, display_name: name, login_url }));
  settings.set("external_authentication_methods", methods);
  askForKey(store, client.session, idle(clock));
  ana.apiKey = "N".repeat(32);
  client.session.poke();
  await clock.pass("5 s");
  client.send(deploy, "while signed out");
  const ways = () => {
    const open = dialog();
    return (open?.kind === "sign-in" && open.ways) || [];
  };
  expect(ways().map(({ title }) => title)).toEqual(["Google", "Acme SSO"]);

  // Nothing opens it here, so it is copied; then it is the other's turn.
  const copied: string[] = [];
  const [first] = ways();
  const copy = async (address: string) => [String(copied.push(address))];
  const otherwise = () => expect.fail("It was copied.");
  await browseToSignIn(store, { open: async () => false, copy, otherwise });
  expect(copied).toEqual([first?.address]);
  expect(dialog()).toMatchObject({ sentence: "Google: its address was copied." });
  expect(ways().map(({ title }) => title)).toEqual(["Acme SSO", "Google"]);

  const given = (email: string, at = 1) => {
    const address = new URL(ways()[at]?.address ?? "");
    const pad = Buffer.from(address.searchParams.get("mobile_flow_otp") ?? "", "hex");
    const key = [...ana.apiKey].map((letter, place) => letter.charCodeAt(0) ^ (pad[place] ?? 0));
    const otp_encrypted_api_key = Buffer.from(key).toString("hex");
    const realm = address.origin;
    return `svc://login?${new URLSearchParams({ otp_encrypted_api_key, email, realm })}`;
  };
  // Put off and asked for again, it has addresses of its own.
  const before = given(ana.loginEmail);
  const press = keyPresser(store);
  press("Esc", "^K", ..."sign in again", "Enter");
  await clock.pass("5 s");
  await signInAgain(store, client.session, before);
  expect(dialog()).toMatchObject({ sentence: expect.stringMatching(/another attempt/) });
  const old = given(ana.loginEmail);
  const answers: readonly (readonly [string, RegExp])[] = [
    [given("eve@acme.example"), /eve@acme\.example, and this one is/],
    [`${given(ana.loginEmail)}&user_id=${people.bo}`, /belongs to another account/],
    [given(ana.loginEmail).replace(/key=\w{64}/, `key=${"00".repeat(32)}`), /another attempt/],
  ];
  for (const [answer, why] of answers) {
    await signInAgain(store, client.session, answer);
    expect(dialog()).toMatchObject({ sentence: expect.stringMatching(why) });
  }
  await clock.pass("10 min");
  await clock.pass("5 s");
  await signInAgain(store, client.session, old);
  expect(dialog()).toMatchObject({ sentence: expect.stringMatching(/another attempt/) });
  await signInAgain(store, client.session, given(ana.loginEmail));
  await clock.pass("5 s");
  expect([store.getState().session.connection.kind, dialog()]).toEqual(["live", undefined]);
  expect(client.rows(deploy).at(-1)).toBe("while signed out");
  expect(disk.key).toBe(ana.apiKey);
});
