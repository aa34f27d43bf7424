/** A terminal that does not read for a while: what is drawn for it, and what counts as seen. */
import { expect, test } from "vitest";
import { showToast } from "#commands/screen.ts";
import { changeScreen, changeSession } from "#store/store.ts";
import { shownStore } from "#ui/start.tsx";
import { acme, deployWindow, idsOf, readingScreen, storeOf } from "../support/acme.ts";
import { showScreen } from "../support/screen.tsx";

const replica = acme();
const reading = readingScreen(deployWindow, idsOf(replica, deployWindow)[3]);
const framesIn = (written: string) => written.split("\u001b[?2026h").length - 1;

test("of the changes while the terminal does not read, only the last is drawn, as a difference", async () => {
  const store = storeOf(replica, reading);
  const screen = await showScreen(store);
  const before = screen.written().length;
  screen.stalls();
  showToast(store, "one");
  await screen.until(screen.isBehind);
  for (const word of ["two", "three", "four"]) {
    showToast(store, word);
    await screen.settles();
  }
  expect(screen.written()).toHaveLength(before);
  await screen.reads();
  expect(screen.whole.shows("four")).toBe(true);
  const late = screen.written().slice(before);
  expect(framesIn(late)).toBeLessThan(4);
  expect(late).not.toMatch(/two|three/);
  expect(late.length).toBeLessThan(1000);
  screen.ends();
});

test("a frame that never reached the terminal does not count as drawn", async () => {
  const store = storeOf(replica, { dialog: { kind: "sign-in", sentence: "The key is refused." } });
  const screen = await showScreen(store);
  await screen.until(() => screen.whole.shows("paste it here"));
  screen.stalls();
  showToast(store, "one");
  await screen.until(screen.isBehind);
  // The field redraws itself while typing.
  screen.sendKeys("secret");
  for (let turns = 0; turns < 5; turns += 1) await screen.settles();
  screen.ui.repaint();
  await screen.reads();
  await screen.until(() => screen.whole.shows("******"));
  expect(screen.header.shows("Acme · live")).toBe(true);
  screen.ends();
});

test("messages of a frame that has not reached the terminal do not count as visible", async () => {
  const store = storeOf(replica);
  const screen = await showScreen(store);
  screen.stalls();
  changeScreen(store, (now) => ({ ...now, ...reading }));
  await screen.until(screen.isBehind);
  expect(store.getState().screen.reading.visible).toBeUndefined();
  await screen.reads();
  expect(store.getState().screen.reading.visible?.ids.length).toBeGreaterThan(0);
  screen.ends();
});

test("several changes in one turn notify subscribers once", async () => {
  const store = storeOf(replica, reading);
  const { shown } = shownStore(store, () => false);
  const seen: (string | undefined)[] = [];
  shown.subscribe(({ screen }) => seen.push(screen.toast?.text));
  for (const word of ["one", "two", "three"]) showToast(store, word);
  expect(seen).toEqual([]);
  await undefined;
  expect(seen).toEqual(["three"]);
});

test("that a text has left the composer is shown when it is on the disk", async () => {
  const store = storeOf(replica, reading);
  const { shown } = shownStore(store, () => false);
  const storing = (count: number) =>
    changeSession(store, (session) => ({ ...session, storing: count }));
  const seen = () => shown.getState().screen.toast?.text;
  showToast(store, "sending");
  storing(1);
  await undefined;
  expect(seen()).toBeUndefined();
  storing(0);
  await undefined;
  expect(seen()).toBe("sending");
});

test("what a key uncovers as another account is shown was not seen", async () => {
  const dialog = { kind: "sign-in", sentence: "The key is refused." } as const;
  const store = storeOf(replica, { ...reading, dialog });
  const screen = await showScreen(store);
  const seen = () => store.getState().screen.reading.visible;
  expect(seen()).toBeUndefined();
  changeScreen(store, (now) => ({ ...now, dialog: undefined }));
  screen.ui.show(storeOf(replica));
  await screen.settles();
  expect(seen()).toBeUndefined();
  screen.ends();
});
