import { expect, onTestFinished, test } from "vitest";
import { outboxDefinition, undelivered } from "#commands/outbox/list.ts";
import { editorOf } from "#editor/editor.ts";
import type { Action, Address, Intent, IntentId } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { textOf } from "#store/composer.ts";
import { openList } from "#store/lists.ts";
import { changeScreen, retire } from "#store/store.ts";
import type { StreamId } from "#wire/ids.ts";
import {
  acme,
  backend,
  deployWindow,
  journalOf,
  now,
  sending,
  storeOf,
} from "../../support/acme.ts";
import { star } from "../../support/intents.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { openRows } from "../../support/over-rows.ts";
import { showScreen } from "../../support/screen.tsx";
import { streams } from "../../support/small-blueprint.ts";
import { deploy, startSmall } from "../../support/small-client.ts";

const key = conversationKey(deployWindow as never);
const mute: Action = { kind: "topic-policy", streamId: backend, topic: "deploy window", policy: 1 };

function intent(id: string, action: Action, phase: Intent["phase"], age: number): Intent {
  return { id: id as IntentId, createdAt: (now - age) * 1000, action, phase, attempts: 1 };
}

const { action: text } = sending(deployWindow, "ready when you are");
const intents = [
  intent("star", star("add", 1001), "sending", 1),
  intent("queued", text, "waiting", 60),
  intent("mute", mute, "waiting", 50),
  intent("old", text, "answered", 900),
  { ...intent("failed", text, "failed", 700), reason: "You may not post here." },
  intent("unsure", text, "undecided", 30),
  { ...intent("seen", text, "sending", 5), messageId: 1002 as never },
];

function outbox() {
  const store = storeOf(acme(), {}, { journal: journalOf(...intents) });
  const press = keyPresser(store);
  press("g", "o");
  const rows = () => openList(store.getState().screen)?.rows.map((row) => row.key);
  const toast = () => store.getState().screen.toast?.text;
  const intentIds = () => [...store.getState().journal.intents.keys()];
  return { store, press, rows, toast, intentIds };
}

test.each([
  ["all", ["unsure", "failed", "queued", "mute", "star"]],
  ["decide", ["unsure", "failed"]],
  ["waiting", ["queued", "mute"]],
  ["sending", ["star"]],
])(
  "the filter %s lists unconfirmed intents, those that need a decision first",
  (name, expected) => {
    const filter = outboxDefinition.filters.find((each) => each.key === name);
    const { rows, counts } = outboxDefinition.fresh(outbox().store.getState(), filter!);
    expect(rows.map((row) => row.key)).toEqual(expected);
    expect(counts).toEqual({ proposed: 0, decide: 2, waiting: 2, sending: 1 });
  },
);

test("Enter in the outbox opens the conversation at the message, with a question if it may have arrived", () => {
  const { store, press } = outbox();
  press("Enter");
  const { screen } = store.getState();
  expect(screen.place).toEqual({ kind: "narrow", narrow: deployWindow });
  expect(screen.readers.get(key as never)?.selected).toBe("unsure");
  expect(screen.dialog).toMatchObject({ about: { kind: "unsent", intent: "unsure" } });
});

test("Enter on a change of a topic, or of messages of one conversation, opens that", async () => {
  const { store, press } = outbox();
  const screen = await showScreen(store, { columns: 120, rows: 24 });
  const place = () => store.getState().screen.place;
  press("j", "j", "j");
  await screen.settles();
  expect(screen.footer.shows("E edit")).toBe(false);
  press("Enter");
  expect(place()).toEqual({ kind: "narrow", narrow: deployWindow });
  press("h", "G", "Enter");
  expect(place()).toEqual({ kind: "narrow", narrow: deployWindow });
  screen.ends();
});

test("D moves a queued message back to the draft, above its text", () => {
  const { store, press, toast } = outbox();
  press("j", "j", "D");
  expect(openRows(store.getState()).over).toEqual(["queued"]);
  expect(textOf(store.getState(), key)).toBe("ready when you are");
  expect(store.getState().journal.drafts.get(key)?.text).toBe("ready when you are");
  expect(toast()).toContain("the text is in the draft to #backend › deploy window");
});

test.each([
  ["dismisses a failed send", ["j"], "failed", true],
  ["cancels a queued action without text", ["j", "j", "j"], "mute", true],
  ["refuses to cancel a send that may have arrived", [], "unsure", false],
  ["refuses to cancel an action that is being sent", ["G"], "star", false],
])("D in the outbox %s", (_, strokes, id, isGone) => {
  const { press, intentIds, toast } = outbox();
  press(...strokes, "D");
  expect(intentIds().includes(id as IntentId)).toBe(!isGone);
  expect(toast()).toMatch(isGone ? /^Cancelled/ : /Enter decides|cannot be cancelled/);
});

test("what waits to be sent before its time stays scheduled when it is cancelled, without a second copy", () => {
  const timed = { address: deployWindow as Address, content: "soup", at: now + 60 };
  const action: Action = { kind: "schedule-send", id: 7 as never, ...timed };
  const waiting = { ...intent("early", action, "waiting", 3), attempts: 0 };
  const store = storeOf(acme(), {}, { journal: journalOf(waiting) });
  const press = keyPresser(store);
  press("g", "o", "E");
  expect(store.getState().screen.toast?.text).toBe("It is still scheduled: D keeps it so.");
  press("D");
  expect([store.getState().journal.intents.size, textOf(store.getState(), key)]).toEqual([0, ""]);
});

test("a sent message keeps its row until the list is refreshed", () => {
  const { store, press, rows } = outbox();
  retire(store, ["unsure" as IntentId]);
  press("j", "k");
  expect(openRows(store.getState()).over).toEqual(["unsure"]);
  press("^L");
  expect(rows()).not.toContain("unsure");
});

test("rows show conversation, action and state below the title of their section", async () => {
  const { store } = outbox();
  const screen = await showScreen(store, { columns: 140, rows: 34 });
  expect(screen.title.shows("Outbox All 5 Needs a decision 2 Queued 2 Being sent 1")).toBe(true);
  expect(screen.pane.shows("NEEDS A DECISION")).toBe(true);
  expect(screen.pane.shows("? #backend › deploy window may have arrived: ready when")).toBe(true);
  expect(screen.pane.shows("✗ #backend › deploy window not sent: You may not post here.")).toBe(
    true,
  );
  expect(screen.pane.shows("⇡ Mute #backend › deploy window queued")).toBe(true);
  expect(screen.pane.shows("◌ Star a message sending")).toBe(true);
  expect(screen.header.shows("1 waiting, 2 need a decision")).toBe(true);
  expect(screen.sidebar.shows("Outbox 3")).toBe(true);
  screen.ends();
});

test("uploads are listed: Enter retries a failed one, D cancels any and leaves no placeholder", async () => {
  const placeholder = "[Uploading a.txt…]()";
  const file = { kind: "upload", name: "a.txt", size: 5, placeholder } as const;
  const [failed, leaving] = [
    { ...intent("failed", { ...file, from: { path: "/a.txt" } }, "failed", 9), reason: "Too big." },
    intent(
      "leaving",
      { ...file, name: "b.txt", from: { text: "b" }, placeholder: "B" },
      "sending",
      5,
    ),
  ];
  const store = storeOf(acme(), {}, { journal: journalOf(failed, leaving) });
  changeScreen(store, (screen) => ({
    ...screen,
    composers: new Map([[key, { editor: editorOf(`see ${placeholder} and B`) }]]),
  }));
  const press = keyPresser(store);
  press("g", "o");
  const screen = await showScreen(store, { columns: 120 });
  expect(screen.pane.shows("✗ Upload a.txt not sent: Too big.")).toBe(true);
  press("Enter");
  const state = () => store.getState();
  expect(state().journal.intents.get("failed" as IntentId)).toMatchObject({ phase: "waiting" });
  press("D", "D");
  expect(state().journal.intents.size).toBe(0);
  // A text that was to be uploaded as a file is restored.
  expect(textOf(state(), key)).toBe("see  and b");
  screen.ends();
});

const offline = { kind: "offline", since: 0 } as const;

test("while the server answers, messages that wait and what needs a decision are counted", () => {
  const journal = journalOf(...intents, intent("asked", text, "unconfirmed", 20));
  const { session, journal: kept } = storeOf(acme(), {}, { journal }).getState();
  expect(undelivered({ session, journal: kept })).toEqual({ waiting: 2, undecided: 2 });
  expect(undelivered({ session: { ...session, connection: offline }, journal: kept })).toEqual({
    waiting: 4,
    undecided: 2,
  });
});

test("the header, the sidebar and the list count the same changes while offline", async () => {
  const world = await startSmall();
  const { client, store, clock, press } = world;
  const screen = await showScreen(store, { clock, columns: 110, rows: 24 });
  onTestFinished(screen.ends);
  client.network.plug(false);
  client.send(deploy, "not yet");
  world.act(star("add", 104));
  world.act({
    kind: "topic-policy",
    streamId: streams.general as StreamId,
    topic: "hello",
    policy: 1,
  });
  await clock.pass("20 s");
  await screen.settles();
  expect(screen.header.lines().join("")).toContain("offline · 3 waiting ");
  expect(screen.sidebar.lines().find((line) => line.includes("Outbox"))).toMatch(/Outbox +3 *$/);
  press("Esc", "g", "o");
  expect(world.rowKeys().length).toBe(3);
});
