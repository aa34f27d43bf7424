import { expect, onTestFinished, test } from "vitest";
import { openNarrow } from "#commands/places/navigation.ts";
import { openReader } from "#commands/screen.ts";
import { inputOf } from "#editor/input.ts";
import { narrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import type { Screen } from "#store/screen.ts";
import type { Store } from "#store/state.ts";
import { changeReplica, changeScreen } from "#store/store.ts";
import {
  ana,
  bo,
  deployWindow,
  emptyAcme,
  idsOf,
  type MessageSpec,
  readingScreen,
  storeOf,
  withHistory,
  withMessages,
} from "../support/acme.ts";
import { showScreen } from "../support/screen.tsx";

const to = {
  streamId: deployWindow.kind === "topic" ? deployWindow.streamId : (0 as never),
  topic: "deploy window",
};

function lines(count: number, flags: readonly string[] = ["read"]): readonly MessageSpec[] {
  return Array.from({ length: count }, (_, at) => ({
    by: at % 3 === 0 ? ana : bo,
    to,
    at: `8:${String(at % 60).padStart(2, "0")}`,
    flags,
    text: `line ${at}`,
  }));
}

/** Acme with `count` messages in one conversation, of which the client has those from index `from` on. */
function known(count: number, from = 0, unread = 0): Replica {
  const read = withMessages(emptyAcme(), lines(count - unread));
  const all = unread === 0 ? read : withMessages(read, lines(unread, []), 1001 + count - unread);
  return withHistory(all, deployWindow, idsOf(all, deployWindow).slice(from), {
    oldestKnown: from === 0,
  });
}

const readerOf = (screen: Screen) => screen.readers.get(narrowKey(deployWindow));
const now = (store: Store) => store.getState().screen;

test("a conversation opens with its first unread message a third down the pane", async () => {
  const replica = known(60, 0, 30);
  const first = idsOf(replica, deployWindow)[30];
  const screen = await showScreen(storeOf(replica, readingScreen(deployWindow, first)));
  const at = screen.pane.lines().findIndex((line) => line.includes("30 new since"));
  const height = screen.pane.lines().length;
  expect(at).toBe(Math.floor(height / 3));
  expect(readerOf(now(screen.store))?.top).toBeDefined();
  screen.ends();
});

test("an older page that arrives does not move the lines on the screen", async () => {
  const whole = known(120);
  const ids = idsOf(whole, deployWindow);
  const part = withHistory(whole, deployWindow, ids.slice(80), { oldestKnown: false });
  const screen = await showScreen(storeOf(part, readingScreen(deployWindow)));
  screen.ui.viewport.scroll(-30);
  await screen.settles();
  expect(now(screen.store).wants.here).toEqual([{ narrow: deployWindow, side: "older" }]);
  const before = screen.pane.lines();
  changeReplica(screen.store, (replica) => withHistory(replica, deployWindow, ids));
  await screen.settles();
  expect(screen.pane.lines()).toEqual(before);
  expect(now(screen.store).wants.here).toEqual([]);
  screen.ends();
});

test("an unfetched conversation is requested and shows placeholders", async () => {
  const screen = await showScreen(storeOf(emptyAcme(), readingScreen(deployWindow)));
  expect(now(screen.store).wants.here).toEqual([{ narrow: deployWindow, side: "around" }]);
  expect(screen.pane.lines()[1]).toContain("──────");
  screen.ends();
});

test("what arrives never moves the selection; the window follows the end as far as that stays visible", async () => {
  const replica = known(60);
  const screen = await showScreen(storeOf(replica, readingScreen(deployWindow)));
  const arrive = async (count: number) => {
    const { newestMessage } = screen.store.getState().replica;
    changeReplica(screen.store, (before) => withMessages(before, lines(count), newestMessage + 1));
    await screen.settles();
    await screen.settles();
  };
  await arrive(1);
  expect(readerOf(now(screen.store))).toMatchObject({ selected: 1060, top: undefined });
  expect(now(screen.store).reading.visible?.ids.at(-1)).toBe(1061);
  await arrive(40);
  expect(readerOf(now(screen.store))).toMatchObject({ selected: 1060, top: { row: 1060 } });
  screen.ui.viewport.select(-20);
  await screen.settles();
  const before = screen.pane.lines();
  await arrive(5);
  expect(screen.pane.lines()).toEqual(before);
  screen.ends();
});

test("a reader left at the end is at the new end when its conversation is opened again", async () => {
  const screen = await showScreen(storeOf(known(60), readingScreen(deployWindow)));
  openNarrow(screen.store, { kind: "all" });
  await screen.settles();
  changeReplica(screen.store, (before) => withMessages(before, lines(40), 1061));
  await screen.settles();
  openNarrow(screen.store, deployWindow);
  await screen.settles();
  expect(readerOf(now(screen.store))).toMatchObject({ selected: 1100, top: undefined });
  screen.ends();
});

test("going to and fro between two opened conversations writes one frame each", async () => {
  const other = { kind: "topic", streamId: to.streamId, topic: "short" } as const;
  const long = withMessages(known(80), [{ ...lines(1)[0], to: other }] as MessageSpec[], 2000);
  const replica = withHistory(long, other, idsOf(long, other));
  const screen = await showScreen(storeOf(replica, readingScreen(deployWindow)));
  const goTo = async (narrow: typeof deployWindow) => {
    const before = screen.written().length;
    openNarrow(screen.store, narrow);
    await screen.settles();
    return screen.written().slice(before).split("\x1b[?2026h").length - 1;
  };
  screen.ui.viewport.scroll(-30);
  await screen.settles();
  await goTo(other);
  expect(await goTo(deployWindow)).toBe(1);
  expect(await goTo(other)).toBe(1);
  expect(screen.footer.shows("done, next")).toBe(true);
  screen.ends();
});

test("a message is reported as visible if its last line is on the screen, and none are under a dialog", async () => {
  const replica = known(60);
  const ids = idsOf(replica, deployWindow);
  const screen = await showScreen(storeOf(replica, readingScreen(deployWindow)));
  const shown = now(screen.store).reading.visible?.ids ?? [];
  expect(shown.at(-1)).toBe(ids.at(-1));
  expect(shown.length).toBeGreaterThan(5);
  expect(shown.length).toBeLessThan(25);
  changeScreen(screen.store, (before) => ({
    ...before,
    dialog: { kind: "help", input: inputOf(), chosen: 0 },
  }));
  await screen.settles();
  expect(now(screen.store).reading.visible).toBeUndefined();
  screen.ends();
});

const tall: MessageSpec = {
  by: bo,
  to,
  at: "9:00",
  flags: ["read"],
  text: Array.from({ length: 60 }, (_, at) => `row ${at}`).join("\n"),
};

test("in a single message taller than the pane, the keys to the ends go to its ends", async () => {
  const known = withMessages(emptyAcme(), [tall]);
  const replica = withHistory(known, deployWindow, idsOf(known, deployWindow));
  const screen = await showScreen(storeOf(replica, readingScreen(deployWindow)));
  onTestFinished(screen.ends);
  for (const [edge, row] of [
    ["first", "row 0"],
    ["last", "row 59"],
    ["first", "Bo"],
  ] as const) {
    screen.ui.viewport.selectEdge(edge);
    await screen.settles();
    expect(screen.pane.lines().join("\n")).toContain(row);
  }
});

test("moving through a message taller than the pane shows every row of it", async () => {
  const messages = [...lines(3), tall, { ...tall, at: "9:30", text: "after" }];
  const known = withMessages(emptyAcme(), messages);
  const replica = withHistory(known, deployWindow, idsOf(known, deployWindow));
  const screen = await showScreen(storeOf(replica, readingScreen(deployWindow)));
  const { viewport } = screen.ui;
  viewport.selectEdge("first");
  const seen = new Set<number>();
  for (let press = 0; press < 12; press++) {
    await screen.settles();
    for (const line of screen.pane.lines()) {
      const row = /row (\d+)/.exec(line)?.[1];
      if (row !== undefined) seen.add(Number(row));
    }
    viewport.select(1);
  }
  expect(seen.size).toBe(60);
  await screen.settles();
  expect(readerOf(now(screen.store))?.selected).toBe(1005);
  screen.ends();
});

test("scrolling where everything is visible moves the cursor to the first or last message", async () => {
  const known = withMessages(emptyAcme(), lines(5));
  const ids = idsOf(known, deployWindow);
  const replica = withHistory(known, deployWindow, ids);
  const store = storeOf(replica, readingScreen(deployWindow, ids[2]));
  const screen = await showScreen(store);
  const selected = () => openReader(store.getState().screen)?.selected;
  screen.ui.viewport.scroll(10);
  expect(selected()).toBe(ids[4]);
  await screen.settles();
  screen.ui.viewport.scroll(-10);
  expect(selected()).toBe(ids[0]);
});
