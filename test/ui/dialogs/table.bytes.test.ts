/** What a dialog costs on a slow line to the terminal. */
import { expect, test } from "vitest";
import { watchLists } from "#commands/lists/lists.ts";
import { dialogCases, startAsking } from "../../support/dialog-cases.ts";
import { showScreen } from "../../support/screen.tsx";

const most = 3_000;

test.each(dialogCases)(`%s opens with at most ${most} bytes`, async (_, each) => {
  const asking = await startAsking(each);
  const { store, clock } = asking;
  watchLists(store);
  const size = { columns: 100, rows: 30, clock, depth: "256" } as const;
  // The theme of terminals with 256 colours, and one that a user may choose there.
  const screens = [
    await showScreen(store, { ...size, theme: "terminal" }),
    await showScreen(store, { ...size, theme: "dark" }),
  ];
  const before = screens.map((screen) => screen.written().length);
  await each.opens(asking);
  for (const screen of screens) await screen.settles();
  const costs = screens.map((screen, at) => Buffer.byteLength(screen.written().slice(before[at])));
  expect(Math.max(...costs)).toBeLessThanOrEqual(most);
  expect(Math.min(...costs)).toBeGreaterThan(0);
  for (const screen of screens) screen.ends();
});
