/** Whole screens as plain text, so that every change to one is deliberate. */

import { expect, test } from "vitest";
import { lettersApart } from "#base/bidi.ts";
import { cellsFor, standardRules } from "#base/cells.ts";
import { values } from "#base/table.ts";
import { refreshList, refreshOpenList } from "#commands/lists/lists.ts";
import { openNarrow } from "#commands/places/navigation.ts";
import { editorOf } from "#editor/editor.ts";
import { inputOf } from "#editor/input.ts";
import { conversationKey } from "#model/conversation.ts";
import { emptyList, moved } from "#store/list.ts";
import { changeList } from "#store/lists.ts";
import type { Screen } from "#store/screen.ts";
import { newSession } from "#store/session.ts";
import type { State, Store } from "#store/state.ts";
import {
  acme,
  ana,
  deployWindow,
  emptyAcme,
  idsOf,
  journalOf,
  now,
  ops,
  readingScreen,
  sending,
  storeOf,
  withHistory,
  withMessages,
} from "../support/acme.ts";
import { after, event, stream } from "../support/make.ts";
import { showScreen } from "../support/screen.tsx";

const key = deployWindow.kind === "topic" ? conversationKey(deployWindow) : undefined;

type Case = {
  readonly name: string;
  readonly size: readonly [columns: number, rows: number];
  readonly replica?: State["replica"];
  readonly screen?: Partial<Screen>;
  readonly rest?: Partial<Pick<State, "journal" | "session">>;
  readonly does?: (store: Store) => void;
};

const replica = acme();
const newFrom = idsOf(replica, deployWindow)[3];
const reading = readingScreen(deployWindow, newFrom);
const typing = {
  ...replica,
  typing: new Map([[conversationKey(deployWindow as never), [{ userId: ana, until: now * 2000 }]]]),
};
const draft: Partial<Screen> = {
  ...reading,
  focus: "composer",
  composers: new Map([[key ?? "", { editor: editorOf("yes, go ahead, I watch the graphs") }]]),
};
const offline: State["session"] = {
  ...newSession,
  connection: { kind: "offline", since: now * 1000 },
  notice: "This is a demo realm that lives on this machine. weir login connects to a server.",
};
const sends = journalOf(
  sending(deployWindow, "on it, writing the announcement now", { phase: "answered" }),
  sending(deployWindow, "and the second part", { phase: "waiting" }),
  sending(deployWindow, "this one was refused", {
    phase: "failed",
    reason: "The topic is locked.",
  }),
);

const everything = acme();
const mixed = withHistory(
  everything,
  { kind: "all" },
  [...values(everything.messages)].map(({ id }) => id),
);
const unsure = sending(deployWindow, "go on to the second third, I watch", { phase: "undecided" });

const cases: readonly Case[] = [
  { name: "inbox-80x24", size: [80, 24] },
  {
    name: "inbox-120x34",
    size: [120, 34],
    screen: { toast: { text: "Done #general › lunch (1)", tone: "done", undo: true } },
  },
  { name: "inbox-160x40", size: [160, 40], replica: typing },
  { name: "inbox-200x60", size: [200, 60], replica: typing, does: (store) => downIn(store) },
  { name: "inbox-120x50", size: [120, 50], replica: typing, does: (store) => downIn(store) },
  {
    name: "reader-200x60",
    size: [200, 60],
    replica: typing,
    does: (store) => openNarrow(store, deployWindow),
  },
  { name: "inbox-zero-80x24", size: [80, 24], replica: emptyAcme() },
  { name: "reader-80x24", size: [80, 24], replica: typing, screen: draft },
  { name: "reader-120x34", size: [120, 34], replica: typing, screen: draft },
  { name: "reader-40x10", size: [40, 10], screen: reading },
  {
    name: "reader-sending-80x24",
    size: [80, 24],
    screen: { ...reading, readers: new Map() },
    rest: { journal: sends, session: offline },
  },
  {
    name: "everything-80x24",
    size: [80, 24],
    replica: mixed,
    screen: readingScreen({ kind: "all" }),
  },
  {
    name: "palette-80x24",
    size: [80, 24],
    screen: { ...reading, dialog: { kind: "palette", input: inputOf("de"), chosen: 0 } },
  },
  {
    name: "help-80x24",
    size: [80, 24],
    screen: { dialog: { kind: "help", input: inputOf(), chosen: 30 } },
  },
  {
    name: "undecided-80x24",
    size: [80, 24],
    screen: {
      ...reading,
      readers: new Map(),
      dialog: { kind: "menu", about: { kind: "unsent", intent: unsure.id }, chosen: "s" },
    },
    rest: { journal: journalOf(unsure) },
  },
  {
    name: "sign-in-80x24",
    size: [80, 24],
    screen: {
      dialog: { kind: "sign-in", sentence: "The server refused the key: it was changed." },
    },
    rest: {
      session: { ...newSession, connection: { kind: "signed-out", sentence: "" } },
    },
  },
  {
    name: "sidebar-filter-80x24",
    size: [80, 24],
    screen: {
      focus: "sidebar",
      sidebar: {
        isShown: false,
        selected: "",
        toggled: new Set(),
        filter: { input: inputOf("la"), typing: true },
      },
    },
  },
  {
    name: "archived-80x24",
    size: [80, 24],
    replica: after(replica, event("stream", { id: 9_000, op: "delete", streams: [stream(ops)] })),
    screen: {
      place: { kind: "streams" },
      lists: new Map([["streams", { ...emptyList, filter: "archived" }]]),
    },
  },
  {
    name: "sidebar-40x10",
    size: [40, 10],
    screen: {
      focus: "sidebar",
      sidebar: { isShown: true, selected: "inbox", toggled: new Set(), filter: undefined },
    },
  },
];

function downIn(store: Store): void {
  changeList(store, (list) => moved(list, 1));
}

test.for(cases)("the screen matches its snapshot: $name", async ({ name, size, ...state }) => {
  const store = storeOf(state.replica ?? replica, state.screen, state.rest);
  refreshList(store);
  refreshOpenList(store);
  state.does?.(store);
  const [columns, rows] = size;
  const screen = await showScreen(store, { columns, rows });
  // Ink's input is loaded on first use.
  if (name.startsWith("sign-in")) await screen.until(() => screen.whole.shows("paste it here"));
  await expect(`${screen.whole.lines().join("\n")}\n`).toMatchFileSnapshot(
    `../screens/${name}.txt`,
  );
  screen.ends();
});

test("a terminal that reverses words gets the letters of each frame one by one", async () => {
  const topic = { ...deployWindow, topic: "שלום" };
  const sent = withMessages(
    acme(),
    [{ by: ana, text: "ok", to: topic as never, at: "11:00" }],
    2001,
  );
  const store = storeOf(withHistory(sent, topic, idsOf(sent, topic)), readingScreen(topic));
  const screen = await showScreen(store, {
    encode: lettersApart,
    cells: cellsFor({ ...standardRules, reorders: true }),
  });
  await screen.settles();
  const apart = [..."םולש"].map((letter) => `66;w=1:h=\\d;${letter}\u0007`).join("\u001b\\]");
  expect(screen.written()).toMatch(new RegExp(apart));
  expect(screen.written()).not.toContain("םולש");
  screen.ends();
});
