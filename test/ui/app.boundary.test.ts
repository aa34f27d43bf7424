/** Panes whose rendering throws. */
import { expect, test } from "vitest";
import { changeScreen } from "#store/store.ts";
import { acme, deployWindow, idsOf, readingScreen, storeOf } from "../support/acme.ts";
import { showScreen } from "../support/screen.tsx";

const replica = acme();
const reading = readingScreen(deployWindow, idsOf(replica, deployWindow)[3]);

/** The view with a table that throws when it is read. */
function brokenAt<T extends object>(view: T, table: keyof T): T {
  return Object.defineProperty({ ...view }, table, {
    enumerable: true,
    get: () => {
      throw new Error(`${String(table)} broke`);
    },
  });
}

test("a pane whose rendering throws shows an error while the others keep working, and recovers with the next valid state", async () => {
  const faults: unknown[] = [];
  const store = storeOf(replica, reading);
  const screen = await showScreen(store, { onFault: (error) => faults.push(error) });
  const before = screen.whole.lines();
  const { view } = store.getState();

  store.setState({ view: brokenAt(view, "histories") });
  await screen.settles();
  expect(screen.pane.lines()[0]).toContain("This part could not be rendered.");
  expect(screen.header.shows("Acme · live")).toBe(true);
  expect(faults[0]).toEqual(new Error("histories broke"));

  changeScreen(store, (now) => ({
    ...now,
    toast: { text: "still here", tone: "done", undo: false },
  }));
  await screen.settles();
  expect(screen.whole.shows("still here")).toBe(true);

  store.setState({ view });
  changeScreen(store, (now) => ({ ...now, toast: undefined }));
  await screen.settles();
  expect(screen.whole.lines()).toEqual(before);
  screen.ends();
});

test("if the layout throws, the whole screen shows the error, and recovers with the next valid state", async () => {
  const store = storeOf(replica, reading);
  const screen = await showScreen(store, { onFault: () => undefined });
  const before = screen.whole.lines();
  const { composers } = store.getState().screen;
  changeScreen(store, (now) => brokenAt(now, "composers"));
  await screen.settles();
  expect(screen.line(0)).toContain("This part could not be rendered.");
  expect(screen.line(1)).toBe("");
  store.setState({
    screen: {
      ...store.getInitialState().screen,
      ...reading,
      composers,
      terminal: { columns: 80, rows: 24, focused: true },
    },
  });
  await screen.settles();
  expect(screen.whole.lines()).toEqual(before);
  screen.ends();
});
