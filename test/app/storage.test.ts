/** Two windows of one account on one real file: each action is executed once, even if a window is stopped. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "#commands/tables/commands.ts";
import { uploadProblem } from "#commands/writing/uploading.ts";
import { conversationKey } from "#model/conversation.ts";
import { textOf } from "#store/composer.ts";
import { addIntents, retire } from "#store/store.ts";
import { type AccountFile, accountFile } from "../support/account-file.ts";
import { type Client, startClient } from "../support/client.ts";
import { fakeClock } from "../support/clock.ts";
import { folder } from "../support/folder.ts";
import { startRealm } from "../support/realm.ts";
import { before, deploy, hello } from "../support/small-client.ts";
import { type Stoppable, stoppable } from "../support/stoppable.ts";
import { full } from "../support/storage.ts";

type Window = Client & { readonly process: Stoppable };

/** Two connected windows with the same topic open. */
async function twoWindows() {
  const clock = fakeClock();
  const { realm } = startRealm({ clock });
  const file: AccountFile = accountFile(join(folder(), "state.db"));
  const open = (name: string): Window => {
    const process = stoppable(clock);
    const storage = file.openFor(process, name);
    return { ...startClient({ clock, realm, name, process, storage }), process };
  };
  const [a, b] = [open("a"), open("b")];
  await clock.pass("5 s");
  for (const window of [a, b]) window.open(deploy);
  await clock.pass("5 s");
  return { clock, file, a, b, realm, open };
}

const posts = ({ network }: Client) =>
  network.sent.filter((line) => line === "POST /messages").length;
const toast = ({ store }: Client) => store.getState().screen.toast?.text;

test("a queued send that another window took over is sent only by it, and removed from the first", async () => {
  const { clock, file, a, b } = await twoWindows();
  a.network.plug(false);
  a.send(deploy, "only once");
  await clock.pass("2 s");
  a.process.stop();
  await clock.pass("2 min");
  expect(b.rows(deploy)).toEqual([...before, "only once"]);
  a.network.plug(true);
  a.process.resume();
  await clock.pass("1 min");
  expect([posts(a), posts(b)]).toEqual([0, 1]);
  for (const window of [a, b]) expect(window.rows(deploy)).toEqual([...before, "only once"]);
  expect(textOf(a.store.getState(), conversationKey(deploy))).toBe("");
  expect(toast(a)).toMatch(/^Another weir process/);
  expect(file.intents()).toEqual([]);
});

test("a queued request that another window took over is not sent", async () => {
  const { clock, a, b, realm } = await twoWindows();
  realm.control.fault({ kind: "rate limit", method: "POST", path: "/messages", retryAfter: 50 });
  a.send(deploy, "claimed long ago");
  await clock.pass("10 s");
  expect(posts(a)).toBe(1);
  a.process.stop();
  await clock.pass("3 min");
  // It may have been sent, so the other window requires a decision.
  expect(b.pendingSends(deploy)).toMatchObject([{ phase: "undecided" }]);
  a.process.resume();
  await clock.pass("1 min");
  expect([posts(a), posts(b)]).toEqual([1, 0]);
  expect(a.rows(deploy)).toEqual(before);
});

test("a window suspended for less than its lease continues", async () => {
  const { clock, a, b } = await twoWindows();
  a.network.plug(false);
  a.send(deploy, "short break");
  await clock.pass("2 s");
  a.process.stop();
  await clock.pass("25 s");
  a.network.plug(true);
  a.process.resume();
  await clock.pass("1 min");
  expect([posts(a), posts(b)]).toEqual([1, 0]);
  expect(toast(a)).toBeUndefined();
});

test("an intent that cannot be stored is not sent once another window holds it", async () => {
  const { clock, file, a, b } = await twoWindows();
  a.network.plug(false);
  a.send(deploy, "only once");
  await clock.pass("2 s");
  a.process.stop();
  await clock.pass("2 min");
  file.fail(full);
  a.network.plug(true);
  a.process.resume();
  await clock.pass("20 s");
  expect([posts(a), posts(b)]).toEqual([0, 1]);
});

test("a message that another window has taken over cannot be discarded here, with a toast", async () => {
  const { clock, a, b, realm } = await twoWindows();
  realm.control.fault({ kind: "drop before", method: "POST", path: "/messages" });
  const id = a.send(deploy, "undecided");
  await clock.pass("40 s");
  expect(a.pendingSends(deploy)).toMatchObject([{ phase: "undecided" }]);
  a.process.stop();
  await clock.pass("2 min");
  expect(b.pendingSends(deploy)).toMatchObject([{ phase: "undecided" }]);
  a.process.resume();
  retire(a.store, [id]);
  await clock.pass("1 s");
  expect(toast(a)).toMatch(/^Another weir process/);
  expect(b.pendingSends(deploy)).toMatchObject([{ phase: "undecided" }]);
  await clock.pass("1 min");
  expect([...a.store.getState().journal.intents]).toEqual([]);
});

test.each(["sends", "empties"])(
  "a window that %s its draft leaves the newer one of another window on disk",
  async (ends) => {
    const { clock, file, a, b, open } = await twoWindows();
    for (const window of [a, b]) window.network.plug(false);
    a.types(hello, "A's words");
    await clock.pass("2 s");
    b.types(hello, "newer words of B's");
    await clock.pass("2 s");
    if (ends === "sends") a.send(hello, "A's words");
    else a.types(hello, "");
    await clock.pass("2 s");
    b.process.stop();
    file.kill("b");
    const next = open("next");
    await clock.pass("2 s");
    expect(textOf(next.store.getState(), conversationKey(hello))).toBe("newer words of B's");
  },
);

test("a file that another window uploads is not marked as failed until that window has exited", async () => {
  const { clock, file, a, b, realm } = await twoWindows();
  const placeholder = "[Uploading a.txt…]()";
  const problem = () => uploadProblem(b.store.getState(), { commands, overrides: {} }, placeholder);
  realm.control.fault({ kind: "delay", method: "POST", path: "/user_uploads", delayMs: 50_000 });
  a.types(hello, placeholder);
  addIntents(a.store, { clock, newId: a.newId }, [
    { kind: "upload", name: "a.txt", from: { text: "words" }, size: 5, placeholder },
  ]);
  await clock.pass("10 s");
  expect(textOf(b.store.getState(), conversationKey(hello))).toBe(placeholder);
  expect(problem()).toBe("a.txt is still uploading in another window.");
  a.process.stop();
  file.kill("a");
  await clock.pass("61 s");
  expect(textOf(b.store.getState(), conversationKey(hello))).toMatch(/^\[a\.txt\]\(/);
  expect(problem()).toMatch(/^a\.txt was not uploaded/);
});

test("values are read by what their keys begin with", async () => {
  const process = stoppable(fakeClock());
  const storage = accountFile(join(folder(), "state.db")).openFor(process, "a");
  await storage.putValue("names", ["long"]);
  await storage.putValue("view:one", 1);
  expect([...(await storage.values("view:"))]).toEqual([["view:one", 1]]);
  expect((await storage.values()).size).toBe(2);
});
