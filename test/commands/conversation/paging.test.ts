/** Space in a conversation: pages, says at the end where it goes on, and goes there at a separate press. */
import { expect, test } from "vitest";
import { conversationKey } from "#model/conversation.ts";
import { unreadCountOf } from "#model/select/conversations.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { noDesktop } from "../../support/no-ports.ts";
import { showScreen } from "../../support/screen.tsx";
import { deploy, hello, inDeploy, startSmall } from "../../support/small-client.ts";

/** The whole of `deploy` is on the screen, and something is unread there and in another conversation. */
async function atTheEnd() {
  const world = await startSmall();
  const { store, clock, bo } = world;
  await bo.say(streamOf(hello), "over here");
  await clock.pass("5 s");
  const screen = await showScreen(store, { clock, columns: 120 });
  const press = keyPresser(store, screen.ui.viewport, noDesktop, clock);
  const presses = async (...strokes: string[]) => {
    press(...strokes);
    await screen.settles();
  };
  await presses("k");
  const place = () => {
    const { place: now } = store.getState().screen;
    return now.kind === "narrow" && now.narrow.kind === "topic" ? now.narrow.topic : now.kind;
  };
  const unread = () => unreadCountOf(store.getState().view, conversationKey(deploy));
  return { ...world, screen, presses, place, unread, told: () => world.toast() };
}

const streamOf = (address: typeof hello) =>
  address.kind === "topic" ? { streamId: address.streamId, topic: address.topic } : inDeploy;

test("at the end Space says what the next press does, the footer too, and only that press does it", async () => {
  const { clock, screen, presses, place, unread, told } = await atTheEnd();
  const before = unread();
  expect(screen.footer.shows("Space done, next…")).toBe(true);
  await presses("Space");
  expect(told()).toMatch(/^End\. Space again: done, and on to .+/);
  expect(screen.footer.shows("Space done, next ")).toBe(true);
  expect([place(), unread()]).toEqual(["deploy", before]);
  await clock.pass("1 s");
  await presses("Space");
  expect(place()).not.toBe("deploy");
  expect([unread(), told()]).toEqual([0, expect.stringMatching(/^Done #dev › deploy/)]);
  screen.ends();
});

test("a held Space stays at the end, however long, and a press after it goes on", async () => {
  const { clock, screen, presses, place } = await atTheEnd();
  await presses("Space");
  await clock.pass("0.6 s");
  for (let at = 0; at < 40; at += 1) {
    await presses("Space");
    await clock.pass("0.05 s");
  }
  expect(place()).toBe("deploy");
  await clock.pass("1 s");
  await presses("Space");
  expect(place()).not.toBe("deploy");
  screen.ends();
});

test.each([
  ["another key", async ({ presses }: World) => presses("k")],
  ["ten seconds", async ({ clock }: World) => clock.pass("11 s")],
  ["a message that arrived", async ({ bo }: World) => bo.say(inDeploy, "one more thing")],
])("after %s Space says it again instead of going", async (_, happens) => {
  const world = await atTheEnd();
  const { clock, screen, presses, place, told } = world;
  await presses("Space");
  await happens(world);
  await clock.pass("2 s");
  await screen.settles();
  await presses("Space");
  expect([place(), told()]).toEqual(["deploy", expect.stringMatching(/^End\. Space again/)]);
  screen.ends();
});

type World = Awaited<ReturnType<typeof atTheEnd>>;

test("what has arrived since the last key is not among what e marks, and is said", async () => {
  const { clock, screen, presses, unread, bo, told } = await atTheEnd();
  const before = unread();
  await bo.say(inDeploy, "just now");
  await clock.pass("2 s");
  expect(unread()).toBe(before + 1);
  await presses("e");
  expect(unread()).toBe(1);
  expect(told()).toBe(`Done #dev › deploy (${before}); 1 came in since your last key`);
  screen.ends();
});

test("where all has arrived since the last key, e says so, and marks it at the next press", async () => {
  const { clock, client, screen, presses, place, unread, bo, told } = await atTheEnd();
  await presses("e");
  client.open(deploy);
  await bo.say(inDeploy, "just now");
  await clock.pass("2 s");
  await presses("e");
  expect([place(), unread()]).toEqual(["deploy", 1]);
  expect(told()).toBe("1 came in since your last key; e again marks them.");
  await presses("e");
  expect(unread()).toBe(0);
  screen.ends();
});

test("the footer says how many of what e marks are below the screen, and the title what is below it", async () => {
  const { clock, screen, presses, bo } = await atTheEnd();
  for (let at = 0; at < 30; at += 1) await bo.say(inDeploy, `line ${at}`);
  await clock.pass("5 s");
  await presses("g", "g");
  await presses("k");
  const [, count] = /e done, (\d+) below/.exec(screen.footer.lines().join("")) ?? [];
  const shown = screen.pane.lines().filter((line) => /line \d+/.test(line)).length;
  expect(Number(count)).toBe(30 - shown);
  screen.ends();
});
