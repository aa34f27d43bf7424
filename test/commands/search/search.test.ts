/** The search input: queries, recent searches, and days. */
import { expect, onTestFinished, test } from "vitest";
import { get } from "#base/table.ts";
import { isoMoment } from "#base/time.ts";
import { refreshList, watchLists } from "#commands/lists/lists.ts";
import { openSearchOf } from "#commands/search/search.ts";
import type { Message } from "#model/message.ts";
import { narrowKey } from "#model/narrow.ts";
import { archivedSearch } from "#model/search.ts";
import type { SearchAnswer } from "#store/dialog.ts";
import { openList } from "#store/lists.ts";
import type { ConnectionState } from "#store/session.ts";
import { changeReplica, changeScreen, changeSession } from "#store/store.ts";
import {
  acme,
  ana,
  backend,
  deployWindow,
  idsOf,
  now,
  readingScreen,
  storeOf,
  withHistory,
} from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { noDesktop } from "../../support/no-ports.ts";
import { hitBackground, showScreen } from "../../support/screen.tsx";

const replica = acme();
const ids = idsOf(replica, deployWindow);

const phrase = ids.find((id) => get(replica.messages, id)?.content.includes("pool is exhausted"));

async function reading() {
  const store = storeOf(replica, readingScreen(deployWindow, ids[1]));
  onTestFinished(watchLists(store));
  const clock = fakeClock(now * 1000);
  const screen = await showScreen(store, { columns: 120, rows: 34, clock });
  onTestFinished(screen.ends);
  const press = keyPresser(store, screen.ui.viewport, noDesktop, clock);
  const presses = async (...strokes: string[]) => {
    press(...strokes.map((stroke) => (stroke === " " ? "Space" : stroke)));
    await screen.settles();
  };
  const types = async (text: string) => {
    for (const letter of text) press(letter);
    await screen.settles();
  };
  const open = () => store.getState().screen;
  return { store, screen, presses, types, open };
}

const searchFor = (text: string) => ({ kind: "search", text });

test("Enter searches for the query as parsed, and Up recalls it", async () => {
  const { screen, presses, types, open } = await reading();
  await presses("g", "/");
  await types("sender:an");
  await presses("Tab");
  await types("pool");
  expect(screen.whole.shows('sender:"Ana Ruiz" pool')).toBe(true);
  expect(screen.whole.shows("sender Ana Ruiz · words pool")).toBe(true);
  await presses("Enter");
  expect(open().place).toMatchObject(searchFor('sender:"Ana Ruiz" pool'));
  expect(screen.title.shows("Search")).toBe(true);
  await presses("q", "g", "/", "x", "Up");
  expect(open().dialog).toMatchObject({ input: { text: 'sender:"Ana Ruiz" pool' } });
  await presses("Down");
  expect(open().dialog).toMatchObject({ input: { text: "x" } });
});

test("a result shows its text where the words are, if its beginning has no room for them", async () => {
  const search = {
    kind: "search",
    text: '"ten connections"',
    terms: [{ operator: "search", operand: '"ten connections"' }],
  } as const;
  const store = storeOf(withHistory(replica, search, ids.slice(-2)), { place: search });
  refreshList(store, search);
  const screen = await showScreen(store, { columns: 80, rows: 24 });
  onTestFinished(screen.ends);
  expect(screen.pane.shows("Mei: … the same ten")).toBe(true);
  expect(screen.pane.shows("Priya: “rolling back")).toBe(true);
});

test("a pattern that took too long says that older messages were not searched", async () => {
  const terms = [{ operator: "pattern", operand: "po+l" }] as const;
  const search = { kind: "search", text: "/po+l/", terms } as const;
  for (const [found, shown] of [
    [ids.slice(-2), "2 here · older ones not searched"],
    [[], "The pattern took too long: older messages were not searched."],
  ] as const) {
    const rest = { oldestKnown: false, newestKnown: true };
    const cut = withHistory(replica, archivedSearch(search), [...found], rest);
    const store = storeOf(cut, { place: search });
    refreshList(store, search);
    const screen = await showScreen(store, { columns: 120, rows: 24 });
    onTestFinished(screen.ends);
    expect(screen.whole.shows(shown)).toBe(true);
  }
});

test("messages without words are searched here alone, which the list says", async () => {
  const terms = [{ operator: "search", operand: "pool", negated: true }] as const;
  const search = { kind: "search", text: "-search:pool", terms } as const;
  const found = withHistory(replica, archivedSearch(search), ids.slice(-2));
  const store = storeOf(found, { place: search });
  refreshList(store, search);
  const screen = await showScreen(store, { columns: 120, rows: 24 });
  onTestFinished(screen.ends);
  expect(screen.whole.shows("2 here · server not asked")).toBe(true);
});

test("an invalid query is reported, and stays in the input", async () => {
  const { screen, presses, types, open } = await reading();
  await presses("g", "/");
  await types("snder:ana");
  await presses("Enter");
  expect(screen.whole.shows("did you mean sender:?")).toBe(true);
  await presses("^U");
  await types("/(?=ana)/");
  await presses("Enter");
  expect(screen.whole.shows("/(?=ana)/ is not a pattern")).toBe(true);
  await presses("^U");
  await types("after:yesterday ");
  expect(screen.whole.lines().join("\n")).toMatch(/after \w{3} \d{1,2} \w{3}/);
  expect(open().place).toEqual({ kind: "narrow", narrow: deployWindow });
});

test.each<ConnectionState>([
  { kind: "offline", since: 0 },
  { kind: "signed-out", sentence: "Invalid API key" },
])(
  "%o: a search says what it cannot know, and its key returns to the query",
  async (connection) => {
    const { store, screen, presses, types, open } = await reading();
    changeSession(store, (session) => ({ ...session, connection }));
    await presses("g", "/");
    await types("pool");
    await presses("Enter");
    expect(screen.whole.shows("The server cannot be asked now")).toBe(true);
    await presses("g", "/");
    expect(open().dialog).toMatchObject({ input: { text: "pool " } });
  },
);

/** The results of a search for `text`, with all messages of the conversation in them. */
async function results(text: string) {
  const world = await reading();
  await world.presses("g", "/");
  await world.types(text);
  await world.presses("Enter");
  const { place } = world.open();
  if (place.kind !== "search") throw new RangeError("No search is open.");
  const found = (all: typeof ids) =>
    changeReplica(world.store, (now) => withHistory(now, place, all));
  found(ids);
  await world.screen.settles();
  const rows = () => openList(world.open())?.rows.map(({ key }) => Number(key));
  return { ...world, found, rows };
}

test("what only the server found is marked, and the title says how many are where", async () => {
  const { store, screen, found, open } = await results("pool");
  const { place } = open();
  if (place.kind !== "search") throw new RangeError("No search is open.");
  const [first, second, third] = ids;
  const here = archivedSearch(place);
  found([first, second] as typeof ids);
  await screen.settles();
  changeReplica(store, (now) => withHistory(now, here, [second, third] as typeof ids));
  await screen.settles();
  expect(screen.title.shows("2 here · 1 on the server")).toBe(true);
  expect(screen.pane.lines().filter((line) => line.includes("⇣"))).toHaveLength(1);
  changeSession(store, (session) => ({ ...session, connection: { kind: "offline", since: 0 } }));
  await screen.settles();
  expect(screen.title.shows("2 here · server not asked")).toBe(true);
});

test.each([
  [9, "seen here: #backend since Fri 20 Nov, 11:42 · server not asked"],
  [4, "seen here: #backend the last 4 · server not asked"],
  [0, "seen here: #backend 9 messages · server not asked"],
])(
  "while one types, a line says how much is searched (%i of 9 unbroken)",
  async (unbroken, line) => {
    const { store, screen, presses, types } = await reading();
    await presses("g", "/");
    await types("pool in:backend");
    const narrow = { kind: "stream", streamId: backend } as const;
    changeScreen(store, ({ dialog, ...rest }) => {
      if (dialog?.kind !== "search" || dialog.terms === undefined) throw new RangeError();
      const searched = { narrow, count: 9, since: now, unbroken };
      const hits = { terms: dialog.terms, messages: [], more: false, searched };
      return { ...rest, dialog: { ...dialog, hits, answer: { kind: "not asked" } } };
    });
    await screen.settles();
    expect(screen.whole.lines().find((each) => each.includes("seen here"))).toContain(line);
  },
);

test("while one types, what only the server has follows what is here, marked, until the next key", async () => {
  const { store, screen, presses, types, open } = await reading();
  await presses("g", "/");
  await types("pool");
  const some = ids.flatMap((id) => get(replica.messages, id) ?? []);
  const [first, second, third, mention] = some as [Message, Message, Message, Message];
  const searched = { narrow: { kind: "all" }, count: 9, since: now, unbroken: 9 } as const;
  const answers = (answer: SearchAnswer) =>
    changeScreen(store, ({ dialog, ...rest }) => {
      if (dialog?.kind !== "search" || dialog.terms === undefined) throw new RangeError();
      const hits = { terms: dialog.terms, messages: [first], more: false, searched };
      return { ...rest, dialog: { ...dialog, hits, answer } };
    });
  answers({ kind: "found", messages: [mention, second, first], more: true });
  await screen.settles();
  expect(screen.whole.shows("Search (1 here · 2+ on the server)")).toBe(true);
  answers({ kind: "found", messages: [first], more: true });
  await screen.settles();
  expect(screen.whole.shows("Search (1 here · more on the server)")).toBe(true);
  answers({ kind: "found", messages: [mention, second, first], more: true });
  await screen.settles();
  const marked = screen.whole.lines().map((line) => line.includes("⇣ #bac"));
  expect(marked.filter(Boolean)).toHaveLength(2);
  // Marked up as elsewhere, and today by the hour alone.
  expect(screen.whole.shows("Ana Ruiz: @you ok to roll back?")).toBe(true);
  expect(screen.whole.lines().some((line) => / 11:40 +│/.test(line))).toBe(true);
  expect(marked.indexOf(true)).toBeGreaterThan(
    screen.whole.lines().findIndex((line) => line.includes("seen here: since")),
  );
  await types("s");
  expect(screen.whole.shows("Search (1 here)")).toBe(true);
  answers({ kind: "not asked" });
  await types(" ");
  expect(screen.whole.shows("server not asked")).toBe(true);
  await presses("Backspace", "Backspace");
  answers({ kind: "found", messages: [third, second], more: false });
  await presses("Down", "Down", "Enter");
  expect(open().place).toMatchObject({ kind: "narrow", narrow: deployWindow });
  expect(open().readers.get(narrowKey(deployWindow))?.selected).toBe(third.id);
});

test("results are rows with the newest first; Enter opens the message, h returns to its row", async () => {
  const { screen, presses, open, rows } = await results("pool");
  expect(rows()).toEqual([...ids].reverse());
  expect(screen.title.shows(`Search pool Newest ${ids.length}`)).toBe(true);
  expect(screen.pane.shows("#backend › deploy window Ana Ruiz:")).toBe(true);
  await presses("j", "Enter");
  expect(open().place).toEqual({ kind: "narrow", narrow: deployWindow });
  expect(open().readers.get(narrowKey(deployWindow))?.selected).toBe(ids.at(-2));
  await presses("h");
  expect(open().place.kind).toBe("search");
  expect(openList(open())?.cursor?.key).toBe(String(ids.at(-2)));
});

test("s stars the message of the selected result", async () => {
  const { store, presses } = await results("pool");
  await presses("j", "s");
  const actions = [...store.getState().journal.intents.values()].map(({ action }) => action);
  expect(actions).toMatchObject([{ kind: "star", ids: [ids.at(-2)] }]);
});

test("Esc on the results leads to the sidebar, as in any list, and g / back to the words", async () => {
  const { presses, open } = await results("pool");
  await presses("Esc");
  expect(open()).toMatchObject({ focus: "sidebar", dialog: undefined });
  await presses("g", "/");
  expect(open().dialog).toMatchObject({ kind: "search", input: { text: "pool " } });
});

test("the best results have the words as they were typed", async () => {
  const { presses, rows } = await results("pool is exhausted");
  await presses("]");
  expect(rows()?.[0]).toBe(phrase);
  expect(rows()?.slice(1)).toEqual([...ids].reverse().filter((id) => id !== phrase));
});

test("new results wait until the list is refreshed, and one that matches no more stays, dim", async () => {
  const { screen, found, presses, rows } = await results("pool");
  found(ids.slice(0, -1) as never);
  await screen.settles();
  expect(rows()).toHaveLength(ids.length);
  expect(screen.pane.shows("does not match any more")).toBe(true);
  await presses("^L");
  expect(rows()).toEqual(ids.slice(0, -1).reverse());
  found(ids);
  await screen.settles();
  expect(screen.title.shows("1 new")).toBe(true);
  expect(rows()).toEqual(ids.slice(0, -1).reverse());
});

test("words that the server matched are highlighted in the conversation of a result", async () => {
  const { store, screen, presses, types } = await reading();
  await presses("g", "/");
  await types("x");
  await presses("Enter");
  const { place } = store.getState().screen;
  if (place.kind !== "search") throw new RangeError("No search is open.");
  const [id] = ids;
  if (id === undefined) throw new RangeError("No message is there.");
  const words = { content: ["canaries"], topic: ["deploy"] };
  changeSession(store, (session) => ({
    ...session,
    matches: new Map([[narrowKey(place), new Map([[id, words]])]]),
  }));
  const { replica: known } = store.getState();
  changeReplica(store, () => withHistory(known, place, [id]));
  await presses("Enter");
  const marked: string[] = [];
  for (let row = 0; row < 34; row++)
    for (let column = 0; column < 120; column++) {
      const cell = screen.cell(column, row);
      if (cell.background === hitBackground) marked.push(cell.text);
    }
  expect(marked.join("")).toBe("canaries");
});

test.for([
  ["on 2 nov", "2026-11-02T00:00:00Z"],
  ["2026-11-02", "2026-11-02T00:00:00Z"],
  ["on monday", "2026-11-16T00:00:00Z"],
  ["on yesterday 14:00", "2026-11-19T14:00:00Z"],
] as const)("%s jumps to that day in the open narrow", async ([text, day]) => {
  const { store, presses, types, open } = await reading();
  await presses("g", "/");
  await types(text);
  await presses("Enter");
  const asked = () => store.getState().session.asked;
  await expect.poll(asked).toHaveLength(1);
  expect(asked()).toEqual([{ kind: "day", narrow: deployWindow, at: isoMoment(day) }]);
  expect(open().dialog).toBeUndefined();
});

test("g D offers days, of which Tab takes one", async () => {
  const { screen, presses, types, open } = await reading();
  await presses("g", "D");
  await screen.until(() => screen.whole.shows("yesterday"));
  expect(screen.whole.shows("sender:")).toBe(false);
  await types("yes");
  await presses("Tab");
  expect(open().dialog).toMatchObject({ input: { text: "on yesterday" } });
});

test("g D asks for a day and shows it as parsed; any other text is searched for", async () => {
  const { screen, presses, types, open } = await reading();
  await presses("g", "D");
  await types("2 nov");
  await screen.until(() => screen.whole.shows("to Mon 2 Nov"));
  await types("x call");
  await presses("Enter");
  await expect.poll(() => open().place).toMatchObject(searchFor("on 2 novx call"));
});

test("g / in the list of people and on a card starts a search with sender:", async () => {
  const { presses, open } = await reading();
  await presses("g", "p", "]", "j", "g", "/");
  expect(open().dialog).toMatchObject({
    kind: "search",
    input: { text: expect.stringMatching(/^sender:/) },
  });
  await presses("Esc", "Enter");
  expect(open().dialog).toMatchObject({ kind: "card" });
  await presses("g", "/");
  expect(open().dialog).toMatchObject({
    kind: "search",
    input: { text: expect.stringMatching(/^sender:/) },
  });
});

test("a search opened from a person has that person as sender", async () => {
  const { store, presses, types, open } = await reading();
  openSearchOf(store, ana);
  await types("pool");
  await presses("Enter");
  expect(open().place).toMatchObject({
    terms: [{ operator: "sender", operand: ana }, { operand: "pool" }],
  });
});
