/** What is drawn with Ink's library. */
import { expect, test } from "vitest";
import { narrowKey } from "#model/narrow.ts";
import { changeSession } from "#store/store.ts";
import { acme, deployWindow, idsOf, readingScreen, storeOf } from "../support/acme.ts";
import { fakeClock } from "../support/clock.ts";
import { showScreen } from "../support/screen.tsx";

const replica = acme();

test("while messages load and nothing may move, there is a still sign instead of the spinner", async () => {
  const store = storeOf(replica, readingScreen(deployWindow, idsOf(replica, deployWindow)[3]));
  const clock = fakeClock();
  const screen = await showScreen(store, { clock, isStill: true });
  const loading = (keys: readonly string[]) =>
    changeSession(store, (session) => ({ ...session, loading: new Set(keys) as never }));
  loading([narrowKey(deployWindow)]);
  await screen.settles();
  await clock.pass("1 s");
  await screen.settles();
  expect(screen.title.lines()[0]).toMatch(/…$/);
  const { length } = screen.written();
  await clock.pass("60 s");
  await screen.settles();
  expect(screen.written().length).toBe(length);
  loading([]);
  await screen.settles();
  expect(screen.title.lines()[0]).not.toMatch(/…$/);
  screen.ends();
});
