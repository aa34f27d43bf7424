/** Sends without an answer, from the server to the screen: they do not block later sends, and are visible everywhere. */
import { expect, onTestFinished, test } from "vitest";
import { sorted } from "#base/sorted.ts";
import { watchLists } from "#commands/lists/lists.ts";
import type { Address } from "#journal/intent.ts";
import { isUnread } from "#model/unreads.ts";
import { retire } from "#store/store.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { showScreen, type TestScreen } from "../../support/screen.tsx";
import { people, streams } from "../../support/small-blueprint.ts";
import { deploy, elsewhere, startSmall } from "../../support/small-client.ts";
import { full } from "../../support/storage.ts";

type Small = Awaited<ReturnType<typeof startSmall>>;

async function onScreen(world: Small, rows = 24) {
  const screen = await showScreen(world.store, { clock: world.clock, columns: 110, rows });
  onTestFinished(watchLists(world.store));
  onTestFinished(screen.ends);
  return { screen, press: keyPresser(world.store, screen.ui.viewport) };
}

/** The header after a span of time. */
async function headerAfter({ clock }: Small, screen: TestScreen, span: string): Promise<string> {
  await clock.pass(span);
  await screen.settles();
  return screen.header.lines().join("").trim().replace(/\s+/g, " ");
}

test("if the first of 25 messages is lost, 24 are sent, and the lost one keeps its place and is shown on every screen", async () => {
  const world = await startSmall();
  const { client, control, store } = world;
  const { screen, press } = await onScreen(world);
  control.fault({ kind: "drop before", path: "/messages", method: "POST" });
  for (let at = 0; at < 25; at += 1) client.send(deploy, `word ${at}`);
  expect(await headerAfter(world, screen, "10 s")).toContain("live · 25 waiting ");
  press("Esc", "G");

  const header = await headerAfter(world, screen, "40 s");
  expect(header).toContain("live · 1 needs a decision ");
  expect(header).not.toContain("waiting");
  const stored = [...world.realm.control.server.state.messages.byId.values()];
  expect(stored.filter(({ content }) => content.startsWith("word")).length).toBe(24);
  // It is scrolled away, and marked in the sidebar.
  expect(screen.pane.shows("word 24")).toBe(true);
  expect(screen.pane.shows("word 0")).toBe(false);
  expect(screen.sidebar.shows("? deploy")).toBe(true);

  press("g", "i");
  await screen.settles();
  expect(screen.footer.shows("N needs you")).toBe(true);
  expect(screen.pane.lines().slice(1, 3)).toEqual([
    expect.stringContaining("NEEDS YOU"),
    expect.stringMatching(/\? .*deploy +a message may not have arrived/),
  ]);
  press("N");
  await screen.settles();
  expect(screen.pane.shows("word 0")).toBe(true);
  const lines = screen.pane.lines();
  const at = (text: string) => lines.findIndex((line) => line.trim().endsWith(text));
  expect(lines.at(at("word 0") + 1)).toMatch(/\? No response.*Enter decide/);
  expect(at("word 1")).toBeGreaterThan(at("word 0"));

  press("Enter");
  await screen.settles();
  expect(screen.whole.shows("This message may have arrived")).toBe(true);
  press("d");
  expect(await headerAfter(world, screen, "1 s")).not.toContain("needs a decision");
  expect(store.getState().journal.intents.size).toBe(0);
  expect(screen.sidebar.shows("? deploy")).toBe(false);
});

test("N goes to the next message that needs a decision, and back to one in the open conversation", async () => {
  const world = await startSmall();
  const { client, control } = world;
  const { screen, press } = await onScreen(world);
  await world.ana.post("/mark_all_as_read");
  const nowhere: Address = { kind: "topic", streamId: 999 as StreamId, topic: "nowhere" };
  control.fault({ kind: "drop before", path: "/messages", method: "POST" });
  for (let at = 0; at < 20; at += 1) client.send(deploy, `word ${at}`);
  client.send(nowhere, "to nobody");
  expect(await headerAfter(world, screen, "40 s")).toContain("live · 2 need a decision ");
  press("Esc", "G", "N");
  await screen.settles();
  expect(screen.pane.shows("✗ failed")).toBe(true);
  press("N");
  await screen.settles();
  expect(screen.pane.shows("? No response")).toBe(true);
  press("Esc", "G");
  await screen.settles();
  expect(screen.pane.shows("? No response")).toBe(false);
  const [failed] = client.pendingSends(nowhere);
  retire(world.store, failed ? [failed.id] : []);
  press("N");
  await screen.settles();
  expect(screen.pane.shows("? No response")).toBe(true);
});

test("a send that the disk rejected is marked as unsaved until it is written", async () => {
  const world = await startSmall();
  const { client } = world;
  const { screen } = await onScreen(world);
  client.network.plug(false);
  client.disk.fail(full);
  client.send(deploy, "nowhere but here");
  expect(await headerAfter(world, screen, "10 s")).toContain(
    "offline · 1 waiting · not saved to disk ",
  );
  expect(screen.pane.shows("⇡ queued · not saved to disk")).toBe(true);
  client.disk.fail(undefined);
  expect(await headerAfter(world, screen, "5 s")).not.toContain("not saved");
  expect(screen.pane.shows("⇡ queued")).toBe(true);
  expect(screen.pane.shows("not kept")).toBe(false);
});

test("a toast names the conversation where the server ignored a part of an undo", async () => {
  const { clock, act, undo, control, toast, open, store } = await startSmall({ level: 354 });
  const [inDev, direct] = [108 as MessageId, 110 as MessageId];
  act({ kind: "read", op: "add", ids: sorted([inDev, direct]) });
  await clock.pass("2 s");
  control.unsubscribe({ userId: people.ana, streamId: streams.dev });
  await clock.pass("2 s");
  undo();
  await clock.pass("20 s");
  expect(toast()).toBe("The server left a message read in #dev › deploy.");
  expect(isUnread(store.getState().replica.unreads, direct)).toBe(true);
  expect(open()).toBe(0);
});

test("messages that stay read, because their stream was left, are taken back at the answer, by name", async () => {
  const { clock, act, undo, control, toast, open, store, sent } = await startSmall({ level: 355 });
  const [inDev, direct] = [108 as MessageId, 110 as MessageId];
  act({ kind: "read", op: "add", ids: sorted([inDev, direct]) });
  await clock.pass("2 s");
  control.unsubscribe({ userId: people.ana, streamId: streams.dev });
  await clock.pass("2 s");
  control.fault({ kind: "delay", path: "/events", delayMs: 60_000, times: 9 });
  undo();
  const isShown = () => isUnread(store.getState().view.unreads, inDev);
  expect(isShown()).toBe(true);
  await clock.pass("1 s");
  expect([isShown(), sent(/flags/), toast()]).toEqual([
    false,
    2,
    "Messages in #dev stay read: you are not subscribed.",
  ]);
  await clock.pass("20 s");
  expect(isUnread(store.getState().replica.unreads, direct)).toBe(true);
  expect(open()).toBe(0);
});

test("an event that is late because polls are limited is waited for", async () => {
  const { clock, client, act, control, toast, store, sent } = await startSmall();
  control.fault({ kind: "delay", path: "/events", delayMs: 12_000 });
  client.session.poke();
  await clock.pass(10);
  act({ kind: "read", op: "add", ids: sorted([108 as MessageId]) });
  let wasUnread = false;
  store.subscribe(({ view }) => {
    wasUnread ||= isUnread(view.unreads, 108 as MessageId);
  });
  await clock.pass("30 s");
  expect([sent(/flags/), wasUnread, toast()]).toEqual([1, false, undefined]);
});

test("while the server fails, answered intents are checked by one request at growing intervals", async () => {
  const { clock, client, store, control } = await startSmall();
  for (let n = 0; n < 8; n += 1) client.send(elsewhere, `without an event ${n}`);
  control.fault({ kind: "bad gateway", path: "/messages", method: "GET", times: 10_000 });
  await clock.pass("10 s");
  const before = client.network.sent.length;
  await clock.pass("30 min");
  const checks = client.network.sent.slice(before).filter((line) => line === "GET /messages");
  expect(checks.length).toBeGreaterThan(3);
  expect(checks.length).toBeLessThan(40);
  control.clearFaults();
  await clock.pass("15 min");
  expect(store.getState().journal.intents.size).toBe(0);
});
