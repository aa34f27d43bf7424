/** A disk that rejects writes: requests do not wait for it, and rejected writes are retried. */
import { expect, onTestFinished, test } from "vitest";
import { conversationKey } from "#model/conversation.ts";
import { changeScreen } from "#store/store.ts";
import { startClient } from "../../support/client.ts";
import { showScreen } from "../../support/screen.tsx";
import { before, deploy, hello, startSmall } from "../../support/small-client.ts";
import { full } from "../../support/storage.ts";

type Small = Awaited<ReturnType<typeof startSmall>>;

const posts = ({ client }: Small) =>
  client.network.sent.filter((line) => line === "POST /messages").length;
const unsaved = ({ store }: Small) => [...store.getState().session.unsaved];
const stored = ({ client }: Small) =>
  [...client.disk.intents.values()].map(({ phase, action }) => [action.kind, phase]);

/** Delays the answer to the next send. */
const delayAnswer = ({ control }: Small, delayMs: number) =>
  control.fault({ kind: "hang", path: "/messages", method: "POST", delayMs });

test("a full disk delays no send: it is sent, and unsaved until there is space, as the toast says", async () => {
  const world = await startSmall();
  const { client, clock, store, rows } = world;
  delayAnswer(world, 14_000);
  client.disk.fail(full);
  const id = client.send(deploy, "precious");
  await clock.pass("1 s");
  expect(posts(world)).toBe(1);
  expect(rows()).toEqual([...before, "precious (sending)"]);
  expect(unsaved(world)).toContain(id);
  expect(store.getState().screen.toast).toMatchObject({ text: full.sentence, tone: "error" });
  client.disk.fail(undefined);
  await clock.pass("5 s");
  expect(unsaved(world)).toEqual([]);
  const saved = { text: "Saved to disk again.", tone: "done" };
  expect(store.getState().screen.toast).toMatchObject(saved);
  expect(stored(world)).toEqual([["send", "sending"]]);
  await clock.pass("20 s");
  expect(rows()).toEqual([...before, "precious"]);
  expect(client.disk.intents.size).toBe(0);
});

test("what the notice says of the disk is no toast as well, and is over with the first write", async () => {
  const sentence = "Nothing is saved to disk: weir's folder cannot be written to.";
  const { client, store, clock, toast } = await startSmall({}, { notice: sentence });
  client.disk.fail({ kind: "read-only", sentence });
  client.types(deploy, "a thought");
  await clock.pass("10 s");
  expect([toast(), store.getState().session.notice]).toEqual([undefined, sentence]);
  client.disk.fail(undefined);
  await clock.pass("10 s");
  expect([toast(), store.getState().session.notice]).toEqual(["Saved to disk again.", undefined]);
});

test("while the disk refuses a draft its composer says so, whatever else is said", async () => {
  const { client, clock } = await startSmall();
  const { store } = client;
  client.open(deploy);
  const screen = await showScreen(store, { columns: 80, rows: 24 });
  onTestFinished(screen.ends);
  const says = async () => {
    await screen.settles();
    return screen.composer.shows("not saved to disk");
  };
  client.disk.fail(full);
  client.types(deploy, "a long thought");
  await clock.pass("3 s");
  expect(await says()).toBe(true);
  changeScreen(store, (now) => ({ ...now, toast: undefined }));
  expect(await says()).toBe(true);
  client.disk.fail(undefined);
  await clock.pass("6 s");
  expect(await says()).toBe(false);
});

test("a send whose second attempt cannot be stored is sent, and so are later ones", async () => {
  const world = await startSmall();
  const { client, clock, rows } = world;
  client.network.plug(false);
  client.send(deploy, "one");
  await clock.pass("2 s");
  client.disk.fail(full);
  client.network.plug(true);
  await clock.pass("1 min");
  client.send(deploy, "two");
  await clock.pass("5 s");
  expect(rows()).toEqual([...before, "one", "two"]);
  expect(posts(world)).toBe(2);
});

test("a send delivered while the disk was full is removed from it later, and not repeated by the next run", async () => {
  const world = await startSmall();
  const { client, clock, realm } = world;
  client.network.plug(false);
  client.send(deploy, "once");
  await clock.pass("2 s");
  expect(stored(world)).toEqual([["send", "waiting"]]);
  client.disk.fail(full);
  client.network.plug(true);
  await clock.pass("1 min");
  client.disk.fail(undefined);
  await clock.pass("6 s");
  client.disk.crash();
  client.network.plug(false);
  const next = startClient({ clock, realm, disk: client.disk, name: "next" });
  await clock.pass("10 s");
  next.open(deploy);
  await clock.pass("10 s");
  expect(next.rows(deploy)).toEqual([...before, "once"]);
});

test("the first successful write also writes the rejected ones", async () => {
  const world = await startSmall();
  const { client, clock } = world;
  client.network.plug(false);
  client.disk.fail(full);
  const id = client.send(deploy, "waits");
  await clock.pass("7 s");
  expect(unsaved(world)).toContain(id);
  client.disk.fail(undefined);
  client.types(hello, "a draft");
  await clock.pass(600);
  expect(unsaved(world)).toEqual([]);
  expect(stored(world)).toEqual([["send", "waiting"]]);
});

test("after a full disk only the newest state of each row is written", async () => {
  const world = await startSmall();
  const { client, clock } = world;
  client.disk.fail(full);
  client.types(hello, "first");
  await clock.pass("2 s");
  client.types(hello, "second");
  await clock.pass("2 s");
  client.disk.fail(undefined);
  await clock.pass("5 s");
  expect(client.disk.drafts.get(conversationKey(hello))?.text).toBe("second");
});

test("unsaved texts are told at exit, before the server answers: drafts, and sends that may not have arrived", async () => {
  const world = await startSmall();
  const { client, clock, control } = world;
  client.disk.fail(full);
  control.fault({ kind: "drop before", path: "/messages", method: "POST" });
  client.send(deploy, "lost on the way");
  client.send(deploy, "waits behind it");
  client.types(hello, "a draft");
  await clock.pass("3 s");
  control.fault({ kind: "hang", path: "/events", method: "DELETE", delayMs: 30_000 });
  let left: unknown;
  void client.session.stop((texts) => {
    left = texts;
  });
  await clock.pass("1 s");
  expect(left).toEqual([
    { text: "a draft", sent: "no" },
    { text: "lost on the way", sent: "maybe" },
    { text: "waits behind it", sent: "no" },
    // The one that was there before, and is no longer written.
    { changes: ["A draft was sent or deleted; the next start has it again"], sent: "no" },
  ]);
});

test("an error other than a rejected write has a different toast", async () => {
  const world = await startSmall();
  const { client, clock, store } = world;
  client.disk.fail(new TypeError("Cannot read properties of undefined"));
  client.types(hello, "typed");
  await clock.pass("1 s");
  expect(store.getState().screen.toast?.text).toMatch(/^Saved text could not .*log/);
});
