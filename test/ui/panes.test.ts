import fc from "fast-check";
import { expect, test } from "vitest";
import { standardCells } from "#base/cells.ts";
import { refreshList } from "#commands/lists/lists.ts";
import { editorOf } from "#editor/editor.ts";
import { inputOf } from "#editor/input.ts";
import { conversationKey } from "#model/conversation.ts";
import type { Dialog } from "#store/dialog.ts";
import type { Screen } from "#store/screen.ts";
import { changeReplica, changeScreen } from "#store/store.ts";
import type { Region } from "#ui/geometry.ts";
import {
  acme,
  deployWindow,
  idsOf,
  journalOf,
  readingScreen,
  sending,
  storeOf,
} from "../support/acme.ts";
import { panesOf, showScreen } from "../support/screen.tsx";

const replica = acme();
const ids = idsOf(replica, deployWindow);
const sgr = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, "g");
const columnsOf = (line: string) => standardCells.width(line.replace(sgr, ""));

const unsure = sending(deployWindow, "on its way\nin two lines", { phase: "undecided" });

const dialogs: readonly (Dialog | undefined)[] = [
  undefined,
  undefined,
  { kind: "help", input: inputOf(), chosen: 0 },
  { kind: "help", input: inputOf(), chosen: 25 },
  { kind: "sign-in", sentence: "The server refused the key. ".repeat(5) },
  { kind: "menu", about: { kind: "unsent", intent: unsure.id }, chosen: "d" },
  { kind: "palette", input: inputOf("a 日本"), chosen: 3 },
  { kind: "emoji", messageId: ids[0]!, input: inputOf("th"), chosen: 2 },
  { kind: "emoji", messageId: ids[0]!, input: inputOf("party"), chosen: 0 },
  { kind: "recipient", want: "direct", input: inputOf("Ana Ruiz, "), chosen: 0 },
];

const states = fc.record({
  columns: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 300 })),
  rows: fc.oneof(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 100 })),
  focus: fc.constantFrom<Screen["focus"]>("sidebar", "pane", "composer"),
  inbox: fc.boolean(),
  selected: fc.constantFrom(...ids),
  text: fc.oneof(fc.string({ maxLength: 200 }), fc.constant("日本語 👨‍👩‍👧‍👦\nzwei\t".repeat(40))),
  notice: fc.boolean(),
  isPreviewing: fc.boolean(),
  dialog: fc.constantFrom(...dialogs),
  filter: fc.constantFrom(undefined, { input: inputOf("la"), typing: true }),
  toast: fc.constantFrom(undefined, { text: "Done ".repeat(9), tone: "done", undo: true } as const),
  pending: fc.constantFrom("", "g", "999 g"),
  answers: fc.constantFrom(undefined, 3),
});

/** A screen of one column, where the selection bar leaves no room for text. */
type Drawn = typeof states extends fc.Arbitrary<infer Value> ? Value : never;

const narrowest = ids.map((selected) => ({
  columns: 1,
  rows: 32,
  focus: "pane" as const,
  inbox: false,
  selected,
  text: "",
  notice: false,
  isPreviewing: false,
  dialog: undefined,
  filter: undefined,
  toast: undefined,
  pending: "" as const,
  answers: undefined,
}));

/** Somebody writes beside the list, and a long notice is over what they write. */
const besideList: Drawn = {
  ...narrowest[0]!,
  columns: 150,
  rows: 20,
  focus: "composer",
  inbox: true,
  text: "one\n".repeat(40),
  toast: { text: "Done ".repeat(20), tone: "done", undo: true },
};

test("at any size every pane fills its region exactly, and all regions are within the screen", () => {
  const journal = journalOf(unsure);
  const store = storeOf(replica, {}, { journal });
  refreshList(store);
  const panes = panesOf();
  fc.assert(
    fc.property(states, (drawn) => {
      const { columns, rows, focus, inbox, selected, text, dialog, filter, toast, pending } = drawn;
      changeScreen(store, (screen) => ({
        ...screen,
        ...(inbox ? { place: { kind: "inbox" } as const } : readingScreen(deployWindow, selected)),
        terminal: { columns, rows, focused: true },
        focus,
        writing: { isPreviewing: drawn.isPreviewing },
        dialog,
        toast,
        pressed: { pending, pausedAt: pending },
        sidebar: { ...screen.sidebar, filter },
        composers: new Map([
          ["", { editor: editorOf(text) }],
          [conversationKey(deployWindow as never), { editor: editorOf(text) }],
        ]),
      }));
      store.setState(({ session }) => ({
        session: {
          ...session,
          notice: drawn.notice ? "Look here. ".repeat(20) : undefined,
          progress:
            drawn.answers === undefined
              ? []
              : [{ intent: unsure.id, title: "Marking", answers: drawn.answers, of: 12 }],
        },
      }));
      const state = store.getState();
      const geometry = panes.geometry(state);
      const fits = (region: Region) => {
        expect(region.x).toBeGreaterThanOrEqual(0);
        expect(region.y).toBeGreaterThanOrEqual(0);
        expect(region.x + region.columns).toBeLessThanOrEqual(columns);
        expect(region.y + region.rows).toBeLessThanOrEqual(rows);
      };
      const fills = (region: Region | undefined, lines: readonly string[]) => {
        if (region === undefined) return;
        expect(lines.length).toBe(region.rows);
        for (const line of lines) expect(columnsOf(line)).toBe(region.columns);
        fits(region);
      };
      expect(geometry.header?.rows ?? 1).toBe(1);
      fills(geometry.header, panes.header(state));
      fills(geometry.notice, panes.notice(state));
      fills(geometry.sidebar, panes.sidebar(state));
      fills(geometry.rule, panes.rule(state));
      fills(geometry.title, panes.title(state));
      fills(geometry.pane, panes.pane(state));
      fills(geometry.composer, panes.composer(state));
      fills(geometry.footer, panes.footer(state));
      const opened = panes.dialog(state);
      if (opened !== undefined) fits(opened.region);
      const bar = panes.bar(state);
      if (bar !== undefined) {
        const parts = [
          [geometry.pane, panes.pane(state)],
          [geometry.composer, panes.composer(state)],
          [geometry.footer, panes.footer(state)],
        ] as const;
        const under = parts.flatMap(([region, lines]) => lines[bar.y - (region?.y ?? rows)] ?? []);
        expect(under.some((line) => line.includes(" ".repeat(bar.columns)))).toBe(true);
        expect(bar.x + bar.columns).toBeLessThanOrEqual(columns);
      }
      const cursor = panes.cursor(state);
      if (cursor !== undefined) {
        expect(cursor.x).toBeLessThan(columns);
        expect(cursor.y).toBeLessThan(rows);
      }
      const reading = panes.reading(state);
      if (reading !== undefined) {
        expect(reading.window.parts.some(({ index }) => index === reading.selected)).toBe(true);
      }
    }),
    { examples: [...narrowest, besideList].map((state): [Drawn] => [state]) },
  );
});

/** The parts of a screen in which a conversation is open and somebody writes. */
function writingScreen() {
  const store = storeOf(replica, { ...readingScreen(deployWindow, ids[3]), focus: "composer" });
  refreshList(store);
  const panes = panesOf();
  const parts = ["header", "sidebar", "rule", "title", "pane", "footer", "geometry"] as const;
  const drawn = () => parts.map((name) => panes[name](store.getState()));
  return { store, panes, drawn };
}

test("an unchanged state returns identical lines, and typing changes only those of the composer", () => {
  const { store, panes, drawn } = writingScreen();
  const before = drawn();
  const composer = panes.composer(store.getState());
  changeScreen(store, (screen) => ({
    ...screen,
    composers: new Map([[conversationKey(deployWindow as never), { editor: editorOf("a") }]]),
  }));
  expect(panes.composer(store.getState())).not.toBe(composer);
  for (const [at, lines] of drawn().entries()) expect(lines).toBe(before[at]);
});

test("what changes and shows nowhere draws nothing", () => {
  const { store, panes, drawn } = writingScreen();
  const before = [...drawn(), panes.composer(store.getState())];
  changeReplica(store, (now) => ({
    ...now,
    lastEvent: now.lastEvent + 1,
    streams: { ...now.streams },
    policies: new Map(now.policies),
    directs: new Map(now.directs),
  }));
  const after = [...drawn(), panes.composer(store.getState())];
  for (const [at, lines] of after.entries()) expect(lines).toBe(before[at]);
});

test("after any resize the terminal shows the same as a fresh one", async () => {
  const store = storeOf(replica, readingScreen(deployWindow, ids[3]));
  const screen = await showScreen(store, { columns: 80, rows: 24 });
  for (const [columns, rows] of [
    [120, 34],
    [40, 10],
    [1, 1],
    [300, 100],
    [79, 24],
    [10, 3],
    [99, 24],
    [80, 24],
  ] as const) {
    await screen.resizes(columns, rows);
    const fresh = await showScreen(storeOf(replica, store.getState().screen), { columns, rows });
    expect(screen.whole.lines()).toEqual(fresh.whole.lines());
    fresh.ends();
  }
  screen.ends();
});
