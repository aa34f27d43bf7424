import { expect, onTestFinished, test } from "vitest";
import { openForm } from "#commands/forms/open-form.ts";
import { changeReplica, changeScreen } from "#store/store.ts";
import {
  acme,
  ana,
  backend,
  deployWindow,
  idsOf,
  journalOf,
  ops,
  readingScreen,
  sending,
  storeOf,
  withMessages,
} from "../support/acme.ts";
import { keyPresser } from "../support/key-presser.ts";
import { showScreen } from "../support/screen.tsx";
import { streams } from "../support/small-blueprint.ts";
import { startSmall } from "../support/small-client.ts";

test("a long reason why a message was not sent is shown in full", async () => {
  const reason =
    "Only moderators may post to #announcements; ask one of them to post it for you, or write to #general instead.";
  const failed = sending(deployWindow, "for everybody", { phase: "failed", reason });
  const store = storeOf(acme(), readingScreen(deployWindow), { journal: journalOf(failed) });
  const screen = await showScreen(store, { columns: 70 });
  changeScreen(store, (before) => ({
    ...before,
    dialog: { kind: "menu", about: { kind: "unsent", intent: failed.id } },
  }));
  await screen.settles();
  const rows = screen.whole.lines().map((line) => /│(.*)│/.exec(line)?.[1] ?? "");
  const text = rows.join(" ").replace(/\s+/g, " ");
  expect(text).toContain("write to #general instead.");
  screen.ends();
});

test("a topic to which messages are moved is named whole", async () => {
  const topic = "a name that is as long as the names of topics may be at most";
  const from = { streamId: backend, topic: "deploy window" };
  const moved = { messageId: idsOf(acme(), deployWindow)[0]!, from, kind: "topic" as const };
  const about = { kind: "move", moved, to: { ...from, topic } } as const;
  const store = storeOf(acme(), {
    ...readingScreen(deployWindow),
    dialog: { kind: "menu", about: { ...about, noticeInOld: false, noticeInNew: false } },
  });
  const screen = await showScreen(store, { columns: 70 });
  onTestFinished(screen.ends);
  const rows = screen.whole.lines().map((line) => /│(.*)│/.exec(line)?.[1] ?? "");
  const words = rows.join(" ").replace(/\s+/g, " ");
  expect(words).toContain(` to #backend › ${topic} `);
});

test("the palette and toasts mark private streams with their sign", async () => {
  const message = { by: ana, text: "x", to: { streamId: ops, topic: "rota" }, at: "9:00" };
  const store = storeOf(withMessages(acme(), [message], 3001), {});
  const screen = await showScreen(store);
  const press = keyPresser(store);
  press("^K", ..."rota");
  await screen.settles();
  expect(screen.whole.shows("› rota ◈ops")).toBe(true);
  press("Enter", "e");
  await screen.settles();
  expect(store.getState().screen.toast?.text).toContain("Done ◈ops › rota");
  screen.ends();
});

test("the remaining characters of a new topic are shown near the limit", async () => {
  const store = storeOf(acme(), readingScreen(deployWindow));
  const screen = await showScreen(store);
  const press = keyPresser(store);
  press("c", ..."x".repeat(49));
  await screen.settles();
  expect(screen.whole.shows("(topic:")).toBe(false);
  press(..."xyz");
  await screen.settles();
  expect(screen.whole.shows("(topic: 8 left)")).toBe(true);
  press(..."x".repeat(9));
  await screen.settles();
  expect(screen.whole.shows("(topic: 1 too long)")).toBe(true);
  screen.ends();
});

const sizes = [
  [200, 60],
  [80, 24],
  [40, 10],
  [20, 6],
  [20, 5],
] as const;

test("at any size the frame of a dialog is closed and the cursor is inside it", async () => {
  const store = storeOf(acme(), readingScreen(deployWindow));
  openForm(store, { name: "new-stream", id: 0 });
  keyPresser(store)(..."日本語 x".repeat(12));
  for (const [columns, rows] of sizes) {
    const screen = await showScreen(store, { columns, rows });
    const { region, isFramed } = screen.ui.panes().dialog(store.getState()) ?? {};
    if (region === undefined) throw new Error("No dialog.");
    const { x, y } = region;
    const right = x + region.columns - 1;
    const edges = (column: number) =>
      Array.from({ length: region.rows }, (_, at) => screen.cell(column, y + at).text).join("");
    if (isFramed) {
      expect(edges(x)).toMatch(/^┌│+└$/);
      expect(edges(right)).toMatch(/^┐│+┘$/);
    }
    const cursor = screen.cursor();
    expect(cursor?.x).toBeGreaterThan(x);
    expect(cursor?.x).toBeLessThanOrEqual(right);
    expect(cursor?.y).toBeGreaterThanOrEqual(y + (isFramed ? 1 : 0));
    expect(cursor?.y).toBeLessThan(y + region.rows);
    expect(screen.cell((cursor?.x ?? 0) - 1, cursor?.y ?? 0).text).toBe("x");
    screen.ends();
  }
});

test("the size of a dialog does not depend on the one that was open before", async () => {
  const store = storeOf(acme(), readingScreen(deployWindow));
  const screen = await showScreen(store, { columns: 80, rows: 24 });
  onTestFinished(screen.ends);
  const press = keyPresser(store);
  const frame = () => screen.whole.lines().find((line) => line.includes("└"));
  press("b", "b");
  await screen.settles();
  const alone = frame();
  press("Esc", "i");
  await screen.settles();
  expect(frame()).not.toBe(alone);
  press("Esc", "b", "b");
  await screen.settles();
  expect(frame()).toBe(alone);
});

test.each([
  [24, 15],
  [60, 30],
  [16, 11],
])("on %i lines, a list of choices in a dialog has %i", async (rows, choices) => {
  const store = storeOf(acme(), readingScreen(deployWindow));
  const screen = await showScreen(store, { columns: 80, rows });
  onTestFinished(screen.ends);
  keyPresser(store)(":");
  await screen.settles();
  const [from, to] = screen.ui.panes().dialog(store.getState())?.listed ?? [0, 0];
  expect(to - from).toBe(choices);
});

test("a dialog's list keeps its scroll position when a setting changes", async () => {
  const store = storeOf(acme(), readingScreen(deployWindow));
  const screen = await showScreen(store);
  keyPresser(store)("^K", ...Array<string>(14).fill("Down"));
  await screen.settles();
  keyPresser(store)("Up", "Up", "Up");
  await screen.settles();
  const rows = () => screen.whole.lines().filter((line) => line.includes("▌") || /│.*│/.test(line));
  const before = rows();
  expect(screen.whole.shows("more")).toBe(true);
  changeReplica(store, (replica) => ({
    ...replica,
    settings: { ...replica.settings, twenty_four_hour_time: false },
  }));
  await screen.settles();
  expect(rows()).toEqual(before);
  screen.ends();
});

test("at 80 columns, labels and choices of a form are not cut", async () => {
  const { store, cleo, settles, press, goes } = await startSmall({ who: "cleo" });
  await cleo.post("/realm/profile_fields", { name: "When I am away, ask", field_type: 6 });
  await settles();
  const screen = await showScreen(store, { columns: 80, rows: 44 });
  onTestFinished(screen.ends);
  press("g", ",");
  await screen.settles();
  expect(screen.whole.shows("When I am away, ask names, comma-separated")).toBe(true);
  press("Esc", "g", "b");
  goes(`browse:${streams.web}`);
  press("E");
  await screen.settles();
  expect(screen.whole.shows("Privacy Web-public, no account needed")).toBe(true);
});
