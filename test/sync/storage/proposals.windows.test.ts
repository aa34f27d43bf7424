/** What a program proposes, in two windows of the account. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { watchLists } from "#commands/lists/lists.ts";
import { composerEditor } from "#store/composer.ts";
import { accountFile } from "../../support/account-file.ts";
import { startClient } from "../../support/client.ts";
import { fakeClock } from "../../support/clock.ts";
import { quickFolder } from "../../support/folder.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { noDesktop, noViewport } from "../../support/no-ports.ts";
import { propose } from "../../support/proposals.ts";
import { startRealm } from "../../support/realm.ts";
import { stoppable } from "../../support/stoppable.ts";

async function start() {
  const clock = fakeClock();
  const { realm } = startRealm({ clock });
  const file = accountFile(join(quickFolder(), "state.db"));
  let opened = 0;
  const open = async () => {
    opened += 1;
    const name = `window ${opened}`;
    const process = stoppable(clock);
    const storage = file.openFor(process, name);
    const client = startClient({ clock, realm, name, process, storage });
    const { store } = client;
    watchLists(store);
    const press = keyPresser(store, noViewport, noDesktop, clock);
    await clock.pass("5 s");
    press("g", "o");
    return {
      store,
      press,
      stop: process.stop,
      resume: process.resume,
      waiting: () => store.getState().journal.proposals.size,
      toast: () => store.getState().screen.toast?.text,
      composer: () => composerEditor(store.getState().screen).text,
      posts: () => client.network.sent.filter((call) => /^POST \/messages$/.test(call)).length,
      kill: () => {
        process.stop();
        file.kill(name);
      },
    };
  };
  const [one, other] = [await open(), await open()];
  propose(one.store, "p1", clock.now(), "All green.");
  await clock.pass("30 s");
  expect([one.waiting(), other.waiting()]).toEqual([1, 1]);
  const posts = () => one.posts() + other.posts();
  return { clock, one, other, posts, open };
}

test("what two windows approve before they know of each other is sent once", async () => {
  const { clock, one, other, posts } = await start();
  one.press("e");
  other.press("e");
  await clock.pass("1 min");
  expect([posts(), one.waiting(), other.waiting()]).toEqual([1, 0, 0]);
});

test("a window that was stopped meanwhile does not send again what another one has sent", async () => {
  const { clock, one, other, posts } = await start();
  other.stop();
  one.press("e");
  await clock.pass("1 h");
  other.press("e");
  other.resume();
  await clock.pass("1 min");
  expect([posts(), other.waiting()]).toEqual([1, 0]);
});

test("what was undone in a window is not sent by another one that approves it, too", async () => {
  const { clock, one, other, posts } = await start();
  one.press("e", "u");
  other.press("e");
  await clock.pass("1 h");
  expect([posts(), one.composer(), other.waiting()]).toEqual([0, "All green.\n\nhalf a", 0]);
});

test("what was approved in a window that is killed is sent once, whichever comes after it", async () => {
  const { clock, one, other, posts, open } = await start();
  one.press("e");
  await clock.pass("1 s");
  one.kill();
  other.press("e");
  const third = await open();
  await clock.pass("5 min");
  expect([posts() + third.posts(), other.waiting(), third.waiting()]).toEqual([1, 0, 0]);
});

test.each([
  ["sent", ["e"], "1 min"],
  ["undone", ["e", "u"], "1 s"],
])(
  "what another window has approved and %s is not said to be sent, once its drop is undone",
  async (_, keys, span) => {
    const { clock, one, other, posts } = await start();
    one.press("D");
    other.press(...keys);
    await clock.pass(span);
    const before = posts();
    one.press("u", "e");
    await clock.pass("1 s");
    expect(one.toast()).toBe(
      "Another window has approved it, or undone that: nothing is done from here.",
    );
    await clock.pass("5 min");
    expect([posts(), one.waiting(), one.store.getState().journal.intents.size]).toEqual([
      before,
      0,
      0,
    ]);
  },
);
