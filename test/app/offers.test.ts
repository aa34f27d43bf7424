/** What a running weir answers over a real socket, and what it leaves to the server. */
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { askRunning } from "#app/local-protocol.ts";
import { createOffers } from "#app/offers.ts";
import { version } from "#app/version.ts";
import { silent } from "#base/log.ts";
import { folders, socketPath } from "#host/paths.ts";
import { changeScreen } from "#store/store.ts";
import { folder } from "../support/folder.ts";
import { inDeploy, startSmall } from "../support/small-client.ts";
import { shellOn } from "../support/verb.ts";

const owner = { site: "http://realm.test", email: "ana@small.example", key: "k".repeat(32) };

const inbox = { kind: "inbox" } as const;

/** A client that offers its account, once it does. */
async function offering() {
  const small = await startSmall();
  const places = folders({}, folder());
  const ports = { folders: places, clock: small.clock, log: silent };
  const end = createOffers(ports)({ name: "work", owner, store: small.store });
  onTestFinished(end);
  const asks = (as = owner) => askRunning(places, as, inbox, ({ lines }) => Array.isArray(lines));
  await expect.poll(() => asks()).toBeDefined();
  return { ...small, places, end, asks };
}

test("what is answered is what the verb would print", async () => {
  const { realm, bo, settles, asks } = await offering();
  await bo.say(inDeploy, "@**Ana Ruiz** once more");
  await settles();
  const answer = await asks();
  const shell = shellOn({ realm }, { email: owner.email });
  const printed = await shell.run(["inbox", "--json"]);
  const lines = printed.out.trimEnd().split("\n");
  expect(answer?.lines.map((line) => ({ ...line, account: null }))).toEqual(
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
