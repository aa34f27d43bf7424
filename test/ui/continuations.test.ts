/** The keys that continue a sequence are listed after a pause, not while somebody types on. */
import { expect, onTestFinished, test } from "vitest";
import { acme, deployWindow, idsOf, readingScreen, storeOf } from "../support/acme.ts";
import { fakeClock } from "../support/clock.ts";
import { keyPresser } from "../support/key-presser.ts";
import { noDesktop } from "../support/no-ports.ts";
import { showScreen } from "../support/screen.tsx";

async function reading() {
  const replica = acme();
  const store = storeOf(replica, readingScreen(deployWindow, idsOf(replica, deployWindow)[0]));
  const clock = fakeClock();
  const screen = await showScreen(store, { columns: 120, rows: 34, clock });
  onTestFinished(screen.ends);
  const press = keyPresser(store, screen.ui.viewport, noDesktop, clock);
  const passes = async (ms: number) => {
    await clock.pass(ms);
    await screen.settles();
  };
  const lists = () => screen.footer.shows("copy the text of the message");
  return { press, passes, lists, screen };
}

test("after y the footer lists what can follow when 400 ms have passed", async () => {
  const { press, passes, lists, screen } = await reading();
  press("y");
  await passes(399);
  expect(lists()).toBe(false);
  expect(screen.footer.shows("e done")).toBe(true);
  await passes(1);
  expect(lists()).toBe(true);
  press("Esc");
  await passes(0);
  expect(lists()).toBe(false);
});

test("a sequence that is finished sooner leaves the footer alone, and the next one waits again", async () => {
  const { press, passes, lists } = await reading();
  press("y");
  await passes(300);
  press("c", "y");
  await passes(300);
  expect(lists()).toBe(false);
  await passes(100);
  expect(lists()).toBe(true);
});

test("a count alone lists nothing", async () => {
  const { press, passes, screen } = await reading();
  press("5");
  await passes(1000);
  expect(screen.footer.shows("e done")).toBe(true);
});
