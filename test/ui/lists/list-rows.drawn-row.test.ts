import { expect, onTestFinished, test } from "vitest";
import { showScreen } from "../../support/screen.tsx";
import { inDeploy, startSmall } from "../../support/small-client.ts";

test("the list of people shows each status text", async () => {
  const { cleo, store, press, settles } = await startSmall();
  await cleo.post("/users/me/status", { status_text: "reading logs" });
  await settles();
  press("g", "p", "]");
  const screen = await showScreen(store, { columns: 100 });
  onTestFinished(screen.ends);
  expect(screen.pane.shows("Cleo Vane administrator reading logs")).toBe(true);
});

test("the number of subscribers of a stream is not bold, unlike a number of unread messages", async () => {
  const { store, press } = await startSmall();
  press("g", "b");
  const screen = await showScreen(store, { columns: 120 });
  onTestFinished(screen.ends);
  const row = screen.whole.lines().findIndex((line) => line.includes("All about dev"));
  const line = screen.line(row);
  const at = line.search(/\d+ people +\d+ a week$/);
  expect(screen.cell(at, row)).toMatchObject({ text: "3", bold: false });
});

test.each([
  [60, "2026"],
  [120, "Nov 2026"],
])("at %d columns a date of long ago is not cut", async (columns, shown) => {
  const { bo, store, press, clock, settles } = await startSmall();
  await bo.say(inDeploy, "unread for two years");
  await settles();
  press("g", "i");
  const later = { ...clock, now: () => clock.now() + 2 * 365 * 86_400_000 };
  const screen = await showScreen(store, { columns, clock: later });
  onTestFinished(screen.ends);
  expect(screen.whole.lines().join("\n")).toMatch(new RegExp(`\\d +${shown}$`, "m"));
});

test("where rows begin with short words, the room is left to what follows", async () => {
  const { store, press, settles } = await startSmall();
  press("g", ".");
  await settles();
  const screen = await showScreen(store, { columns: 120 });
  onTestFinished(screen.ends);
  const row = screen.whole.lines().find((line) => line.includes("First"));
  expect(row).toMatch(/First {17}\S/);
});

test.each([
  [80, /administrator$/],
  [100, /administrator +🛠\ufe0f? reading/],
])("at %d columns, a status is shown, or nothing of it", async (columns, shown) => {
  const { cleo, store, press, settles } = await startSmall();
  const emoji = {
    emoji_name: "working_on_it",
    emoji_code: "1f6e0",
    reaction_type: "unicode_emoji",
  };
  await cleo.post("/users/me/status", { status_text: "reading the logs of the week", ...emoji });
  await settles();
  press("g", "p", "]");
  const screen = await showScreen(store, { columns });
  onTestFinished(screen.ends);
  const row = screen.whole.lines().find((line) => line.includes("administrator")) ?? "";
  expect(row).toMatch(shown);
});

test("of what waits, the first name says who asks where there is little room", async () => {
  const { bo, store, press, settles } = await startSmall();
  await bo.say(inDeploy, "@**Ana Ruiz** ```quote\nx\n```");
  await settles();
  press("g", "w");
  await settles();
  const screen = await showScreen(store, { columns: 80 });
  onTestFinished(screen.ends);
  expect(screen.pane.shows("#dev › deploy Cleo: @")).toBe(true);
  await screen.resizes(120, 30);
  expect(screen.pane.shows("#dev › deploy Cleo Vane: @")).toBe(true);
});
