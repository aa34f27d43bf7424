import { expect, test } from "vitest";
import { helpChoices } from "#commands/choices.ts";
import { acme, deployWindow, idsOf, readingScreen, storeOf } from "../support/acme.ts";
import { keyPresser, ownKeys } from "../support/key-presser.ts";
import { showScreen, type TestScreen } from "../support/screen.tsx";

const replica = acme();
const ids = idsOf(replica, deployWindow);

/** A screen of this size with a keyboard. */
async function startKeyboard(columns: number, rows: number) {
  const store = storeOf(replica, readingScreen(deployWindow, ids[3]));
  const screen = await showScreen(store, { columns, rows });
  const keyboard = keyPresser(store, screen.ui.viewport);
  const press = async (...strokes: string[]) => {
    keyboard(...strokes);
    await screen.settles();
  };
  return { screen, store, press };
}

const titles = helpChoices(ownKeys, "reader", "").map(({ command }) => command.title);
const hasMore = (screen: TestScreen, sign: string) =>
  screen.whole.lines().some((line) => new RegExp(`${sign} \\d+ more`).test(line));
const start = (title: string | undefined) => title?.slice(0, 9) ?? "";

test.each([
  [80, 24, "Space"],
  [40, 10, "j"],
] as const)(
  "at %ix%i scrolling through the help with %s shows every key of the context",
  async (columns, rows, advanceFrom) => {
    const { screen, press: presses } = await startKeyboard(columns, rows);
    await presses("?");
    const seen = new Set<string>();
    const look = () => {
      const shown = screen.whole.lines().join("\n");
      for (const title of titles) if (shown.includes(start(title))) seen.add(title);
    };
    look();
    expect(seen.size).toBeLessThan(titles.length);
    expect(hasMore(screen, "↓")).toBe(true);
    for (let press = 0; press < titles.length && hasMore(screen, "↓"); press += 1) {
      await presses(advanceFrom);
      look();
    }
    expect([...seen].sort()).toEqual([...new Set(titles)].sort());
    expect(hasMore(screen, "↑")).toBe(true);
    expect(hasMore(screen, "↓")).toBe(false);
    screen.ends();
  },
);

test("in the help G goes to the last key, g to the first, and paging stops at the ends", async () => {
  const { screen, press } = await startKeyboard(80, 24);
  await press("?", "G");
  expect(screen.whole.shows(start(titles.at(-1)))).toBe(true);
  await press("g");
  expect(screen.whole.shows(start(titles[0]))).toBe(true);
  await press("PageUp", ...Array.from({ length: 12 }, () => "Space"));
  expect(screen.whole.shows(start(titles.at(-1)))).toBe(true);
  screen.ends();
});

test("the help can be filtered with /, and Enter runs the selected command", async () => {
  const { screen, store, press } = await startKeyboard(80, 24);
  await press("?", "/", "i", "n", "b", "o", "x", "Enter");
  expect(screen.whole.shows("Go to the inbox")).toBe(true);
  expect(screen.whole.shows("Go to mentions")).toBe(false);
  await press("k", "Enter");
  expect(store.getState().screen.dialog).toBeUndefined();
  expect(store.getState().screen.place.kind).toBe("inbox");
  screen.ends();
});

test("the help marks a command that is not available in the open list", async () => {
  const { screen, press } = await startKeyboard(80, 24);
  await press("g", "i", "?", "/", "a", "r", "c", "h", "i", "v", "e");
  expect(screen.whole.shows("not in this list")).toBe(true);
  await press("Esc", "Esc", "g", "d", "?", "/", "a", "r", "c", "h", "i", "v", "e");
  expect(screen.whole.shows("Delete, cancel, archive or deactivate")).toBe(true);
  expect(screen.whole.shows("not in this list")).toBe(false);
  screen.ends();
});

test("the first Esc clears the filter of the help, the second closes it", async () => {
  const { screen, store, press } = await startKeyboard(80, 24);
  await press("?", "/", "i", "n", "b", "Esc");
  expect(screen.whole.shows(start(titles[0]))).toBe(true);
  await press("Esc");
  expect(store.getState().screen.dialog).toBeUndefined();
  screen.ends();
});
