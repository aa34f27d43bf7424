/** What a running weir answers over a real socket, and what it leaves to the server. */
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { askRunning } from "#app/local-protocol.ts";
import { createOffers } from "#app/offers.ts";
import { version } from "#app/version.ts";
import { noArchive } from "#archive/archive.ts";
import { silent } from "#base/log.ts";
import { folders, socketPath } from "#host/paths.ts";
import { narrowKey } from "#model/narrow.ts";
import { changeScreen } from "#store/store.ts";
import { folder } from "../support/folder.ts";
import { hello, inDeploy, startSmall } from "../support/small-client.ts";
import { shellOn } from "../support/verb.ts";

const owner = { site: "http://realm.test", email: "ana@small.example", key: "k".repeat(32) };

const inbox = { kind: "inbox" } as const;

/** A client that offers its account, once it does. */
async function offering(show = (_: string) => {}) {
  const small = await startSmall();
  const places = folders({}, folder());
  const ports = { folders: places, clock: small.clock, log: silent };
  const { store } = small;
  const { connection } = small.client.session;
  let stored = owner.key;
  const ownKey = { stored: { read: async () => stored } };
  const account = { name: "work", owner, ownKey, store, connection, archive: noArchive };
  const end = createOffers({ ...ports, seen: { shown: () => ({ store }), show } })(account);
  onTestFinished(end);
  const asks = (as = owner) => askRunning(places, as, inbox, ({ lines }) => Array.isArray(lines));
  await expect.poll(() => asks()).toBeDefined();
  const stores = (key: string) => {
    stored = key;
  };
  return { ...small, places, end, asks, stores };
}

test("what is answered is what the verb would print", async () => {
  const { realm, bo, settles, asks } = await offering();
  await bo.say(inDeploy, "@**Ana Ruiz** once more");
  await settles();
  const answer = await asks();
  const shell = shellOn({ realm }, { email: owner.email });
  const printed = await shell.run(["inbox", "--json"]);
  const lines = printed.out.trimEnd().split("\n");
  expect(answer?.lines.map(({ about: _, ...line }) => ({ ...line, account: null }))).toEqual(
    lines.map((line) => JSON.parse(line)),
  );
  expect(lines.length).toBeGreaterThan(1);
});

test("what the user has done and the server does not know is not told", async () => {
  const { asks, press, client, settles } = await offering();
  const before = await asks();
  client.network.line("silent");
  press("e");
  expect(await asks()).toEqual(before);
  client.network.line("well");
  await settles();
});

test("without a connection, and on a slow line, the verb asks the server itself", async () => {
  const { asks, client, store, clock } = await offering();
  changeScreen(store, (screen) => ({
    ...screen,
    preferences: { ...screen.preferences, lean: true },
  }));
  expect(await asks()).toBeUndefined();
  changeScreen(store, (screen) => ({
    ...screen,
    preferences: { ...screen.preferences, lean: false },
  }));
  expect(await asks()).toBeDefined();
  client.network.plug(false);
  await clock.pass("1 min");
  expect(await asks()).toBeUndefined();
});

test("another key, and another account, get no answer", async () => {
  const { asks } = await offering();
  expect(await asks({ ...owner, key: "x".repeat(32) })).toBeUndefined();
  expect(await asks({ ...owner, email: "bo@small.example" })).toBeUndefined();
  expect(await asks()).toBeDefined();
});

test("a key that was stored since the start is the account's, too", async () => {
  const { asks, stores } = await offering();
  const renewed = { ...owner, key: "n".repeat(32) };
  expect(await asks(renewed)).toBeUndefined();
  stores(renewed.key);
  expect(await asks(renewed)).toBeDefined();
  expect(await asks()).toBeDefined();
});

test("another version and another question get no answer", async () => {
  const { places, asks } = await offering();
  const says = async (request: unknown) => {
    const line = connect(socketPath(places, owner));
    line.write(`${JSON.stringify(request)}\n`);
    return text(line);
  };
  for (const request of [
    null,
    7,
    [],
    {},
    { protocol: 1, version },
    { protocol: 1, version, keyHash: owner.key, question: inbox },
    { protocol: 1, version, keyHash: null, question: { kind: "toString" } },
  ])
    expect(await says(request)).toBe("");
  expect(await asks()).toBeDefined();
});

test("a program that says something else is not believed", async () => {
  const { places, end } = await offering();
  await end();
  expect(await askRunning(places, owner, inbox, () => true)).toBeUndefined();
});

/** An offering client that is asked to show places. */
async function showing() {
  const shown: string[] = [];
  const small = await offering((name) => shown.push(name));
  const opens = (...words: readonly string[]) =>
    askRunning(small.places, owner, { kind: "open", words }, ({ kind }) => kind.length > 0);
  const place = () => {
    const now = small.store.getState().screen.place;
    return now.kind === "narrow" ? narrowKey(now.narrow) : now.kind;
  };
  return { ...small, shown, opens, place };
}

test("a place is shown as by a key, in its account", async () => {
  const { opens, place, shown, press } = await showing();
  expect(await opens("#general > hello")).toEqual({ kind: "shown" });
  expect(place()).toBe(narrowKey(hello));
  expect(shown).toEqual(["work"]);
  // As a key would, it can be left again.
  press("Esc");
  expect(place()).not.toBe(narrowKey(hello));
});

test("a place that does not exist is told to whoever asked, and nothing is shown", async () => {
  const { opens, store, shown } = await showing();
  const before = store.getState().screen;
  expect(await opens("#nowhere > at all")).toEqual({
    kind: "unknown",
    sentence: expect.stringMatching(/nowhere/),
  });
  expect(await opens("999999")).toMatchObject({ kind: "unknown" });
  expect(await opens("two", "places")).toBeUndefined();
  expect(await opens(...([7, null] as never[]))).toBeUndefined();
  expect(store.getState().screen).toBe(before);
  expect(shown).toEqual([]);
});

test("what is being typed, a dialog and a sequence of keys are left as they are", async () => {
  const { opens, store, shown, press, type } = await showing();
  const isLeft = async () => {
    const before = store.getState().screen;
    expect(await opens("#general > hello")).toEqual({ kind: "busy" });
    expect(store.getState().screen).toBe(before);
  };
  press("r");
  type("half a sent");
  await isLeft();
  press("Esc", "?");
  await isLeft();
  press("Esc", "g");
  await isLeft();
  expect(shown).toEqual([]);
});
