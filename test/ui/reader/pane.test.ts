/** Messages that could not be fetched, and code wider than the screen. */
import { expect, onTestFinished, test } from "vitest";
import { scheduledById } from "#model/drafts.ts";
import { narrowKey } from "#model/narrow.ts";
import { newSession } from "#store/session.ts";
import { changeReplica, changeSession } from "#store/store.ts";
import {
  acme,
  ana,
  backend,
  deployWindow,
  emptyAcme,
  idsOf,
  readingScreen,
  storeOf,
  withHistory,
  withMessages,
} from "../../support/acme.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { showScreen } from "../../support/screen.tsx";

test("a failed page of older messages is reported in its place, and ^L retries", async () => {
  const replica = acme();
  const ids = idsOf(replica, deployWindow);
  const partial = withHistory(replica, deployWindow, ids, { oldestKnown: false });
  const store = storeOf(partial, readingScreen(deployWindow, ids[0]));
  const screen = await showScreen(store, { columns: 120, rows: 34 });
  onTestFinished(screen.ends);
  const press = keyPresser(store, screen.ui.viewport);
  const key = narrowKey(deployWindow);
  const loadFailures = new Map([[key, "The server failed (502)."]]);
  changeSession(store, (session) => ({ ...session, loadFailures }));
  press("k", "K", "K", "K", "K");
  await screen.settles();
  expect(screen.title.shows("not all loaded, ^L retries")).toBe(true);
  expect(screen.pane.shows("Not loaded: The server failed (502). ^L retries")).toBe(true);
  press("^L");
  expect(store.getState().session.loadFailures.has(key)).toBe(false);
});

test("offline, an end of what is there says that the rest comes with the server", async () => {
  const replica = acme();
  const ids = idsOf(replica, deployWindow);
  const rest = { oldestKnown: false, newestKnown: false, epoch: replica.epoch - 1 };
  const partial = withHistory(replica, deployWindow, ids.slice(0, 3), rest);
  const connection = { kind: "offline", since: 0 } as const;
  const session = { ...newSession, connection };
  const store = storeOf(partial, readingScreen(deployWindow, ids[0]), { session });
  const screen = await showScreen(store, { columns: 80, rows: 24 });
  onTestFinished(screen.ends);
  const sentence = "Other messages come when the server answers.";
  expect(screen.pane.shows(sentence)).toBe(true);
  changeSession(store, (now) => ({ ...now, connection: { kind: "live" } }));
  await screen.settles();
  expect(screen.pane.shows(sentence)).toBe(false);
});

test("H and L scroll wide code, and the footer names them while it is selected", async () => {
  const to = { streamId: backend, topic: "deploy window" };
  const wide = `\`\`\`\n${"0123456789".repeat(9)}\nend\n\`\`\``;
  const messages = [
    { by: ana, to, at: "9:00", text: wide },
    { by: ana, to, at: "9:01", text: "narrow" },
  ];
  const known = withMessages(emptyAcme(), messages);
  const ids = idsOf(known, deployWindow);
  const replica = withHistory(known, deployWindow, ids);
  const store = storeOf(replica, readingScreen(deployWindow, ids[0]));
  const screen = await showScreen(store, { columns: 80, rows: 24 });
  onTestFinished(screen.ends);
  const press = keyPresser(store, screen.ui.viewport);
  const code = () => screen.pane.lines().find((line) => /\d{9}/.test(line)) ?? "";
  expect(code()).toMatch(/ 0123.*…$/);
  press("L", "H", "L", "L");
  await screen.settles();
  expect(code()).toMatch(/…1234567890123.*789$/);
  expect(screen.footer.shows("H scroll left")).toBe(true);
  press("3", "H");
  await screen.settles();
  expect(code()).toMatch(/ 0123.*…$/);
  expect(screen.footer.shows("L scroll right")).toBe(true);
  expect(screen.footer.shows("H scroll left")).toBe(false);
  press("j", "L");
  await screen.settles();
  expect(screen.whole.shows("Nothing to scroll: the message fits.")).toBe(true);
  expect(screen.footer.shows("L scroll right")).toBe(false);
});

test("what the archive showed stays where it is when the server's page replaces it", async () => {
  const replica = acme();
  const ids = idsOf(replica, deployWindow);
  const older = { newestKnown: false, epoch: replica.epoch - 1, holes: ids.slice(1, 2) };
  const archived = withHistory(replica, deployWindow, ids.slice(0, -1), older);
  const store = storeOf(archived, { ...readingScreen(deployWindow), readers: new Map() });
  const screen = await showScreen(store, { columns: 80, rows: 22 });
  onTestFinished(screen.ends);
  const press = keyPresser(store, screen.ui.viewport);
  press("k", "k");
  await screen.settles();
  const before = screen.pane.lines().map((line) => line.trimEnd());
  const shown = before.filter((line) => line !== "");
  expect(shown.some((line) => line.includes("─────"))).toBe(true);
  changeReplica(store, () => withHistory(replica, deployWindow, ids));
  await screen.settles();
  const after = screen.pane.lines().map((line) => line.trimEnd());
  const stay = shown.filter((line) => !line.includes("┄"));
  expect(stay.filter((line) => !after.includes(line))).toEqual([]);
  const [first = ""] = stay;
  expect(after.indexOf(first)).toBe(before.indexOf(first));
});

test("a key that moves the reader lays out no row again, a change of its messages does", async () => {
  const replica = acme();
  const ids = idsOf(replica, deployWindow);
  const store = storeOf(replica, readingScreen(deployWindow, ids[0]));
  const screen = await showScreen(store, { columns: 80, rows: 24 });
  onTestFinished(screen.ends);
  const press = keyPresser(store, screen.ui.viewport);
  const sheet = () => screen.ui.panes().reading(store.getState())?.sheet;
  const before = sheet();
  press("j", "^D", "^U", "k");
  expect(sheet()).toBe(before);
  changeReplica(store, (now) => withHistory(now, deployWindow, ids.slice(1)));
  expect(sheet()).not.toBe(before);
});

test.each([
  [0, "No messages here yet."],
  [2, "2 messages are scheduled here, and none was sent yet."],
])("an empty topic with %i scheduled messages says: %s", async (count, sentence) => {
  const one = { type: "stream", to: backend, topic: "deploy window", content: "soup" } as const;
  const scheduled = Array.from({ length: count }, (_, at) => ({
    ...one,
    scheduled_message_id: (at + 1) as never,
    scheduled_delivery_timestamp: 2_000_000_000,
    failed: false,
  }));
  const known = {
    ...withHistory(emptyAcme(), deployWindow, []),
    scheduled: scheduledById(scheduled),
  };
  const screen = await showScreen(storeOf(known, readingScreen(deployWindow)), {
    columns: 80,
    rows: 24,
  });
  onTestFinished(screen.ends);
  expect(screen.pane.lines().join(" ").replace(/\s+/g, " ")).toContain(sentence);
});
