/** Every place that a key opens is marked in the sidebar, and named in the palette with its key. */
import { expect, onTestFinished, test } from "vitest";
import { paletteChoices, paletteFacts } from "#commands/keys/palette.ts";
import { openNarrow } from "#commands/places/navigation.ts";
import { commands } from "#commands/tables/commands.ts";
import type { State } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import {
  acme,
  backend,
  deployWindow,
  design,
  general,
  ops,
  readingScreen,
  storeOf,
} from "../support/acme.ts";
import { keyPresser, ownKeys } from "../support/key-presser.ts";
import { showScreen } from "../support/screen.tsx";

const openings = commands.filter(({ id }) => /^go\.(?!back|forward)/.test(id));
/** From the first stream to the last one. */
const conversations = [
  { kind: "topic", streamId: backend, topic: "flaky tests" },
  { kind: "topic", streamId: design, topic: "icons" },
  { kind: "topic", streamId: general, topic: "lunch" },
  { kind: "topic", streamId: ops, topic: "backups" },
] as const;
const sizes = [
  [80, 24],
  [200, 60],
] as const;

/** The name in the row with the mark. */
const marked = (lines: readonly string[]) =>
  lines
    .find((line) => line.startsWith("▏"))
    ?.replace(/^▏|\d+ *$/g, "")
    .trim();

async function at(columns: number, rows: number) {
  const store = storeOf(acme(), readingScreen(deployWindow));
  const screen = await showScreen(store, { columns, rows });
  onTestFinished(screen.ends);
  const press = keyPresser(store, screen.ui.viewport);
  const opened = async (...keys: string[]) => {
    press(...keys);
    await screen.settles();
    return marked(screen.sidebar.lines());
  };
  return { store, screen, opened };
}

const byName = (state: State, name: string) =>
  paletteChoices(paletteFacts(state, ownKeys), ownKeys, name).find(({ title }) => title === name);

test.each(sizes)(
  "at %i×%i the sidebar marks each place that a key opens",
  async (columns, rows) => {
    for (const { id, keys } of openings.filter(({ id }) => id !== "go.settings")) {
      const { store, opened } = await at(columns, rows);
      const name = await opened(...(keys[0] ?? "").split(" "));
      expect([id, name]).not.toEqual([id, undefined]);
      const { place } = store.getState().screen;
      // Its row is that of its stream.
      if (place.kind === "topics") expect(name).toBe("# backend");
      else expect([id, byName(store.getState(), name ?? "")?.detail]).toEqual([id, keys[0]]);
    }
  },
);

test("the palette names the search and the settings with their keys", async () => {
  const { store } = await at(80, 24);
  expect(byName(store.getState(), "Search")?.detail).toBe("g /");
  expect(byName(store.getState(), "Settings")?.detail).toBe("g ,");
});

test("the heading of a folded section is marked for a place in it", async () => {
  const { store, screen } = await at(80, 24);
  const fold = (sidebar: State["screen"]["sidebar"]) => ({
    ...sidebar,
    toggled: new Set(["section:streams"]),
  });
  changeScreen(store, (now) => ({ ...now, sidebar: fold(now.sidebar) }));
  await screen.settles();
  expect(marked(screen.sidebar.lines())).toBe("▸ STREAMS");
});

test("the results of a search are marked as well", async () => {
  const { store, screen } = await at(80, 24);
  const narrow = { kind: "search", text: "soup", terms: [] } as const;
  changeScreen(store, (now) => ({ ...now, place: narrow }));
  await screen.settles();
  expect(marked(screen.sidebar.lines())).toBe("Search");
});

test("opening a place scrolls its mark into view", async () => {
  const { opened } = await at(80, 24);
  await opened("Shift+Tab", "G");
  expect(await opened("g", "i")).toBe("Inbox");
});

test("with room, the sidebar has a row for each list that is used daily", async () => {
  const names = async (columns: number, rows: number) => {
    const { screen } = await at(columns, rows);
    const daily = ["Recent", "Outbox", "Scheduled", "People", "Streams"];
    return daily.filter((name) => screen.sidebar.lines().some((line) => line.trim() === name));
  };
  expect(await names(200, 60)).toEqual(["Recent", "Outbox", "Scheduled", "People", "Streams"]);
  expect(await names(80, 24)).toEqual([]);
});

test("opening one conversation after the other moves nothing in the sidebar but the mark", async () => {
  const { store, screen } = await at(80, 20);
  const marks: (string | undefined)[] = [];
  let before = screen.sidebar.lines();
  for (const narrow of [...conversations, ...conversations.toReversed()]) {
    openNarrow(store, narrow);
    await screen.settles();
    const lines = screen.sidebar.lines();
    // The line that loses the mark, the one that gets it, and a stream above each.
    expect(lines.filter((line, row) => line !== before[row]).length).toBeLessThanOrEqual(4);
    marks.push(marked(lines));
    before = lines;
  }
  const topics = conversations.map(({ topic }) => topic);
  expect(marks.map((mark) => mark?.slice(2).trim())).toEqual([...topics, ...topics.toReversed()]);
});

test("the row of an open conversation that is scrolled away stands at the edge, below its stream", async () => {
  const { store, screen, opened } = await at(80, 20);
  openNarrow(store, conversations[3]);
  await screen.settles();
  const edge = screen.sidebar.lines().slice(-2);
  expect(edge.map((line) => line.replace(/[ \d]+/g, " "))).toEqual([" ◈ ops ", "▏ › backups "]);
  expect(screen.sidebar.lines().at(0)).toMatch(/Inbox/);
  // With the focus the list scrolls there.
  await opened("Shift+Tab");
  expect(screen.sidebar.shows("▌ › backups")).toBe(true);
  expect(screen.sidebar.lines().at(0)).not.toMatch(/Inbox/);
});
