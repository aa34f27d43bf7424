/** Keys that only some messages have a use for: what a message hides until somebody asks for it. */
import { expect, onTestFinished, test } from "vitest";
import { get, newBatch, put } from "#base/table.ts";
import { acme, deployWindow, idsOf, readingScreen, storeOf } from "../support/acme.ts";
import { pressing } from "../support/pressing.ts";
import { showScreen } from "../support/screen.tsx";

async function reading(content: string) {
  const replica = acme();
  const id = idsOf(replica, deployWindow)[3];
  const message = id && get(replica.messages, id);
  if (message === undefined) throw new RangeError("The message is not there.");
  const messages = put(replica.messages, message.id, { ...message, content }, newBatch("spoiler"));
  const store = storeOf({ ...replica, messages }, readingScreen(deployWindow, message.id));
  const screen = await showScreen(store, { columns: 120, rows: 34 });
  onTestFinished(screen.ends);
  const press = pressing(store, screen.ui.viewport);
  const pressZ = async () => {
    press("z");
    await screen.settles();
  };
  return { screen, pressZ };
}

test("a spoiler arrives shut, z opens and shuts it, and the footer says so", async () => {
  const { screen, pressZ } = await reading("```spoiler The end\nit was Bo\n```");
  expect(screen.pane.shows("The end (hidden)")).toBe(true);
  expect(screen.pane.shows("it was Bo")).toBe(false);
  expect(screen.footer.shows("z spoiler")).toBe(true);
  await pressZ();
  expect(screen.pane.shows("it was Bo")).toBe(true);
  await pressZ();
  expect(screen.pane.shows("it was Bo")).toBe(false);
});

test("where nothing is hidden z says so, and the footer does not name it", async () => {
  const { screen, pressZ } = await reading("no secrets");
  expect(screen.footer.shows("z spoiler")).toBe(false);
  await pressZ();
  expect(screen.footer.shows("There is no spoiler in this message.")).toBe(true);
});
