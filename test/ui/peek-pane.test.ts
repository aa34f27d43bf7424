/** The pane to read in, on screens of many sizes: what it shows, that nothing moves on Enter, and that it marks nothing. */
import { expect, onTestFinished, test } from "vitest";
import { sorted } from "#base/sorted.ts";
import { values } from "#base/table.ts";
import { refreshList, setFilter } from "#commands/lists/lists.ts";
import { emptyJournal } from "#journal/journal.ts";
import { topicKey } from "#model/conversation.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { narrowKey } from "#model/narrow.ts";
import type { ListPlace } from "#store/list-places.ts";
import { openList } from "#store/lists.ts";
import { asideOf } from "#store/peek.ts";
import { foreignKey } from "#store/row-keys.ts";
import type { Screen } from "#store/screen.ts";
import type { Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import {
  acme,
  ana,
  backend,
  deployWindow,
  design,
  idsOf,
  now,
  storeOf,
  withHistory,
  withMessages,
} from "../support/acme.ts";
import { fakeClock } from "../support/clock.ts";
import { keyPresser } from "../support/key-presser.ts";
import { accountsOf } from "../support/live-accounts.ts";
import { type Part, showScreen, type TestScreen } from "../support/screen.tsx";
import { hello, inDeploy, sits, startSmall } from "../support/small-client.ts";

/** Every conversation of the organization is known. */
function wholeAcme() {
  const replica = acme();
  const all = [...values(replica.messages)].map(conversationOfMessage);
  return all.reduce((known, narrow) => withHistory(known, narrow, idsOf(known, narrow)), replica);
}

async function shown(store: Store, columns: number, rows: number) {
  const clock = fakeClock();
  const screen = await showScreen(store, { columns, rows, clock });
  onTestFinished(screen.ends);
  const presser = keyPresser(store, screen.ui.viewport, undefined, clock);
  return {
    screen,
    press: async (...strokes: string[]) => {
      presser(...strokes);
      await screen.settles();
      await clock.pass("1 s");
      await screen.settles();
    },
  };
}

/** The lines of the list, and of what is read, without bars; what stands in the foot is not among them. */
function standing({ store, title, pane, beside }: TestScreen) {
  const lines = (...parts: readonly Part[]) =>
    parts.flatMap((part) => part.lines()).map((line) => line.replace(/^▌/, " ").trimEnd());
  const [one, other] = [lines(title, pane), lines(beside.title, beside.pane)];
  const isList = openList(store.getState().screen) !== undefined;
  return isList ? { list: one, read: other } : { list: other, read: one };
}

const sizes = [
  [150, 40, "right"],
  [200, 60, "right"],
  [260, 80, "right"],
  [120, 50, "below"],
  [80, 45, "below"],
] as const;
const places: readonly ListPlace[] = [{ kind: "inbox" }, { kind: "recent" }];

test("what is shown of a row is not laid out again while something else changes", async () => {
  const store = storeOf(wholeAcme(), { place: { kind: "recent" } });
  refreshList(store, { kind: "recent" });
  const { screen, press } = await shown(store, 200, 60);
  await press("g", "g");
  const kinds = new Set<string | undefined>();
  for (const _ of openList(store.getState().screen)?.rows ?? []) {
    const before = screen.ui.panes().peeked(store.getState());
    changeScreen(store, (now) => ({ ...now, kept: { ...now.kept } }));
    expect(screen.ui.panes().peeked(store.getState())).toBe(before);
    kinds.add(before?.narrow.kind);
    await press("j");
  }
  expect(kinds).toEqual(new Set(["topic", "direct"]));
});

for (const place of places)
  test.for(sizes)(
    `nothing moves when a row of ${place.kind} is opened, nor on the way back, at %i×%i`,
    async ([columns, rows, aside]) => {
      const store = storeOf(wholeAcme(), { place });
      refreshList(store, place);
      const { screen, press } = await shown(store, columns, rows);
      expect(asideOf(store.getState().screen)).toBe(aside);
      await press("g", "g");
      const { length } = openList(store.getState().screen)?.rows ?? [];
      expect(length).toBeGreaterThan(5);
      for (let at = 0; at < length; at += 1) {
        if (at % 3 === 1) await press("K", "K");
        if (at % 3 === 2) await press("J");
        const before = standing(screen);
        await press("Enter");
        if (store.getState().screen.place.kind === "narrow") {
          expect(standing(screen), `row ${at}`).toEqual(before);
          await press("h");
          expect(standing(screen).list, `row ${at}, back`).toEqual(before.list);
        }
        await press("j");
      }
    },
  );

test("a hit of a search is shown among its neighbours, marked, and Enter moves nothing", async () => {
  const place = {
    kind: "search",
    text: "pool",
    terms: [{ operator: "search", operand: "pool" }],
  } as const;
  const replica = wholeAcme();
  const hits = idsOf(replica, deployWindow).slice(2, 5);
  const store = storeOf(withHistory(replica, place, hits), { place });
  refreshList(store, place);
  const { screen, press } = await shown(store, 160, 40);
  await press("j");
  const before = standing(screen);
  expect(before.read.filter((line) => line !== "").length).toBeGreaterThan(10);
  expect(screen.beside.pane.lines().filter((line) => line.startsWith("▌"))).not.toEqual([]);
  await press("Enter");
  expect(standing(screen)).toEqual(before);
  expect(store.getState().screen.readers.get(narrowKey(deployWindow))?.selected).toBe(hits[1]);
});

test("nothing of the messages of a stream is covered by the keys, and Enter moves nothing", async () => {
  const place = { kind: "streams" } as const;
  const replica = [backend, design].reduce((known, streamId) => {
    const narrow = { kind: "stream", streamId } as const;
    return withHistory(known, narrow, idsOf(known, narrow));
  }, wholeAcme());
  const store = storeOf(replica);
  refreshList(store);
  const { screen, press } = await shown(store, 150, 26);
  await press("G", "g", "g", "j", "j", "j", "j", "h");
  const before = standing(screen);
  const cursor = openList(store.getState().screen)?.cursor?.key;
  expect(cursor).toMatch(/^stream:/);
  await press("Enter");
  expect(standing(screen)).toEqual(before);
  changeScreen(store, (now) => ({ ...now, place }));
  refreshList(store, place);
  await press("g", "g");
  expect(standing(screen).read.join()).not.toContain("J K scroll");
  expect(screen.beside.foot.shows("J K scroll Enter open P hide")).toBe(true);
});

test("J and K scroll it from the list, P hides and shows it, also on a screen that has it not by itself", async () => {
  const store = storeOf(wholeAcme());
  refreshList(store);
  const { screen, press } = await shown(store, 150, 26);
  const key = ({ place, lists }: Screen) => place.kind === "inbox" && lists.get("inbox")?.cursor;
  const at = () =>
    openList(store.getState().screen)?.rows.findIndex((row) => row.key.includes("deploy"));
  await press(..."j".repeat(at() ?? 0));
  const cursor = key(store.getState().screen);
  const before = standing(screen).read;
  await press("K");
  expect(standing(screen).read.slice(2)).toEqual(before.slice(1, -1));
  expect(key(store.getState().screen)).toEqual(cursor);
  await press("J");
  expect(standing(screen).read).toEqual(before);
  expect(screen.whole.shows("J K scroll Enter in P hide")).toBe(true);
  expect(screen.beside.foot.shows("r writes here")).toBe(true);
  await press("P");
  expect(screen.whole.shows("J K scroll")).toBe(false);
  expect(screen.pane.lines()[2]?.length ?? 0).toBeLessThan(120);
  await press("P");
  expect(standing(screen).read).toEqual(before);
  await press("P");
  await screen.resizes(120, 36);
  await press("P");
  expect(screen.whole.shows("J K scroll")).toBe(true);
  await press("P");
  await screen.resizes(90, 24);
  await press("P");
  expect(screen.whole.shows("There is no room to read beside a list")).toBe(true);
});

test("between sizes nothing is lost: the cursor, what is shown, and what is written stay", async () => {
  const store = storeOf(wholeAcme());
  refreshList(store);
  const { screen, press } = await shown(store, 200, 60);
  await press("j", "j");
  const cursor = openList(store.getState().screen)?.cursor;
  const read = standing(screen).read.filter((line) => line.trim() !== "");
  for (const [columns, rows] of [
    [80, 24],
    [120, 50],
    [40, 10],
    [1, 1],
    [150, 20],
    [300, 100],
    [200, 60],
  ] as const) {
    await screen.resizes(columns, rows);
    expect(openList(store.getState().screen)?.cursor).toEqual(cursor);
    const { pane, beside } = screen.ui.panes().geometry(store.getState());
    for (const region of [pane, beside?.pane, beside?.foot, beside?.title])
      if (region !== undefined)
        expect([region.x + region.columns <= columns, region.y + region.rows <= rows]).toEqual([
          true,
          true,
        ]);
  }
  expect(standing(screen).read.filter((line) => line.trim() !== "")).toEqual(read);
});

test("with preview = off there is none, below and right have their place", () => {
  const at = (preview: "auto" | "right" | "below" | "off", columns: number, rows: number) =>
    asideOf({ terminal: { columns, rows, focused: true }, preferences: { preview } });
  expect(at("auto", 150, 24)).toBe("right");
  expect(at("auto", 149, 44)).toBeUndefined();
  expect(at("auto", 149, 45)).toBe("below");
  expect(at("off", 200, 60)).toBeUndefined();
  expect(at("below", 200, 60)).toBe("below");
  expect(at("right", 110, 60)).toBe("right");
  expect(at("right", 99, 60)).toBeUndefined();
});

test("beside drafts is the text where it was written, beside people who they are or what was written with them", async () => {
  const address = { kind: "direct", userIds: sorted([ana]) } as const;
  const draft = { address, text: "first\n\nwith more words", updatedAt: now * 1000 };
  const journal = { ...emptyJournal, drafts: new Map([["d:2", draft]]) };
  const drafts = { kind: "drafts" } as const;
  const store = storeOf(wholeAcme(), { place: drafts }, { journal });
  refreshList(store, drafts);
  const first = await shown(store, 200, 60);
  expect(first.screen.whole.shows("with more words")).toBe(true);
  const people = { kind: "people" } as const;
  changeScreen(store, (screen) => ({ ...screen, place: people }));
  refreshList(store, people);
  setFilter(store, people, "all");
  await first.press("/", ..."Priya", "Tab");
  expect(first.screen.whole.shows("role member")).toBe(true);
  await first.press("Esc", "/", ..."Ana", "Tab");
  expect(first.screen.whole.shows("role member")).toBe(false);
});

test("what the pane shows is never marked as read, and is fetched only after the cursor has rested", async () => {
  const { client, store, clock, bo, press, sent, settles } = await startSmall();
  for (const text of ["one", "two", "three"])
    await bo.say({ streamId: hello.kind === "topic" ? hello.streamId : 0, topic: "hello" }, text);
  await bo.say(inDeploy, "four");
  await settles();
  sits(client, true);
  changeScreen(store, (screen) => ({
    ...screen,
    place: { kind: "inbox" },
    preferences: { markRead: "always" },
  }));
  press("^L");
  const screen = await showScreen(store, { columns: 200, rows: 60, clock });
  onTestFinished(screen.ends);
  const pages = () => sent(/^GET \/messages/);
  const unread = () => store.getState().view.unreads;
  const before = unread();
  for (let turn = 0; turn < 4; turn += 1) {
    press("j", "J", "K", "k", "G");
    await screen.settles();
    await clock.pass("5 s");
    await screen.settles();
    press("g", "g");
    await screen.settles();
    await clock.pass("5 s");
  }
  press("G");
  await screen.settles();
  await clock.pass("5 s");
  await screen.settles();
  expect(screen.beside.pane.lines().join("\n")).toContain("three");
  expect(store.getState().screen.reading.visible).toBeUndefined();
  expect(unread()).toBe(before);
  expect(sent(/^POST \/messages\/flags/)).toBe(0);
  expect(pages()).toBeGreaterThan(0);
});

test("a row of another account shows what is read there, marks nothing, and Enter opens it there", async () => {
  const to = { streamId: backend, topic: "deploy window" };
  const words = "only at the other account";
  const there = withMessages(wholeAcme(), [{ by: ana, to, at: "11:58", text: words }], 3001);
  const known = withHistory(there, deployWindow, idsOf(there, deployWindow));
  const program = accountsOf({ acme: wholeAcme(), libre: known });
  await program.press();
  const { store } = program.shown();
  const { clock } = program;
  const screen = await showScreen(store, { columns: 200, rows: 60, clock });
  onTestFinished(screen.ends);
  const passes = async () => {
    await screen.settles();
    await clock.pass("1 s");
    await screen.settles();
  };
  const rows = program.inbox().rows;
  const at = rows.findIndex(
    ({ key }) => key === foreignKey("libre", topicKey(to.streamId, to.topic)),
  );
  expect(at).toBeGreaterThan(0);
  await program.press("g", "g", ...Array.from({ length: at }, () => "j"));
  await passes();
  expect(screen.beside.title.shows("#backend › deploy window")).toBe(true);
  expect(screen.beside.pane.shows(words)).toBe(true);
  const before = program.store("libre").getState().view.unreads;
  await program.press("k", "j");
  await passes();
  expect(screen.beside.pane.shows(words)).toBe(true);
  expect(program.store("libre").getState().view.unreads).toBe(before);
  await program.press("Enter");
  expect(program.shown().name).toBe("libre");
  expect(program.state().screen.place).toMatchObject({ narrow: deployWindow });
});
