/** The terminal's cursor, which braille displays and magnifiers follow: in the text where one types, else on the row. */
import { expect, test } from "vitest";
import { openText } from "#commands/keys/inputs.ts";
import { watchLists } from "#commands/lists/lists.ts";
import { goTo } from "#commands/places/navigation.ts";
import { openComposer } from "#commands/screen.ts";
import { openList } from "#store/lists.ts";
import { dialogCases, startAsking } from "../support/dialog-cases.ts";
import { startPair } from "../support/happenings.ts";
import { keyPresser } from "../support/key-presser.ts";
import { listPlaces } from "../support/list-places.ts";
import { noDesktop, noViewport } from "../support/no-ports.ts";
import { showScreen, type TestScreen } from "../support/screen.tsx";
import { deploy } from "../support/small-client.ts";

/** The bar of the selected row, and the background of the dark theme behind it. */
const isOnSelected = (screen: TestScreen) => {
  const { x, y } = screen.cursor() ?? { x: -1, y: -1 };
  return screen.cell(x, y).background === 0x22_2a_35 && screen.cell(x, y).text === "▌";
};

async function startScreen() {
  const pair = await startPair();
  watchLists(pair.store);
  const screen = await showScreen(pair.store, { columns: 120, rows: 40, clock: pair.clock });
  const press = keyPresser(pair.store, noViewport, noDesktop, pair.clock);
  return { ...pair, screen, press };
}

test.each(listPlaces)("in the list %s it follows the selected row", async (_, place) => {
  const { store, clock, screen, press } = await startScreen();
  goTo(store, place);
  await clock.pass("2 s");
  press("G", "g", "g");
  await screen.settles();
  const { rows = [] } = openList(store.getState().screen) ?? {};
  expect(screen.cursor()).toBeDefined();
  expect(rows.length === 0 || isOnSelected(screen)).toBe(true);
  const before = screen.cursor()?.y ?? 0;
  press("j");
  await screen.settles();
  expect(rows.length < 2 || (isOnSelected(screen) && (screen.cursor()?.y ?? 0) > before)).toBe(
    true,
  );
  screen.ends();
});

test("in messages, the sidebar and the composer it follows what has the focus", async () => {
  const { store, screen, press } = await startScreen();
  press("g", "g");
  await screen.settles();
  expect(isOnSelected(screen)).toBe(true);
  const message = screen.cursor();
  for (let at = 0; at < 3 && store.getState().screen.focus !== "sidebar"; at += 1)
    press("Shift+Tab");
  press("g", "g");
  await screen.settles();
  expect(store.getState().screen.focus).toBe("sidebar");
  expect(isOnSelected(screen)).toBe(true);
  expect(screen.cursor()?.x).not.toBe(message?.x);
  openComposer(store, deploy);
  press(..."two");
  await screen.settles();
  const { x, y } = screen.cursor() ?? { x: 0, y: 0 };
  expect(screen.line(y).slice(0, x)).toMatch(/two$/);
  screen.ends();
});

test.each(dialogCases)("%s: it is in the text, or on the selected row", async (_, each) => {
  const asking = await startAsking(each);
  const { store, clock } = asking;
  await each.opens(asking);
  await clock.pass("2 s");
  const screen = await showScreen(store, { columns: 120, rows: 40, clock });
  const opened = screen.ui.panes().dialog(store.getState());
  const { x: left = 0, y: top = 0, columns = 0, rows = 0 } = opened?.region ?? {};
  const { x, y } = screen.cursor() ?? { x: -1, y: -1 };
  expect(x).toBeGreaterThan(left);
  expect(x).toBeLessThan(left + columns - 1);
  expect(y).toBeGreaterThan(top);
  expect(y).toBeLessThan(top + rows - 1);
  const typed = openText(store.getState());
  const isOnRow = (opened?.chosen ?? -1) >= 0 && opened?.content.scrolledTo === undefined;
  if (typed !== undefined) expect(screen.line(y).slice(left + 1, x)).toContain(typed.text);
  else if (isOnRow) expect(isOnSelected(screen)).toBe(true);
  screen.ends();
});
