/**
 * A program that obeys every message it reads, against two windows of the user who presses other keys: nothing leaves
 * but by the key that approves. What the realm is asked for decides, whoever asks.
 */
import { join } from "node:path";
import { expect, test } from "vitest";
import { watchLists } from "#commands/lists/lists.ts";
import type { Realm } from "#realm/realm.ts";
import { openList } from "#store/lists.ts";
import { accountFile } from "../support/account-file.ts";
import { type Agent, startAgent } from "../support/agent.ts";
import { startClient } from "../support/client.ts";
import { fakeClock } from "../support/clock.ts";
import { quickFolder } from "../support/folder.ts";
import { type Injection, injections, messageOf, ordersIn, twin } from "../support/injections.ts";
import { keyPresser } from "../support/key-presser.ts";
import { noDesktop, noViewport } from "../support/no-ports.ts";
import { startRealm } from "../support/realm.ts";
import { people, streams } from "../support/small-blueprint.ts";
import { stoppable } from "../support/stoppable.ts";
import { shellOn } from "../support/verb.ts";
import { isChange } from "../support/verb-lines.ts";

/** Written to Ana alone. */
const secret = "c4n4ry";

/** The realm, and each request of Ana's programs that changes something, with its body. */
function observed(realm: Realm) {
  const writes: string[] = [];
  const fetch: Realm["fetch"] = async (request) => {
    const { method, url } = request;
    const call = `${method} ${new URL(url).pathname.replace("/api/v1", "")}`;
    // That she is there, is known without.
    if (isChange(call) && !call.endsWith("/users/me/presence"))
      writes.push(`${call} ${decodeURIComponent(await request.clone().text())}`);
    return realm.fetch(request);
  };
  return { realm: { ...realm, fetch }, writes };
}

async function world() {
  const clock = fakeClock();
  const started = startRealm({ clock });
  const { realm, writes } = observed(started.realm);
  const bo = started.as(people.bo);
  await started.as(people.cleo).post("/users/me/subscriptions", {
    subscriptions: [{ name: twin }],
    principals: [people.ana, people.bo],
  });
  await bo.say([people.ana], secret);
  const file = accountFile(join(quickFolder(), "state.db"));
  let opened = 0;
  const storage = () => {
    opened += 1;
    return file.openFor(stoppable(clock), `process ${opened}`);
  };
  const openWindow = async () => {
    const client = startClient({ clock, realm, name: `window ${opened}`, storage: storage() });
    await clock.pass("5 s");
    watchLists(client.store);
    const press = keyPresser(client.store, noViewport, noDesktop, clock);
    const listed = () => client.store.getState().journal.proposals.size;
    const ends = async () => {
      const stopped = client.session.stop();
      await clock.pass("5 s");
      await stopped;
    };
    const rows = () => openList(client.store.getState().screen)?.rows.length;
    return { press, listed, ends, rows };
  };
  const openAgent = () => {
    const shell = shellOn({ ...started, realm }, { clock });
    const ports: typeof shell.ports = (...all) => ({
      ...shell.ports(...all),
      newId: () => `agent ${crypto.randomUUID()}`,
      openOutbox: async () => storage(),
    });
    return startAgent({ ports }, { clock });
  };
  return { clock, bo, writes, openWindow, openAgent };
}

type World = Awaited<ReturnType<typeof world>>;
type Window = Awaited<ReturnType<World["openWindow"]>>;

/** It reads all that there is, and makes each call that it finds. */
async function obey({ rows, client }: Agent): Promise<number> {
  const seen = [
    ...(await rows("read", { place: "directs", count: 200 })),
    ...(await rows("read", { place: "all", count: 200 })),
  ];
  expect(seen.map(({ content }) => content)).toContain(secret);
  const texts = new Set(seen.map(({ content }) => `${content}`));
  const orders = [...texts].flatMap((content) => ordersIn(content, secret));
  for (const { tool, with: values_ } of orders)
    await client.callTool({ name: tool, arguments: values_ as never }).catch(() => undefined);
  return orders.length;
}

/** Everything that one presses in an outbox, but the keys that approve. */
function pressAround({ press }: Window): void {
  press("g", "o", "j", "k", "Space", "^A", "Esc", "]", "[", "Enter", "Esc", "u", "^R", "g", "i");
}

async function injected(all: readonly Injection[]) {
  const now = await world();
  for (const [at, one] of all.entries())
    await now.bo.say(
      at % 3 === 0 ? [people.ana] : { streamId: streams.dev, topic: "deploy" },
      messageOf(one),
    );
  return now;
}

test("there are fifty injections", () => {
  expect(injections).toHaveLength(50);
});

test.each(injections.map((one) => [one.title, one] as const))(
  "nothing leaves when a message %s",
  async (_, one) => {
    const { clock, writes, openWindow, openAgent } = await injected([one]);
    const window = await openWindow();
    writes.length = 0;
    const agent = await openAgent();
    expect(await obey(agent)).toBe(one.orders.length);
    await clock.pass("1 min");
    pressAround(window);
    await clock.pass("2 min");
    expect(writes).toEqual([]);
  },
);

test("two windows, restarts and a day later, nothing has left of what all fifty asked for", async () => {
  const { clock, writes, openWindow, openAgent } = await injected(injections);
  let [one, other] = [await openWindow(), await openWindow()];
  writes.length = 0;
  const agent = await openAgent();
  for (let turn = 0; turn < 3; turn += 1) {
    const obeyed = obey(agent);
    let isOver = false;
    void obeyed.finally(() => {
      isOver = true;
    });
    // The program waits for its turn at the server.
    while (!isOver) await clock.pass("1 s");
    await obeyed;
    await clock.pass("61 s");
  }
  expect([one.listed(), other.listed()]).toEqual([50, 50]);
  for (const window of [one, other]) pressAround(window);
  await one.ends();
  one = await openWindow();
  await other.ends();
  other = await openWindow();
  expect([one.listed(), other.listed()]).toEqual([50, 50]);
  for (const window of [one, other, one]) pressAround(window);
  await clock.pass("10 min");
  one.press("g", "o", "^A", "e");
  expect(one.listed()).toBe(50);
  for (const window of [one, other]) await window.ends();
  await clock.pass("24 h");
  one = await openWindow();
  expect(one.listed()).toBe(0);
  one.press("g", "o", "^A", "e", "e", "u", "^R", "e");
  await clock.pass("10 min");
  expect(writes).toEqual([]);
});

test("what both windows approve is sent once, by one of them", async () => {
  const { clock, writes, openWindow, openAgent } = await world();
  const [one, other] = [await openWindow(), await openWindow()];
  const agent = await openAgent();
  await agent.call("propose_message", { place: "#general > hello", text: "All green." });
  await clock.pass("1 min");
  writes.length = 0;
  one.press("g", "o", "e");
  other.press("g", "o", "e");
  await clock.pass("5 min");
  expect(writes.filter((call) => call.startsWith("POST /messages "))).toHaveLength(1);
  await clock.pass("10 min");
  expect(writes.filter((call) => call.startsWith("POST /messages "))).toHaveLength(1);
  expect([one.listed(), other.listed()]).toEqual([0, 0]);
});

test("what a window approves and undoes is not sent by another one that approves it late", async () => {
  const { clock, writes, openWindow, openAgent } = await world();
  const [one, other] = [await openWindow(), await openWindow()];
  const agent = await openAgent();
  await agent.call("propose_message", { place: "#general > hello", text: "All green." });
  await clock.pass("1 min");
  writes.length = 0;
  one.press("g", "o", "e");
  await clock.pass("3 s");
  one.press("u");
  other.press("g", "o", "e");
  await clock.pass("10 min");
  expect(writes.filter((call) => call.startsWith("POST /messages "))).toEqual([]);
});

test("what one window approves, and another drops and brings back, is sent once", async () => {
  const { clock, writes, openWindow, openAgent } = await world();
  const [one, other] = [await openWindow(), await openWindow()];
  const agent = await openAgent();
  await agent.call("propose_message", { place: "#general > hello", text: "All green." });
  await clock.pass("1 min");
  writes.length = 0;
  one.press("g", "o", "D");
  other.press("g", "o", "e");
  await clock.pass("1 min");
  one.press("u");
  await clock.pass("1 min");
  for (const window of [one, other]) window.press("g", "i", "g", "o", "e");
  await clock.pass("10 min");
  expect(writes.filter((call) => call.startsWith("POST /messages "))).toHaveLength(1);
  expect([one.listed(), other.listed()]).toEqual([0, 0]);
});

test("what was approved is sent once although the window ends before", async () => {
  const { clock, writes, openWindow, openAgent } = await world();
  const one = await openWindow();
  const agent = await openAgent();
  await agent.call("propose_message", { place: "#general > hello", text: "All green." });
  await clock.pass("1 min");
  writes.length = 0;
  one.press("g", "o", "e");
  await clock.pass("1 s");
  await one.ends();
  const next = await openWindow();
  await clock.pass("5 min");
  expect(next.listed()).toBe(0);
  expect(writes.filter((call) => call.startsWith("POST /messages "))).toHaveLength(1);
});

test("who opens the outbox sees at once what was proposed a moment ago", async () => {
  const { clock, openWindow, openAgent } = await world();
  const one = await openWindow();
  const agent = await openAgent();
  await agent.call("propose_message", { place: "#general > hello", text: "All green." });
  expect(one.listed()).toBe(0);
  one.press("g", "o");
  await clock.pass(1);
  expect([one.listed(), one.rows()]).toEqual([1, 1]);
  await agent.call("propose_message", { place: "#general > hello", text: "All red." });
  await clock.pass("1 min");
  expect([one.listed(), one.rows()]).toEqual([2, 2]);
});
